internal import CMicrohttpd
import Glibc

/// A field line where libmicrohttpd left it in its buffer.
@unsafe struct FieldLine {
    let name: UnsafeRawBufferPointer
    let value: UnsafeRawBufferPointer
}

/// Finds out from addresses alone what libmicrohttpd 0.9.75 forgives without a word.
///
/// The library parses a head in place: it overwrites the separators in its buffer and keeps pointers to what lies between
/// them. If the head was written as RFC 9112 asks, each piece starts where the one before it plus its separator ends, and
/// the last one ends where the head ends. Lines ended by a bare line feed, values folded over several lines, zero bytes
/// inside a line, extra spaces in the request line and a line that starts with a colon (which the library takes for the
/// end of the head) all leave a gap. Only addresses are compared; nothing is read.
@unsafe struct HeadLayout {
    let method: UnsafePointer<CChar>
    /// As long as the target was on the wire; it was cut at the `?` since.
    let target: UnsafeRawBufferPointer
    let version: UnsafePointer<CChar>
    let lines: [FieldLine]
    /// Bytes from the method to the end of the empty line.
    let length: Int

    /// Another version of the library may keep the head elsewhere. It is then trusted to be the stricter one it is.
    static let isKnown: Bool = unsafe String(cString: MHD_get_version()) == "0.9.75"

    var isExact: Bool {
        guard unsafe Self.isKnown else { return true }
        let start = unsafe UnsafeRawPointer(method)
        var next = unsafe start + strlen(method) + 1
        guard unsafe target.baseAddress == next else { return false }
        unsafe next += target.count + 1
        guard unsafe UnsafeRawPointer(version) == next else { return false }
        unsafe next += strlen(version) + 2
        for index in unsafe lines.indices {
            let field = unsafe lines[index]
            guard unsafe field.name.baseAddress == next, let value = unsafe field.value.baseAddress,
                // Between the colon and the value there may be white space.
                unsafe value > next + field.name.count
            else { return false }
            unsafe next = value + field.value.count + 2
        }
        return unsafe next + 2 == start + length
    }
}
