package import AppCheck
import CPostgres
import Glibc

/// One connection with its prepared statements. What it does blocks: it belongs on a thread of its own.
///
/// `@unchecked Sendable` because it is opened on one thread and then handed to another: never are two threads in it at
/// the same time.
@safe package final class PostgresConnection: SQLSession, @unchecked Sendable {
    /// A `PGconn`; nil once closed.
    var handle: OpaquePointer?
    /// What the server knows the connection by.
    private var backend: Int64 = 0
    /// Names of prepared statements by their text.
    var prepared: [String: String] = [:]
    /// What the last statement that was not done failed of.
    private(set) var lastFailure: PostgresFailure?
    /// Milliseconds without any word from the server, after which it is given up.
    private var patience: Int32
    /// Whether the server warned since this was last set back.
    var sawWarning = false
    /// Where PostgreSQL warns, at every write for weeks, that it runs out of numbers unless somebody cleans up. That says
    /// nothing about what is being written.
    private static let longTermWarnings: Set<String> = ["GetNewTransactionId", "GetNewMultiXactId"]

    /// Connects, to the first host that will do.
    /// - Parameter deadline: milliseconds that the server gives each statement.
    /// - Throws: ``StoreError/unavailable(_:)`` in the words of libpq, which name hosts and users and no password.
    init(_ target: PostgresTarget, deadline: Int32) throws(StoreError) {
        patience = deadline + 2_000
        unsafe handle = Self.connect(target)
        guard unsafe PQstatus(handle) == CONNECTION_OK else {
            let message = unsafe String(cString: PQerrorMessage(handle))
            close()
            throw .unavailable(message.split(whereSeparator: \.isNewline).joined(separator: "; "))
        }
        _ = unsafe PQsetnonblocking(handle, 1)
        backend = Int64(unsafe PQbackendPID(handle))
        unsafe PQsetNoticeReceiver(
            handle,
            { context, notice in
                guard let context = unsafe context, let notice = unsafe notice else { return }
                // Owned by libpq, which clears it afterwards.
                guard let severity = unsafe PQresultErrorField(notice, 0x56) else { return }
                if let routine = unsafe PQresultErrorField(notice, 0x52) {
                    let name = unsafe String(cString: routine)
                    if PostgresConnection.longTermWarnings.contains(name) { return }
                }
                if unsafe String(cString: severity) == "WARNING" {
                    unsafe Unmanaged<PostgresConnection>.fromOpaque(context).takeUnretainedValue().sawWarning = true
                }
            }, Unmanaged.passUnretained(self).toOpaque())
        do throws(PostgresFailure) {
            // Whoever freezes in the midst of a transaction must not keep rows locked.
            try command("SET statement_timeout = \(deadline)")
            try command("SET idle_in_transaction_session_timeout = \(Int64(deadline) * 2)")
            // That a commit may not be kept is said by a warning, which somebody may have turned off.
            try command("SET client_min_messages = warning")
            // Every statement has an index to go by. A plan that was made for any number of rows, or before there were many,
            // may prefer to go through all of them.
            try command("SET enable_seqscan = off")
        } catch {
            close()
            throw error.error
        }
    }

    private static func connect(_ target: PostgresTarget) -> OpaquePointer? {
        let (names, values) = (CTexts(target.options.map(\.name)), CTexts(target.options.map(\.value)))
        let handle = unsafe PQconnectdbParams(names.pointers, values.pointers, 1)
        // Whoever is not asked for any more may be gone, and the texts with it.
        withExtendedLifetime((names, values)) {}
        return unsafe handle
    }

    deinit { close() }

    func close() {
        unsafe PQfinish(handle)
        unsafe handle = nil
    }

    /// What is to be said where the server fell silent here; nil where it did not.
    var silence: StoreError? { lastFailure == .silence ? lastFailure?.error : nil }

    /// Whether the server is still at what it was last asked over another connection.
    func isServerBusy(with other: PostgresConnection) -> Bool {
        let rows = try? query(
            "SELECT count(*) FROM pg_stat_activity WHERE pid = $1 AND state = 'active'", [.integer(other.backend)])
        return rows == [[.integer(1)]]
    }

    /// Whether nothing speaks against using it. One that idled may have been closed by the server meanwhile.
    func isUsable() -> Bool {
        guard unsafe handle != nil, lastFailure?.kind != .connection else { return false }
        // The last words of a server come before the end of the connection, which is seen only behind them.
        while wait(for: POLLIN, milliseconds: 0) & POLLIN != 0 {
            guard unsafe PQconsumeInput(handle) == 1, unsafe PQstatus(handle) == CONNECTION_OK else { return false }
        }
        return unsafe PQstatus(handle) == CONNECTION_OK
    }

    // MARK: Statements

    package func execute(_ sql: String, _ parameters: [SQLValue]) throws(StoreError) -> Int {
        try run(sql, parameters).affected
    }

    package func query(_ sql: String, _ parameters: [SQLValue]) throws(StoreError) -> [[SQLValue]] {
        try run(sql, parameters).rows()
    }

    /// Runs what takes no parameters and is not worth preparing.
    @discardableResult func command(_ sql: String) throws(PostgresFailure) -> PostgresResult {
        try noting { () throws(PostgresFailure) in
            guard unsafe PQsendQuery(handle, sql) == 1 else { throw broken() }
            return try onlyResult()
        }
    }

    private func run(_ sql: String, _ parameters: [SQLValue]) throws(StoreError) -> PostgresResult {
        do throws(PostgresFailure) {
            return try noting { () throws(PostgresFailure) in
                let parameters = try PostgresParameters(parameters)
                let name: String
                if let known = prepared[sql] {
                    name = known
                } else {
                    name = try sendPreparation(of: sql, parameters)
                    _ = try onlyResult()
                    prepared[sql] = name
                }
                try send(name, parameters)
                return try onlyResult()
            }
        } catch { throw error.error }
    }

    /// - Parameter others: how many other preparations are under way.
    func sendPreparation(
        of sql: String, _ parameters: PostgresParameters, after others: Int = 0
    ) throws(PostgresFailure) -> String {
        let name = "assay_\(prepared.count + others)"
        let types = parameters.types
        guard unsafe PQsendPrepare(handle, name, sql, Int32(types.count), types) == 1 else { throw broken() }
        return name
    }

    func send(_ name: String, _ parameters: PostgresParameters) throws(PostgresFailure) {
        let isSent = unsafe parameters.withPointers { count, values, lengths, formats in
            unsafe PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw broken() }
    }

    /// Forgets what failed before, where the connection is still good.
    func forgetFailure() { if lastFailure?.kind != .connection { lastFailure = nil } }

    /// Runs what may take any time: the server is waited for without an end.
    func withoutPatience<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        let usual = patience
        patience = -1
        defer { patience = usual }
        return try body()
    }

    func noting<Value>(
        _ body: () throws(PostgresFailure) -> Value
    ) throws(PostgresFailure) -> Value {
        // Answers that were given up may come yet, and would be taken for those to what is asked now.
        if let lastFailure, lastFailure.kind == .connection { throw lastFailure }
        do throws(PostgresFailure) { return try body() } catch {
            lastFailure = error
            throw error
        }
    }

    // MARK: Answers

    /// The answer to the one statement that is under way.
    private func onlyResult() throws(PostgresFailure) -> PostgresResult {
        var last: PostgresResult?
        // Of several failures the first one tells why; what follows is that the connection is gone.
        var failure: PostgresFailure?
        while let result = try nextResult() {
            last = result
            if failure == nil { failure = result.failure }
        }
        if let failure { throw failure }
        guard let last else { throw broken() }
        return last
    }

    /// - Returns: nil where libpq parts what belongs to one statement from what belongs to the next.
    func nextResult() throws(PostgresFailure) -> PostgresResult? {
        // Of a connection that breaks, what came before that is still there, and may say why.
        while unsafe PQisBusy(handle) != 0, try exchange() {}
        guard let result = unsafe PQgetResult(handle) else { return nil }
        return unsafe PostgresResult(result)
    }

    /// Sends what is to be sent and takes what has come; blocks until there is either, but not for ever.
    /// - Returns: whether the connection goes on.
    private func exchange() throws(PostgresFailure) -> Bool {
        let unsent = unsafe PQflush(handle)
        guard unsent >= 0 else { return false }
        let events = wait(for: unsent == 1 ? POLLIN | POLLOUT : POLLIN, milliseconds: patience)
        guard events != 0 else { throw .silence }
        return unsafe events == POLLOUT || PQconsumeInput(handle) == 1
    }

    func broken() -> PostgresFailure { .connection("the connection to the database broke") }

    /// - Returns: what happened; 0 when the time was over.
    private func wait(for events: Int32, milliseconds: Int32) -> Int32 {
        let socket = unsafe PQsocket(handle)
        var waiting = pollfd(fd: socket, events: Int16(events), revents: 0)
        var code: Int32
        repeat {
            code = unsafe poll(&waiting, 1, milliseconds)
        } while code < 0 && errno == EINTR
        if code == 0 { return 0 }
        return code > 0 ? Int32(waiting.revents) : POLLERR
    }
}

/// Texts as C takes a list of them, ended by a null pointer.
@safe private final class CTexts {
    let pointers: [UnsafePointer<CChar>?]

    init(_ texts: [String]) {
        var pointers = unsafe texts.map { unsafe UnsafePointer(strdup($0)) }
        unsafe pointers.append(nil)
        unsafe self.pointers = unsafe pointers
    }

    deinit { unsafe pointers.forEach { unsafe free(UnsafeMutableRawPointer(mutating: $0)) } }
}
