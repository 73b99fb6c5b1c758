/// Why a key ring or a schedule cannot be as asked.
public struct KeyRingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// A moment lies before 1970, after the year 9999, or before the change it has to follow.
        case invalidMoment
        /// Two entries have one `kid`.
        case duplicateKey
        /// No entry has that `kid`.
        case unknownKey
        /// There is not exactly one active key, or the key is not in the state that the change starts from.
        case wrongState
        /// A next key waits already.
        case alreadyPublished
        /// The key has not been published, or retired, for long enough.
        case tooEarly
        /// There are 64 keys already.
        case full
        /// A schedule under which verifiers would miss a key that they need.
        case invalidSchedule
    }

    /// What kind of refusal this is.
    public let code: Code

    init(_ code: Code) { self.code = code }

    /// A sentence without any key.
    public var description: String { "key ring: \(code.rawValue)" }
}
