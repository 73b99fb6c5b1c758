import AppCheck
import Cryptography
import Foundation
import Synchronization

/// The moment that a test says it is. It stands still until the test moves it.
final class StoppedClock: Sendable {
    private let moment: Mutex<Int64>

    init(_ seconds: Int64) { moment = Mutex(seconds) }

    /// Whole seconds since 1970.
    var seconds: Int64 {
        get { moment.withLock { $0 } }
        set { moment.withLock { $0 = newValue } }
    }

    var date: Date { Date(timeIntervalSince1970: Double(seconds)) }

    func advance(by seconds: Int64) { moment.withLock { $0 += seconds } }

    /// This clock, and bytes that follow from the seed alone.
    func surroundings(seed: String) -> Surroundings {
        let draws = Draws(seed: seed)
        return Surroundings(now: { self.date }, randomBytes: { count in draws.bytes(count) })
    }
}

/// Bytes that look like chance and are the same in each run.
final class Draws: Sendable {
    private let seed: String
    private let count = Mutex(0)

    init(seed: String) { self.seed = seed }

    func bytes(_ wanted: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < wanted {
            let number = count.withLock { count in
                count += 1
                return count
            }
            bytes += SHA256.hash(Array("\(seed)/\(number)".utf8))
        }
        return Array(bytes.prefix(wanted))
    }
}
