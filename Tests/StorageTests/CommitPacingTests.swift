import Storage
import Testing

@Suite("How many writes a commit waits for") struct CommitPacingTests {
    /// What an exchange takes at least.
    private let exchange = Duration.milliseconds(1)

    /// A pacing that has seen so many writes share a commit.
    private func pacing(after writes: Int) -> CommitPacing {
        var pacing = CommitPacing()
        pacing.begin(sinceLast: exchange)
        pacing.end(writes: writes)
        return pacing
    }

    @Test("a caller who is alone, one time after the other, waits for nobody") func alone() {
        var pacing = CommitPacing()
        for _ in 0..<100 {
            pacing.begin(sinceLast: exchange)
            #expect(pacing.aim == 1)
            pacing.end(writes: 1)
        }
    }

    @Test("who comes sooner than the last caller can be back is another one, and a second write is worth waiting for")
    func another() {
        var pacing = CommitPacing()
        pacing.begin(sinceLast: .microseconds(499))
        #expect(pacing.aim == 2)
    }

    @Test("as many are waited for as came together last") func together() {
        #expect(pacing(after: 7).aim == 7)
        var pacing = pacing(after: 7)
        pacing.end(writes: 12)
        #expect(pacing.aim == 12)
    }

    @Test("one that was waited for in vain is waited for no more") func inVain() {
        var pacing = pacing(after: 7)
        pacing.end(writes: 4)
        #expect(pacing.aim == 6)
        pacing.end(writes: 4)
        #expect(pacing.aim == 5)
    }

    @Test("after four commits of a single write callers count as alone, and it is tried again 512 commits later")
    func calm() {
        var pacing = pacing(after: 3)
        for _ in 0..<3 { pacing.end(writes: 1) }
        #expect(pacing.aim == 2)
        pacing.end(writes: 1)
        for _ in 0..<512 {
            pacing.begin(sinceLast: .zero)
            #expect(pacing.aim == 1)
            pacing.end(writes: 1)
        }
        pacing.begin(sinceLast: .zero)
        #expect(pacing.aim == 2)
    }

    @Test("two writes that share a commit by themselves end the pause") func pause() {
        var pacing = pacing(after: 2)
        for _ in 0..<4 { pacing.end(writes: 1) }
        #expect(pacing.aim == 1)
        pacing.end(writes: 2)
        #expect(pacing.aim == 2)
    }
}
