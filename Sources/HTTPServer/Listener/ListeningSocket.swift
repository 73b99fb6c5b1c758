import Glibc

/// A bound, listening, non-blocking TCP socket. We open it ourselves because libmicrohttpd does not say why it could not.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    /// The port it is bound to, also if the system chose it.
    let port: UInt16

    init(host: String, port: UInt16) throws(HTTPServerError) {
        var storage = try Self.address(host: host, port: port)
        let family = Int32(storage.ss_family)
        let type = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw .system(call: "socket", errno: errno) }
        do throws(HTTPServerError) {
            try Self.set(SO_REUSEADDR, of: SOL_SOCKET, to: 1, on: descriptor)
            if family == AF_INET6 {
                try Self.set(IPV6_V6ONLY, of: Int32(IPPROTO_IPV6), to: host == "::" ? 0 : 1, on: descriptor)
            }
            var length = socklen_t(
                family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
            let bound = unsafe withUnsafePointer(to: &storage) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(descriptor, $0, length)
                }
            }
            guard bound == 0 else { throw Self.bindError(errno, host: host, port: port) }
            guard listen(descriptor, SOMAXCONN) == 0 else { throw Self.bindError(errno, host: host, port: port) }
            let named = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe getsockname(descriptor, $0, &length)
                }
            }
            guard named == 0 else { throw .system(call: "getsockname", errno: errno) }
        } catch {
            _ = Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.port = Self.port(of: storage)
    }

    func close() {
        _ = Glibc.close(descriptor)
    }

    private static func set(_ option: Int32, of level: Int32, to value: Int32, on descriptor: Int32)
        throws(HTTPServerError)
    {
        var value = value
        let length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe setsockopt(descriptor, level, option, &value, length) == 0 else {
            throw .system(call: "setsockopt", errno: errno)
        }
    }

    private static func bindError(_ code: Int32, host: String, port: UInt16) -> HTTPServerError {
        switch code {
        case EADDRINUSE: .portInUse(host: host, port: port)
        case EADDRNOTAVAIL: .addressNotLocal(host: host)
        case EACCES: .portNotPermitted(port: port)
        default: .system(call: "bind", errno: code)
        }
    }

    private static func address(host: String, port: UInt16) throws(HTTPServerError) -> sockaddr_storage {
        var storage = sockaddr_storage()
        var four = in_addr()
        var six = in6_addr()
        if unsafe inet_pton(AF_INET, host, &four) == 1 {
            unsafe withUnsafeMutableBytes(of: &storage) { bytes in
                unsafe bytes.storeBytes(
                    of: sockaddr_in(
                        sin_family: sa_family_t(AF_INET), sin_port: port.bigEndian, sin_addr: four,
                        sin_zero: (0, 0, 0, 0, 0, 0, 0, 0)), as: sockaddr_in.self)
            }
        } else if unsafe inet_pton(AF_INET6, host, &six) == 1 {
            unsafe withUnsafeMutableBytes(of: &storage) { bytes in
                unsafe bytes.storeBytes(
                    of: sockaddr_in6(
                        sin6_family: sa_family_t(AF_INET6), sin6_port: port.bigEndian, sin6_flowinfo: 0,
                        sin6_addr: six, sin6_scope_id: 0), as: sockaddr_in6.self)
            }
        } else {
            throw .invalidAddress(host: host)
        }
        return storage
    }

    /// Port and family lie at the same place in `sockaddr_in` and `sockaddr_in6`.
    private static func port(of storage: sockaddr_storage) -> UInt16 {
        unsafe withUnsafeBytes(of: storage) { bytes in
            UInt16(bigEndian: unsafe bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
    }
}
