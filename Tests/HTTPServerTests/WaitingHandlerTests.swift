import Dispatch
import HTTP
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Handlers that wait") struct WaitingHandlerTests {
    private static let clients = 8
    private static let requests = 48

    /// Waits in one of many ways, by the last digit of the path.
    private static let handler: HTTPHandler = { request in
        let way = request.target.rawPath.utf8.last ?? 0
        switch way % 6 {
        case 0: await Shared.one.count()
        case 1: await Shared.one.countTwice()
        case 2:
            await withTaskGroup(of: Void.self) { group in
                for shared in [Shared.one, .other, .one, .other] {
                    group.addTask {
                        await Task.yield()
                        await shared.count()
                        await Task.yield()
                    }
                }
            }
        case 3:
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume() }
            }
        case 4: await Apart.shared.count()
        default:
            async let first: Void = Shared.one.count()
            async let second: Void = Apart.shared.count()
            _ = await (first, second)
        }
        return await RunningServer.echo(request)
    }

    /// Each client sends one request after the other; ends early when the server closes the connection.
    /// - Returns: the answers that were wrong, and how many there were.
    private static func ask(
        _ port: UInt16, answered: @escaping @Sendable () -> Void = {}
    ) async -> (wrong: [String], count: Int) {
        await withTaskGroup(of: (wrong: [String], count: Int).self) { group in
            for client in 0..<clients {
                group.addTask {
                    let answers = Mutex((wrong: [String](), count: 0))
                    try? await offPool {
                        let raw = try RawClient(port: port)
                        for number in 0..<requests {
                            raw.send("GET /\(client)-\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
                            let text = try raw.readResponse().text
                            answers.withLock { answers in
                                answers.count += 1
                                if text != "GET /\(client)-\(number) -\n" { answers.wrong.append(text) }
                            }
                            answered()
                        }
                    }
                    return answers.withLock { $0 }
                }
            }
            return await group.reduce(into: ([], 0)) { sum, part in
                sum.wrong += part.wrong
                sum.count += part.count
            }
        }
    }

    @Test("are answered, each with its own answer, whatever they wait for and wherever that ends")
    func answers() async throws {
        let (wrong, count) = try await withServer(handler: Self.handler) { running in await Self.ask(running.port) }
        #expect(wrong == [])
        #expect(count == Self.clients * Self.requests)
    }

    @Test("are answered when they return on a thread that is not the server's") func returnApart() async throws {
        let handler: HTTPHandler = { @Apart request in
            await Apart.shared.count()
            return HTTPResponse(status: 200, body: Array(request.target.rawPath.utf8))
        }
        try await withServer(handler: handler) { running in
            for number in 0..<20 {
                let response = try await running.exchange("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(response.text == "/\(number)")
            }
        }
    }

    @Test("neither keep a server from stopping nor get another's answer when it stops", arguments: 1...6)
    func stop(_ round: Int) async throws {
        let answers = Atomic(0)
        let isBusy = Gate()
        let running = try RunningServer(handler: Self.handler)
        async let asked = Self.ask(running.port) {
            if answers.add(1, ordering: .relaxed).newValue == 17 * round { Task { await isBusy.open() } }
        }
        await isBusy.wait()
        await running.server.stop()
        #expect(await asked.wrong == [])
    }
}

private actor Shared {
    static let one = Shared()
    static let other = Shared()
    private var number = 0

    func count() { number += 1 }

    func countTwice() async {
        number += 1
        await Task.yield()
        number += 1
    }
}

/// Runs on a queue of its own, whatever a task prefers.
@globalActor private actor Apart {
    static let shared = Apart()
    private let queue = QueueExecutor()
    private var number = 0
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    func count() { number += 1 }
}

private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "apart")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
}
