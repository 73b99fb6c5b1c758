import AppCheck

/// Finds out whether the store can grow and commit.
enum WriteProbe {
    /// More than a page of any database, so that a probe needs space as a registration does.
    private static let byteCount = 8192

    static func run(on session: some SQLSession) throws(StoreError) -> Decision<Void> {
        let filling = [UInt8](repeating: 0x61, count: byteCount)
        _ = try session.execute("INSERT INTO write_probes (filling) VALUES ($1)", [.bytes(filling)])
        _ = try session.execute("DELETE FROM write_probes", [])
        return .keep(())
    }
}
