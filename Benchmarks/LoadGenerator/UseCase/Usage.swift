import Synchronization

/// What a number of calls cost.
struct Usage {
    /// Microseconds of the process's processor time for each.
    let processor: Double
    let perSecond: Double

    static func of(_ count: Int, _ body: () async throws -> Void) async rethrows -> Usage {
        let (clock, began) = (ContinuousClock.now, MonotonicClock.processorSeconds)
        try await body()
        let used = (MonotonicClock.processorSeconds - began) * 1e6
        let elapsed = clock.duration(to: .now) / .seconds(1)
        return Usage(processor: used / Double(count), perSecond: Double(count) / elapsed)
    }
}

/// A number of callers that share some work.
enum Crowded {
    /// - Returns: in the order of the elements.
    static func map<Element: Sendable, Value: Sendable>(
        _ elements: [Element], _ callers: Int, on processors: Processors,
        _ body: @escaping @Sendable (Element) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: [(Int, Value)].self) { group in
            for caller in 0..<callers {
                group.addTask(executorPreference: processors) {
                    var values: [(Int, Value)] = []
                    for index in stride(from: caller, to: elements.count, by: callers) {
                        values.append((index, try await body(elements[index])))
                    }
                    return values
                }
            }
            var all: [(Int, Value)] = []
            for try await values in group { all += values }
            return all.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

/// What became of work that somebody waits for.
final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)

    func keep(_ result: Result<Value, any Error>) { self.result.withLock { $0 = result } }

    func value() throws -> Value {
        guard let result = result.withLock({ $0 }) else { throw Failure("nothing became of it") }
        return try result.get()
    }
}
