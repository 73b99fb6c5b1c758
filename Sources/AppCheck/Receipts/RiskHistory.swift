/// The values of a key's risk metric, oldest first.
package enum RiskHistory {
    /// How many are kept of a key. Apple makes at most one a day.
    package static let capacity = 64
}
