import CEpoll
import Glibc

/// Sends what streams have to send, on the calling thread alone.
final class LoadLoop {
    private static let timerMark = UInt64.max

    private let streams: [Stream]
    private let hasFinite: Bool
    private let queue: Int32
    private let timer: Int32
    private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    private var timerSetTo: UInt64 = 0
    private var mayGoOn = true

    /// What a run came to, besides what the streams know.
    struct Outcome {
        /// Seconds from the first request to the last answer.
        let elapsed: Double
        /// Seconds of processor time of this process.
        let processor: Double
    }

    /// - Parameter seconds: after which a run that has not ended is given up.
    /// - Throws: at the first answer of a status that its stream does not have.
    static func run(_ streams: [Stream], seconds: Double = 120) throws(Failure) -> Outcome {
        let loop = try LoadLoop(streams)
        return try loop.run(seconds)
    }

    private init(_ streams: [Stream]) throws(Failure) {
        self.streams = streams
        hasFinite = streams.contains(where: \.isFinite)
        queue = epoll_create1(Int32(EPOLL_CLOEXEC))
        timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard queue >= 0, timer >= 0 else { throw Failure("no event queue: error \(errno)") }
        try watch(timer, EPOLL_CTL_ADD, EPOLLIN.rawValue, mark: Self.timerMark)
        for (number, stream) in streams.enumerated() {
            for (index, channel) in stream.channels.enumerated() {
                try watch(channel.descriptor, EPOLL_CTL_ADD, EPOLLIN.rawValue, mark: Self.mark(number, index))
            }
        }
    }

    deinit {
        close(queue)
        close(timer)
        room.deallocate()
    }

    private static func mark(_ stream: Int, _ channel: Int) -> UInt64 { UInt64(stream) << 32 | UInt64(channel) }

    private func watch(_ descriptor: Int32, _ change: Int32, _ events: UInt32, mark: UInt64) throws(Failure) {
        var event = epoll_event(events: events, data: epoll_data_t(u64: mark))
        guard epoll_ctl(queue, change, descriptor, &event) == 0 else { throw Failure("epoll_ctl: error \(errno)") }
    }

    private func run(_ seconds: Double) throws(Failure) -> Outcome {
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        let processor = MonotonicClock.processorSeconds
        let began = MonotonicClock.now
        var now = began
        for (number, stream) in streams.enumerated() {
            stream.begin(at: began)
            if !stream.isTimed {
                for index in stream.channels.indices { try sendNext(number, index, MonotonicClock.now) }
            }
        }
        while true {
            for (number, stream) in streams.enumerated() { try sendDue(number, stream) }
            if hasFinite {
                mayGoOn = streams.contains { $0.isFinite && ($0.isUnderWay || !$0.isSent) }
            }
            if !streams.contains(where: { $0.isUnderWay || $0.nextMoment != nil }) { break }
            let count = epoll_wait(queue, &events, Int32(events.count), 1_000)
            guard count >= 0 || errno == EINTR else { throw Failure("epoll_wait: error \(errno)") }
            for event in events.prefix(Int(max(0, count))) { try handle(event) }
            now = MonotonicClock.now
            guard Double(now - began) < seconds * 1e9 else { throw Failure("no end after \(Int(seconds)) s") }
        }
        return Outcome(
            elapsed: Double(now - began) / 1e9, processor: MonotonicClock.processorSeconds - processor)
    }

    private func handle(_ event: epoll_event) throws(Failure) {
        let mark = event.data.u64
        guard mark != Self.timerMark else {
            var expirations: UInt64 = 0
            read(timer, &expirations, MemoryLayout<UInt64>.size)
            return
        }
        let (number, index) = (Int(mark >> 32), Int(mark & 0xFFFF_FFFF))
        let stream = streams[number]
        let channel = stream.channels[index]
        if event.events & EPOLLOUT.rawValue != 0, try channel.sendMore() {
            try watch(channel.descriptor, EPOLL_CTL_MOD, EPOLLIN.rawValue, mark: mark)
        }
        guard event.events & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 else { return }
        var now: UInt64 = 0
        let isAnswered = try channel.receive(room) { status, body throws(Failure) in
            guard status == stream.status else {
                throw Failure(
                    "status \(status) instead of \(stream.status): \(String(decoding: body.prefix(400), as: UTF8.self))"
                )
            }
            now = MonotonicClock.now
            stream.answered(index, body, at: now)
        }
        if isAnswered, !stream.isTimed { try sendNext(number, index, now) }
    }

    /// What has become due. The timer is set for what comes next.
    private func sendDue(_ number: Int, _ stream: Stream) throws(Failure) {
        while let moment = stream.nextMoment {
            let now = MonotonicClock.now
            guard moment <= now, let index = stream.takeIdle() else {
                try wake(at: moment, now)
                return
            }
            try sendNext(number, index, now)
        }
    }

    /// Only one stream of a run may have moments.
    private func wake(at moment: UInt64, _ now: UInt64) throws(Failure) {
        guard moment != timerSetTo, moment > now else { return }
        timerSetTo = moment
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(moment / 1_000_000_000)
        setting.it_value.tv_nsec = Int(moment % 1_000_000_000)
        guard timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &setting, nil) == 0 else {
            throw Failure("timerfd_settime: error \(errno)")
        }
    }

    private func sendNext(_ number: Int, _ index: Int, _ now: UInt64) throws(Failure) {
        let stream = streams[number]
        guard let (bytes, moment) = stream.request(for: index, at: now, mayGoOn: mayGoOn) else { return }
        stream.sent(at: now)
        let channel = stream.channels[index]
        if try !channel.send(bytes, countedFrom: moment) {
            try watch(
                channel.descriptor, EPOLL_CTL_MOD, EPOLLIN.rawValue | EPOLLOUT.rawValue, mark: Self.mark(number, index))
        }
    }
}
