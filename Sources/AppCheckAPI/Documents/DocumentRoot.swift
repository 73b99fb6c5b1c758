package import HTTP

/// Where a discovery document sends its readers. Clients send their credentials there.
package enum DocumentRoot {
    /// The URL that paths are appended to, with a slash at its end: the one that is configured, or the host that the client
    /// reached. A field `Host` that is more than a host is not repeated.
    /// - Parameter publicURL: without a slash at its end; nil if none is configured.
    package static func url(publicURL: String?, _ headers: HTTPHeaders) -> String {
        if let publicURL { return "\(publicURL)/" }
        let hosts = headers.values(of: "Host")
        guard hosts.count == 1, let host = hosts.first, HostAndPort(host) != nil else { return "http://localhost/" }
        return "http://\(host)/"
    }
}
