import AppCheckTokens
import Testing

@Suite("A key ring") struct KeyRingTests {
    private typealias Entry = KeyRing.Entry
    private let schedule = RotationSchedule()

    private func refusal(_ change: () throws -> Void) -> KeyRingError.Code? {
        #expect(throws: KeyRingError.self, performing: change)?.code
    }

    @Test("lets the first key sign at once, and only once") func first() throws {
        let ring = try KeyRing().makingFirst(KeyPool.key(0), at: 5)
        #expect(ring.active?.state == .active(since: 5))
        #expect(ring.active?.publishedAt == 5)
        #expect(ring.published == nil)
        #expect(refusal { _ = try ring.makingFirst(KeyPool.key(1), at: 6) } == .wrongState)
    }

    @Test("hands signing over from one key to the next") func handover() throws {
        let (old, next) = (try KeyPool.key(0), try KeyPool.key(1))
        let ring = try KeyRing().makingFirst(old, at: 0).publishingNext(next, at: 100)
            .activating(next.kid, at: 23_500, following: schedule)
        #expect(ring.entries.map(\.kid) == [old.kid, next.kid])
        #expect(ring.entries.map(\.state) == [.retiring(activeSince: 0, since: 23_500), .active(since: 23_500)])
        #expect(ring.entries.map(\.publishedAt) == [0, 100])
        let third = try KeyPool.key(2)
        let later = try ring.publishingNext(third, at: 30_000).activating(third.kid, at: 53_400, following: schedule)
        #expect(
            later.entries.map(\.state) == [
                .retiring(activeSince: 0, since: 23_500), .retiring(activeSince: 23_500, since: 53_400),
                .active(since: 53_400),
            ])
    }

    @Test("refuses a change before its time or from another state") func refusals() throws {
        let (old, next) = (try KeyPool.key(0), try KeyPool.key(1))
        let ring = try KeyRing().makingFirst(old, at: 0).publishingNext(next, at: 100)
        #expect(refusal { _ = try ring.activating(next.kid, at: 23_499, following: schedule) } == .tooEarly)
        #expect(refusal { _ = try ring.activating(next.kid, at: .min, following: schedule) } == .tooEarly)
        #expect(refusal { _ = try ring.activating(next.kid, at: .max, following: schedule) } == .invalidMoment)
        #expect(refusal { _ = try ring.activating(old.kid, at: 23_500, following: schedule) } == .wrongState)
        #expect(refusal { _ = try ring.activating("none", at: 23_500, following: schedule) } == .unknownKey)
        #expect(refusal { _ = try ring.publishingNext(KeyPool.key(2), at: 200) } == .alreadyPublished)
        #expect(refusal { _ = try ring.removing(old.kid, at: .max, following: schedule) } == .wrongState)
        #expect(refusal { _ = try ring.removing(next.kid, at: .max, following: schedule) } == .wrongState)
        let later = try ring.activating(next.kid, at: 23_500, following: schedule)
        #expect(refusal { _ = try later.removing(old.kid, at: 651_699, following: schedule) } == .tooEarly)
        #expect(try later.removing(old.kid, at: 651_700, following: schedule).entries.map(\.kid) == [next.kid])
        #expect(refusal { _ = try later.publishingNext(old, at: 30_000) } == .duplicateKey)
        #expect(refusal { _ = try KeyRing().publishingNext(old, at: 0) } == .wrongState)
        #expect(refusal { _ = try KeyRing().makingFirst(old, at: -1) } == .invalidMoment)
    }

    @Test("keeps a key published from when it became active, if the clock has gone back since") func clockBack() throws
    {
        let (old, next) = (try KeyPool.key(0), try KeyPool.key(1))
        let ring = try KeyRing().makingFirst(old, at: 1_000_000).publishingNext(next, at: 100)
            .activating(next.kid, at: 23_500, following: schedule)
        #expect(ring.entries[0].state == .retiring(activeSince: 1_000_000, since: 1_000_000))
    }

    @Test("is restored from stored moments") func restored() throws {
        let ring = try KeyRing(entries: [
            Entry(key: KeyPool.key(0), publishedAt: 1, activatedAt: 2, retiredAt: 3),
            Entry(key: KeyPool.key(1), publishedAt: 2, activatedAt: 3), Entry(key: KeyPool.key(2), publishedAt: 4),
        ])
        #expect(ring.entries.map(\.activatedAt) == [2, 3, nil])
        #expect(ring.entries.map(\.retiredAt) == [3, nil, nil])
        #expect(ring.active?.kid == (try KeyPool.key(1).kid))
        #expect(ring.published?.kid == (try KeyPool.key(2).kid))
    }

    @Test("is not restored from moments or states that cannot be") func impossible() throws {
        let (one, two) = (try KeyPool.key(0), try KeyPool.key(1))
        #expect(refusal { _ = try Entry(key: one, publishedAt: 1, retiredAt: 2) } == .wrongState)
        #expect(refusal { _ = try Entry(key: one, publishedAt: 2, activatedAt: 1) } == .invalidMoment)
        #expect(refusal { _ = try Entry(key: one, publishedAt: 1, activatedAt: 3, retiredAt: 2) } == .invalidMoment)
        #expect(refusal { _ = try Entry(key: one, publishedAt: 253_402_300_800) } == .invalidMoment)
        let active = try Entry(key: one, publishedAt: 1, activatedAt: 1)
        let otherActive = try Entry(key: two, publishedAt: 1, activatedAt: 1)
        let waiting = try Entry(key: two, publishedAt: 1)
        let otherWaiting = try Entry(key: KeyPool.key(2), publishedAt: 1)
        #expect(refusal { _ = try KeyRing(entries: [active, otherActive]) } == .wrongState)
        #expect(refusal { _ = try KeyRing(entries: [waiting]) } == .wrongState)
        #expect(refusal { _ = try KeyRing(entries: [active, waiting, otherWaiting]) } == .alreadyPublished)
        #expect(refusal { _ = try KeyRing(entries: [active, active]) } == .duplicateKey)
        #expect(refusal { _ = try KeyRing(entries: Array(repeating: active, count: 65)) } == .full)
    }
}
