/// Requests of one sort over connections of their own, and what became of them.
final class Stream {
    /// Which request is sent when.
    enum Pace {
        /// Each connection sends a list of its own, in order, the next as soon as the last was answered.
        case lists([[[UInt8]]])
        /// Whatever connection was answered sends the next one, round and round, for so many seconds at most and not
        /// longer than other streams have something to send.
        case round([[UInt8]], seconds: Double)
        /// Each request is sent at its moment, in nanoseconds from the beginning, by whatever connection is free; if
        /// none is, as soon as one is. Its latency counts from the moment, so that those whom a stall keeps from being
        /// sent are not left out.
        case moments([[UInt8]], [UInt64])
    }

    let channels: [Channel]
    let status: Int
    private let pace: Pace
    private let keepsAnswers: Bool

    /// The bodies in the shape of the lists, or in one list; empty unless they were to be kept.
    private(set) var answers: [[[UInt8]]] = []
    private(set) var latencies = Histogram()
    /// How much later a request was sent than at its moment, or when a connection became free: the generator's own part.
    private(set) var lateness = Histogram()
    /// The longest time in nanoseconds that no answer arrived in while some were due.
    private(set) var longestPause: UInt64 = 0

    private var next = 0
    private var nextOfList: [Int] = []
    /// Nil for those that never end by themselves.
    private var left: Int?
    /// A ring of connections; those that are free begin at the head.
    private var idle: [Int]
    private var idleHead = 0
    private var underWay = 0
    private var quietSince: UInt64 = 0
    /// When the last time ended that all connections were under way.
    private var freeSince: UInt64 = 0
    private var start: UInt64 = 0

    /// - Parameters:
    ///   - status: of every answer; another one ends the run.
    ///   - keepsAnswers: of lists only.
    init(_ pool: ConnectionPool, _ pace: Pace, status: Int = 200, keepsAnswers: Bool = false) {
        (channels, self.pace, self.status, self.keepsAnswers) = (pool.channels, pace, status, keepsAnswers)
        idle = Array(channels.indices)
        switch pace {
        case .lists(let lists):
            nextOfList = [Int](repeating: 0, count: lists.count)
            left = lists.map(\.count).reduce(0, +)
            if keepsAnswers { answers = [[[UInt8]]](repeating: [], count: lists.count) }
        case .round: left = nil
        case .moments(let requests, _): left = requests.count
        }
    }

    /// Whether others go on as long as it does.
    var isFinite: Bool { left != nil }
    var isSent: Bool { left == 0 }
    var isUnderWay: Bool { underWay > 0 }
    var isTimed: Bool { if case .moments = pace { true } else { false } }

    func begin(at now: UInt64) { (start, quietSince) = (now, now) }

    /// The moment of the next request, if it has one and a connection is free for it.
    var nextMoment: UInt64? {
        guard case .moments(_, let moments) = pace, next < moments.count, underWay < channels.count else { return nil }
        return start + moments[next]
    }

    /// What a connection is to send that is free, and the moment that it counts from.
    func request(for index: Int, at now: UInt64, mayGoOn: Bool) -> (bytes: [UInt8], began: UInt64)? {
        switch pace {
        case .lists(let lists):
            guard index < lists.count, nextOfList[index] < lists[index].count else { return nil }
            nextOfList[index] += 1
            left? -= 1
            return (lists[index][nextOfList[index] - 1], now)
        case .round(let requests, let seconds):
            guard mayGoOn, now - start < UInt64(seconds * 1e9) else { return nil }
            next += 1
            return (requests[(next - 1) % requests.count], now)
        case .moments(let requests, let moments):
            guard next < moments.count, start + moments[next] <= now else { return nil }
            next += 1
            left? -= 1
            lateness.record(now - max(start + moments[next - 1], freeSince))
            return (requests[next - 1], start + moments[next - 1])
        }
    }

    /// The connection that was free longest, of a stream with moments.
    func takeIdle() -> Int? {
        guard underWay < channels.count else { return nil }
        defer { idleHead += 1 }
        return idle[idleHead % idle.count]
    }

    func sent(at now: UInt64) {
        if underWay == 0 { quietSince = now }
        underWay += 1
    }

    func answered(_ index: Int, _ body: UnsafeRawBufferPointer, at now: UInt64) {
        latencies.record(now - channels[index].began)
        longestPause = max(longestPause, now - quietSince)
        quietSince = now
        if underWay == channels.count { freeSince = now }
        if isTimed { idle[(idleHead + channels.count - underWay) % idle.count] = index }
        underWay -= 1
        if keepsAnswers { answers[index].append(Array(body)) }
    }
}
