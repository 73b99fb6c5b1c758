internal import CMicrohttpd
import Glibc
import HTTP

/// A connection of libmicrohttpd.
///
/// The library frees it after it has announced its end. Between suspension and resumption it cannot end, so a task may
/// hold one exactly that long; ``ExchangeTask`` sees to it.
// Unchecked because of the C pointer, whose life is described above.
@safe struct MHDConnection: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    var descriptor: Int32 {
        guard let info = unsafe assay_MHD_get_connection_info(pointer, .CONNECTION_INFO_CONNECTION_FD) else {
            return -1
        }
        return unsafe info.pointee.connect_fd
    }

    /// The status of the answer that is under way, also if the library made it up itself.
    var status: Int? {
        guard let info = unsafe assay_MHD_get_connection_info(pointer, .CONNECTION_INFO_HTTP_STATUS) else { return nil }
        return unsafe Int(info.pointee.http_status)
    }

    func suspend() { unsafe MHD_suspend_connection(pointer) }
    func resume() { unsafe MHD_resume_connection(pointer) }

    /// Hands an answer to the library, which copies it.
    /// - Returns: `false` if the library does not take it; the connection has to be closed then.
    func send(_ response: HTTPResponse) -> Bool {
        let made = unsafe response.body.withUnsafeBytes { bytes in
            // The library copies them, and so writes none.
            unsafe MHD_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
        }
        guard let made = unsafe made else { return false }
        defer { unsafe MHD_destroy_response(made) }
        guard unsafe add(response.headers, to: made) else { return false }
        return unsafe MHD_queue_response(pointer, UInt32(clamping: response.status), made) == .YES
    }

    private func add(_ headers: HTTPHeaders, to response: OpaquePointer) -> Bool {
        unsafe headers.bytes.withUnsafeBytes { bytes in
            for place in headers.places {
                let name = unsafe UnsafeRawBufferPointer(rebasing: bytes[place.name])
                guard unsafe !Self.isOwn(name) else { continue }
                guard let start = bytes.baseAddress, unsafe bytes[place.name.upperBound] == 0,
                    unsafe bytes[place.value.upperBound] == 0
                else { return false }
                let text = unsafe start.assumingMemoryBound(to: CChar.self)
                // The library refuses line breaks in values; an answer cut in two must not go out.
                guard
                    unsafe MHD_add_response_header(
                        response, text + place.name.lowerBound, text + place.value.lowerBound) == .YES
                else { return false }
            }
            return true
        }
    }

    /// Framing is the library's affair.
    private static let ownFields = ["content-length", "transfer-encoding", "date"]

    private static func isOwn(_ name: UnsafeRawBufferPointer) -> Bool {
        for own in ownFields where own.utf8.count == name.count {
            // Names are tokens: none but these become them by setting the bit that tells small letters from capitals.
            if unsafe zip(name, own.utf8).allSatisfy({ $0 | 0x20 == $1 }) { return true }
        }
        return false
    }

    /// Most requests have fewer.
    private static let usualFieldCount = 16

    /// Reads the head, and whether its bytes lay in memory exactly as a well-formed head does.
    func head(
        method: UnsafePointer<CChar>, url: UnsafePointer<CChar>, version: UnsafePointer<CChar>, targetLength: Int
    ) -> RequestHead {
        var lines = unsafe [FieldLine]()
        unsafe lines.reserveCapacity(Self.usualFieldCount)
        unsafe withUnsafeMutablePointer(to: &lines) { list in
            _ = unsafe MHD_get_connection_values_n(
                pointer, .HEADER_KIND,
                { closure, _, name, nameLength, value, valueLength in
                    guard let list = unsafe closure?.assumingMemoryBound(to: [FieldLine].self) else { return .NO }
                    unsafe list.pointee.append(
                        FieldLine(
                            name: UnsafeRawBufferPointer(start: name, count: nameLength),
                            value: UnsafeRawBufferPointer(start: value, count: valueLength)))
                    return .YES
                }, list)
        }
        let layout = unsafe HeadLayout(
            method: method, target: UnsafeRawBufferPointer(start: url, count: targetLength), version: version,
            lines: lines, length: headLength)
        let methodBytes = unsafe UnsafeRawBufferPointer(start: method, count: strlen(method))
        let versionBytes = unsafe UnsafeRawBufferPointer(start: version, count: strlen(version))
        // One copy of all, which everything is a part of, each with a zero byte after it.
        var bytes: [UInt8] = []
        var fields: [HTTPHeaders.Place] = []
        unsafe bytes.reserveCapacity(layout.length)
        unsafe fields.reserveCapacity(lines.count)
        let (method, version) = unsafe (bytes.append(ended: methodBytes), bytes.append(ended: versionBytes))
        for index in unsafe lines.indices {
            let line = unsafe lines[index]
            unsafe fields.append(
                HTTPHeaders.Place(name: bytes.append(ended: line.name), value: bytes.append(ended: line.value)))
        }
        return unsafe RequestHead(
            bytes: bytes, method: method, version: version, fields: fields, isLaidOutExactly: layout.isExact)
    }

    private var headLength: Int {
        guard let info = unsafe assay_MHD_get_connection_info(pointer, .CONNECTION_INFO_REQUEST_HEADER_SIZE) else {
            return 0
        }
        return unsafe info.pointee.header_size
    }
}

extension [UInt8] {
    /// Adds a text and a zero byte.
    /// - Returns: where the text is.
    fileprivate mutating func append(ended text: UnsafeRawBufferPointer) -> Range<Int> {
        let start = count
        unsafe append(contentsOf: text)
        append(0)
        return start..<count - 1
    }
}
