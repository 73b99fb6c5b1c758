import AppCheck
import Glibc
import Synchronization

/// Tells on standard error how far long work has come; nothing of work that takes a second. A terminal has one line that
/// changes, anything else a line every few seconds.
final class ProgressLine: Sendable {
    private struct State {
        var step: WorkProgress.Step?
        /// When the step began, and with how much done.
        var start: (moment: ContinuousClock.Instant, done: Int)
        var shownAt: ContinuousClock.Instant?
    }

    private let terminal: Terminal
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let began = ContinuousClock.now
    private let state: Mutex<State>

    init(_ terminal: Terminal) {
        self.terminal = terminal
        state = Mutex(State(start: (began, 0)))
    }

    @Sendable func show(_ progress: WorkProgress) {
        let now = ContinuousClock.now
        let text: String? = state.withLock { state in
            let isNew = state.step != progress.step
            if isNew {
                state.step = progress.step
                state.start = (now, progress.done)
            }
            guard now - began >= .seconds(1) else { return nil }
            let pause: Duration = isTerminal ? .milliseconds(200) : .seconds(5)
            if !isNew, let shownAt = state.shownAt, now - shownAt < pause { return nil }
            state.shownAt = now
            return Self.text(progress, since: state.start.done, during: now - state.start.moment)
        }
        guard let text else { return }
        if isTerminal { terminal.redraw(text) } else { terminal.note(text) }
    }

    /// Makes room for what comes next.
    func end() {
        let isShown = state.withLock { $0.shownAt != nil }
        if isTerminal && isShown { terminal.redraw("") }
    }

    static func text(_ progress: WorkProgress, since start: Int, during time: Duration) -> String {
        var text = words(progress.step)
        guard progress.all > 0 else { return text }
        text += " \(progress.done) of \(progress.all) \(progress.unit.rawValue)"
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        guard seconds >= 0.5, progress.done > start else { return text }
        let rate = Double(progress.done - start) / seconds
        return text + ", \(Int(rate)) a second, \(Int(Double(progress.all - progress.done) / rate))s left"
    }

    private static func words(_ step: WorkProgress.Step) -> String {
        switch step {
        case .copying: "copying"
        case .checking: "checking"
        case .writing: "writing"
        case .comparing: "comparing"
        }
    }
}
