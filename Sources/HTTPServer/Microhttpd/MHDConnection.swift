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
        var body = response.body
        let made = unsafe body.withUnsafeMutableBytes { bytes in
            unsafe MHD_create_response_from_buffer(bytes.count, bytes.baseAddress, .RESPMEM_MUST_COPY)
        }
        guard let made = unsafe made else { return false }
        defer { unsafe MHD_destroy_response(made) }
        for field in response.headers where !Self.isOwn(field.name) {
            // The library refuses line breaks in values; an answer cut in two must not go out.
            guard unsafe MHD_add_response_header(made, field.name, field.value) == .YES else { return false }
        }
        return unsafe MHD_queue_response(pointer, UInt32(clamping: response.status), made) == .YES
    }

    /// Framing is the library's affair.
    private static let ownFields = ["content-length", "transfer-encoding", "date"]

    private static func isOwn(_ name: String) -> Bool {
        ownFields.contains { HTTPHeaders.isSameName($0, name) }
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
        // One copy of all, which everything is a part of.
        var bytes: [UInt8] = []
        unsafe bytes.reserveCapacity(
            lines.reduce(methodBytes.count + versionBytes.count) { unsafe $0 + $1.name.count + $1.value.count })
        unsafe bytes.append(contentsOf: methodBytes)
        unsafe bytes.append(contentsOf: versionBytes)
        for index in unsafe lines.indices {
            unsafe bytes.append(contentsOf: lines[index].name)
            unsafe bytes.append(contentsOf: lines[index].value)
        }
        var place = 0
        func next(_ count: Int) -> ArraySlice<UInt8> {
            defer { place += count }
            return bytes[place..<place + count]
        }
        return unsafe RequestHead(
            method: next(methodBytes.count), version: next(versionBytes.count),
            fields: lines.map { unsafe .init(name: next($0.name.count), value: next($0.value.count)) },
            isLaidOutExactly: layout.isExact)
    }

    private var headLength: Int {
        guard let info = unsafe assay_MHD_get_connection_info(pointer, .CONNECTION_INFO_REQUEST_HEADER_SIZE) else {
            return 0
        }
        return unsafe info.pointee.header_size
    }
}
