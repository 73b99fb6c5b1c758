import AppCheck
import CPostgres
import Glibc

/// Whom libpq is to connect to, with what Assay adds to what the operator said.
struct PostgresTarget: Sendable {
    /// Names and values in the order in which libpq takes them: the later one of a name wins.
    let options: [(name: String, value: String)]
    let hasSeveralHosts: Bool

    /// - Throws: ``StoreError/unreadable(_:)`` for what is no connection string. The text itself may hold a password
    ///   and is not repeated.
    init(_ connectionString: String) throws(StoreError) {
        guard let given = Self.parse(connectionString) else {
            throw .unreadable("the connection string is not one that libpq understands")
        }
        let hosts = given["host"] ?? given["hostaddr"] ?? Self.environment("PGHOST") ?? ""
        hasSeveralHosts = hosts.contains(",")
        var options = [
            // So that a host that is gone without a word is noticed within seconds.
            (name: "keepalives_idle", value: "10"), (name: "keepalives_interval", value: "5"),
            (name: "keepalives_count", value: "3"), (name: "tcp_user_timeout", value: "15000"),
            (name: "fallback_application_name", value: "assay"),
        ]
        if Self.environment("PGCONNECT_TIMEOUT") == nil { options.append((name: "connect_timeout", value: "5")) }
        // Where there is one host, it is said of it that it takes no writes, which tells more than that none was found.
        if hasSeveralHosts, Self.environment("PGTARGETSESSIONATTRS") == nil {
            options.append((name: "target_session_attrs", value: "read-write"))
        }
        options.append((name: "dbname", value: connectionString))
        options.append((name: "client_encoding", value: "UTF8"))
        self.options = options
    }

    /// The options of a connection string that have a value; nil for what is none.
    private static func parse(_ connectionString: String) -> [String: String]? {
        var message: UnsafeMutablePointer<CChar>?
        guard let parsed = unsafe PQconninfoParse(connectionString, &message) else {
            unsafe PQfreemem(message)
            return nil
        }
        defer { unsafe PQconninfoFree(parsed) }
        var options: [String: String] = [:]
        var option = unsafe parsed
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe options[String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe option += 1
        }
        return options
    }

    private static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
