/// Why the listener did not start. `description` says what to do about it.
package enum HTTPServerError: Error, Sendable, Equatable {
    /// The host is no numeric IPv4 or IPv6 address.
    case invalidAddress(host: String)
    /// No interface of this machine has the address.
    case addressNotLocal(host: String)
    case portInUse(host: String, port: UInt16)
    /// Ports below 1024 need a privilege.
    case portNotPermitted(port: UInt16)
    /// A setting that cannot be obeyed.
    case invalidConfiguration(String)
    /// The system refused something else; `errno` is its reason.
    case system(call: String, errno: Int32)
}

extension HTTPServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidAddress(let host):
            "cannot listen on \"\(host)\": give a numeric address such as 127.0.0.1, 0.0.0.0 or ::1"
        case .addressNotLocal(let host):
            "cannot listen on \(host): this machine has no such address; use one of its own, or 0.0.0.0 for all of them"
        case .portInUse(let host, let port):
            "cannot listen on \(host) port \(port): another process does; stop it or choose another port"
        case .portNotPermitted(let port):
            "cannot listen on port \(port): not permitted; choose a port above 1023 or grant CAP_NET_BIND_SERVICE"
        case .invalidConfiguration(let fault):
            "cannot listen: \(fault)"
        case .system(let call, let errno):
            "cannot listen: \(call) failed with error \(errno)"
        }
    }
}
