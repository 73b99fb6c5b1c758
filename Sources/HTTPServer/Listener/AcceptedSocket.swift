import Glibc

/// What one attempt to accept a connection came to.
enum AcceptAttempt {
    case accepted(AcceptedSocket)
    /// Nobody is waiting, or whoever was has gone.
    case nothing
    /// The process or the system is out of descriptors or memory; trying again at once would spin.
    case exhausted
}

/// A connection fresh from the queue, with the address of its other end.
struct AcceptedSocket {
    let descriptor: Int32
    /// Numeric, without a port. An IPv4 client of an IPv6 socket is named by its IPv4 address.
    let peer: String
    private let address: sockaddr_storage
    private let addressLength: socklen_t

    static func attempt(on listener: Int32) -> AcceptAttempt {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let descriptor = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe accept(listener, $0, &length)
            }
        }
        guard descriptor >= 0 else {
            return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .exhausted : .nothing
        }
        return .accepted(AcceptedSocket(descriptor: descriptor, address: storage, length: length))
    }

    private init(descriptor: Int32, address: sockaddr_storage, length: socklen_t) {
        self.descriptor = descriptor
        self.address = address
        addressLength = length
        peer = Self.name(of: address)
    }

    /// Lends the address in the form that C functions take.
    func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, addressLength)
            }
        }
    }

    private static func name(of storage: sockaddr_storage) -> String {
        unsafe withUnsafeBytes(of: storage) { bytes in
            let isSix = Int32(storage.ss_family) == AF_INET6
            // The address proper follows family and port, and in IPv6 the flow label too.
            let start = isSix ? 8 : 4
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            guard let base = bytes.baseAddress,
                unsafe inet_ntop(isSix ? AF_INET6 : AF_INET, base + start, &text, socklen_t(text.count)) != nil
            else { return "unknown" }
            let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            return name.hasPrefix("::ffff:") && name.contains(".") ? String(name.dropFirst(7)) : name
        }
    }
}
