import AppAttestSimulator
import AppCheck
import Foundation

/// Times exchanges in this process, without HTTP: the whole process's processor time, since stores have threads of their
/// own.
enum UseCaseCommand {
    private static let callers = [1, 16]

    static func run(_ options: Options) throws {
        guard let store = UseCaseStore(rawValue: try options.text("store")) else {
            throw Failure("--store: expected memory, sqlite or postgres")
        }
        let count = try options.number("count", 16...20_000, default: 480)
        let rounds = try options.number("rounds", 1...100, default: 5)
        let processors = Processors()
        let figures = try Self.waiting {
            var figures: [Measurement] = []
            try await store.with(options, UseCaseSite.surroundings, processors) { open in
                figures = try await measure(
                    UseCaseSite(over: open), processors, count, rounds, "usecase.\(store.rawValue)")
            }
            return figures
        }
        print(
            "over \(store.rawValue): us of processor time each, the process's; median of \(rounds) rounds of \(count)")
        for figure in figures where figure.unit == "us" {
            print(figure.name.column(42) + figure.median.column(0, width: 8) + "  " + figure.range(0))
        }
        try Measurement.record(figures, options)
    }

    private static func measure(
        _ site: UseCaseSite, _ processors: Processors, _ count: Int, _ rounds: Int, _ name: String
    ) async throws -> [Measurement] {
        var values: [String: [Double]] = [:]
        // Keys are loaded and tables made before the first round.
        _ = try await site.exchange(site.attestation().1)
        var floor = try FloorBeside()
        for _ in 0..<rounds {
            for callers in Self.callers {
                try floor.measure(beside: name)
                var submissions: [(device: SimulatedDevice, request: AttestationSubmission)] = []
                for _ in 0..<count { submissions.append(try await site.attestation()) }
                var answers: [[UInt8]] = []
                let attestations = try await Usage.of(count) {
                    answers = try await Crowded.map(submissions, callers, on: processors) {
                        try await site.exchange($0.request)
                    }
                }
                var assertions: [AssertionSubmission] = []
                for (submission, artifact) in zip(submissions, answers) {
                    var registered = UseCaseSite.Registered(device: submission.device, artifact: artifact)
                    assertions.append(try await site.assertion(of: &registered))
                }
                let later = try await Usage.of(count) {
                    _ = try await Crowded.map(assertions, callers, on: processors) { try await site.exchange($0) }
                }
                for (kind, usage) in [("attestation", attestations), ("assertion", later)] {
                    values["\(name).\(kind).\(callers).processor", default: []].append(usage.processor)
                    values["\(name).\(kind).\(callers).rate", default: []].append(usage.perSecond)
                }
            }
        }
        try floor.measure(beside: name)
        return values.sorted { $0.key < $1.key }.map { name, rounds in
            Measurement(name: name, unit: name.hasSuffix(".rate") ? "1/s" : "us", rounds: rounds)
        } + floor.measurements
    }

    /// Runs what may suspend, and waits for it on a thread that has nothing else to do.
    private static func waiting<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let ended = DispatchSemaphore(value: 0)
        let promise = Outcome<Value>()
        Task.detached {
            do { promise.keep(.success(try await body())) } catch { promise.keep(.failure(error)) }
            ended.signal()
        }
        ended.wait()
        return try promise.value()
    }
}
