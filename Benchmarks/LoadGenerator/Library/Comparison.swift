/// An operation of ours, and the least that libcrypto or Foundation would do for the same end.
struct Comparison {
    let name: String
    /// How often in a round.
    let count: Int
    let ours: () throws -> Void
    let plainName: String
    let plain: () throws -> Void
}

/// Made when an operation that must succeed did not.
func require(_ succeeded: Bool, _ what: String) throws(Failure) {
    guard succeeded else { throw Failure("\(what) failed") }
}
