private import AppAttest
package import Cryptography
package import FoundationEssentials

/// Time and chance, handed down from the composition root: nothing below it looks at a clock.
package struct Surroundings: Sendable {
    package let now: @Sendable () -> Date
    private let random: @Sendable (_ count: Int) throws(CryptographyError) -> [UInt8]

    package init(
        now: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (_ count: Int) throws(CryptographyError) -> [UInt8]
    ) {
        (self.now, random) = (now, randomBytes)
    }

    /// `count` unpredictable bytes.
    package func randomBytes(_ count: Int) throws(CryptographyError) -> [UInt8] { try random(count) }

    /// Whole seconds since 1970, rounded down. No clock makes it so large that adding a duration overflows.
    package var seconds: Int64 { Int64(secondsSince1970: now()) }
}
