private import Synchronization

/// Things of libcrypto's that cost much to make and serve one thread at a time: as many are kept as were in use at once.
final class Reserve<Item: AnyObject & Sendable>: Sendable {
    private let items = Mutex<[Item]>([])
    private let make: @Sendable () throws(CryptographyError) -> Item
    /// More threads than that at once are no use to anybody.
    private static var capacity: Int { 64 }

    init(_ make: @escaping @Sendable () throws(CryptographyError) -> Item) { self.make = make }

    /// Lends one out. The body leaves nothing in it that the next one must not find.
    func lend<Value>(_ body: (Item) throws(CryptographyError) -> Value) throws(CryptographyError) -> Value {
        let item: Item
        if let free = items.withLock({ $0.popLast() }) { item = free } else { item = try make() }
        defer { items.withLock { if $0.count < Self.capacity { $0.append(item) } } }
        return try body(item)
    }
}
