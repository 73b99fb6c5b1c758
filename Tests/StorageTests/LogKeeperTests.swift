import Storage
import Testing

/// Lengths in pages of 4096 bytes.
@Suite("What is done about the write-ahead log") struct LogKeeperTests {
    @Test("nothing while less than 8 MiB of it are not in the database", arguments: [0, 1, 2_048, 10_000, 16_383])
    func little(length: Int) {
        #expect(LogKeeper.step(length: length, moved: max(length - 2_047, 0)) == .nothing)
    }

    @Test("another connection moves what is in it alone, from 8 MiB on", arguments: [2_048, 9_000, 16_383])
    func elsewhere(length: Int) {
        #expect(LogKeeper.step(length: length, moved: length - 2_048) == .moveElsewhere)
        #expect(LogKeeper.step(length: length, moved: 0) == .moveElsewhere)
    }

    @Test("from 64 MiB on it is moved elsewhere until less than a mebibyte is left, and that by the writer")
    func startingOver() {
        #expect(LogKeeper.step(length: 16_384, moved: 0) == .moveElsewhere)
        #expect(LogKeeper.step(length: 16_384, moved: 16_384 - 257) == .moveElsewhere)
        #expect(LogKeeper.step(length: 16_384, moved: 16_384 - 256) == .moveHere)
        #expect(LogKeeper.step(length: 18_000, moved: 18_000) == .moveHere)
    }

    @Test("where nothing could be moved, another connection is asked again with 8 MiB more")
    func heldUp() {
        #expect(LogKeeper.step(length: 9_001, moved: 5_000, asked: (9_000, 5_000)) == .nothing)
        #expect(LogKeeper.step(length: 11_047, moved: 5_000, asked: (9_000, 5_000)) == .nothing)
        #expect(LogKeeper.step(length: 11_048, moved: 5_000, asked: (9_000, 5_000)) == .moveElsewhere)
        #expect(LogKeeper.step(length: 17_000, moved: 5_000, asked: (16_384, 5_000)) == .nothing)
        #expect(LogKeeper.step(length: 17_000, moved: 16_384, asked: (16_384, 5_000)) == .moveElsewhere)
        #expect(LogKeeper.step(length: 20_480, moved: 5_000, asked: (20_000, 5_000)) == .moveHere)
    }

    @Test("from 80 MiB on the writer moves everything, however much") func lastLimit() {
        #expect(LogKeeper.step(length: 20_479, moved: 0) == .moveElsewhere)
        #expect(LogKeeper.step(length: 20_480, moved: 0) == .moveHere)
        #expect(LogKeeper.step(length: 1_000_000, moved: 0) == .moveHere)
    }
}
