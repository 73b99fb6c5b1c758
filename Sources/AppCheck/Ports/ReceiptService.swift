package import AppAttest

/// What Apple's service for receipts answered, each status its own answer.
package enum ReceiptAnswer: Hashable, Sendable {
    /// 200 with a body in base64: the bytes, not judged.
    case receipt([UInt8])
    /// 200 with a body that is not base64 or is empty.
    case unreadable
    /// 304.
    case notModified
    /// 400.
    case badRequest
    /// 401, also with a bearer token made anew.
    case unauthorized
    /// 404.
    case noData
    /// 429. Seconds that the service asks to wait for; nil where it does not say.
    case tooManyRequests(retryAfter: Int64?)
    /// 5xx and every status that is not named here.
    case trouble(status: Int, retryAfter: Int64?)
    /// No connection, no whole answer in time, or one longer than 64 KiB, in words for the log.
    case unreachable(String)
}

/// Apple's service that gives newer receipts for older ones.
package protocol ReceiptService: Sendable {
    /// The teams that it has a DeviceCheck key for.
    var teamIDs: [String] { get }
    /// Whether it is Apple's own, which knows nothing of simulated devices.
    var isApple: Bool { get }

    /// Asks once; with a new bearer token a second time if the first one was refused. Never takes longer than
    /// ``ReceiptRefresh/longestAnswer`` in all.
    /// - Parameters:
    ///   - receipt: as it is kept.
    ///   - environment: of the key: decides whom to ask.
    ///   - teamID: one of ``teamIDs``.
    func newerReceipt(
        for receipt: [UInt8], environment: AttestationEnvironment, teamID: String
    ) async -> ReceiptAnswer
}
