/// The time by which things are forgotten: that of the system's clock, but never ahead of the time that has really passed.
///
/// A clock that is hours ahead for a while would have a server forget challenges and tokens that are good again once it is
/// set right, and they could be used a second time. To forget later than needed costs space only.
package struct ForgettingClock: Sendable {
    private let startedAt: Int64

    /// - Parameter startedAt: what the system's clock showed when the server started, in seconds since 1970.
    package init(startedAt: Int64) { self.startedAt = startedAt }

    /// - Parameters:
    ///   - now: what the system's clock shows, in seconds since 1970.
    ///   - elapsed: since the server started, by a clock that nobody sets.
    /// - Returns: seconds since 1970.
    package func moment(now: Int64, elapsed: Duration) -> Int64 { min(now, startedAt + elapsed.components.seconds) }
}
