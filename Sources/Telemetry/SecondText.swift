internal import Synchronization

/// The text of a moment, made once a second: many lines of a log are of the same one.
package final class SecondText: Sendable {
    private let last = Mutex<(second: Int64, text: String)?>(nil)
    private let text: @Sendable (Int64) -> String

    /// - Parameter text: of a number of whole seconds since 1970.
    package init(_ text: @escaping @Sendable (Int64) -> String) { self.text = text }

    /// - Parameter second: since 1970.
    package func of(_ second: Int64) -> String {
        last.withLock { last in
            if let last, last.second == second { return last.text }
            let made = text(second)
            last = (second, made)
            return made
        }
    }
}
