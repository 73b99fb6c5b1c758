import AppCheck
import Synchronization

/// Remembers what it was told of exchanges.
final class Witness: ExchangeObserver {
    private let told = Mutex<[ExchangeEnding]>([])

    var endings: [ExchangeEnding] { told.withLock { $0 } }

    func observe(_ ending: ExchangeEnding) { told.withLock { $0.append(ending) } }
}
