import AssayServer
import Foundation
import Glibc
import Testing
import TestSupport

/// Named pipes hand over what they have, and a signal ends a call that waits: both as a disk seldom does.
@Suite("An open file, interrupted by signals", .onSQLite("is about files beside the store"))
struct InterruptedFileTests {
    /// A thread that signals are sent to, which does not end before it may.
    private final class Target: Sendable {
        private let thread: AsyncStream<pthread_t>.Continuation
        private let threads: AsyncStream<pthread_t>
        private let mayEnd = DispatchSemaphore(value: 0)

        init() { (threads, thread) = AsyncStream.makeStream() }

        func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
            try await offPool { [self] in
                defer { mayEnd.wait() }
                thread.yield(pthread_self())
                return try body()
            }
        }

        /// Runs on another thread what is to interrupt the first.
        func interrupt(_ body: @escaping @Sendable (_ signal: () -> Void) throws -> Void) async throws {
            var iterator = threads.makeAsyncIterator()
            let thread = try #require(await iterator.next())
            defer { mayEnd.signal() }
            try await offPool { try body { pthread_kill(thread, SIGUSR1) } }
        }
    }

    private func withPipe(_ body: (String) async throws -> Void) async throws {
        // Without SA_RESTART: calls that wait end with EINTR.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        #expect(sigaction(SIGUSR1, &action, nil) == 0)
        try await TemporaryFolder.with { folder in
            #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
            try await body(folder.file("pipe"))
        }
    }

    @Test("is read whole, however few bytes come at a time") func read() async throws {
        let sent = (0..<3_000).map { UInt8($0 % 251) }
        try await withPipe { path in
            let target = Target()
            async let found = target.run {
                let file = try OpenFile(reading: path)
                return [try file.read(upTo: 2_000), try file.read(upTo: 2_000), try file.read(upTo: 2_000)]
            }
            try await target.interrupt { signal in
                // It waits for this end to be opened.
                for _ in 0..<500 { signal() }
                let descriptor = open(path, O_WRONLY | O_CLOEXEC)
                defer { close(descriptor) }
                for byte in sent {
                    signal()
                    #expect(withUnsafePointer(to: byte) { Glibc.write(descriptor, $0, 1) } == 1)
                }
            }
            #expect(try await found == [Array(sent[..<2_000]), Array(sent[2_000...]), []])
        }
    }

    @Test("is written whole, however few bytes are taken at a time") func write() async throws {
        let sent = (0..<1_000_000).map { UInt8($0 % 251) }
        try await withPipe { path in
            let target = Target()
            async let written: Void = target.run {
                let file = try OpenFile(writing: path)
                try file.write(sent)
                try file.close()
            }
            try await target.interrupt { signal in
                let descriptor = open(path, O_RDONLY | O_CLOEXEC)
                defer { close(descriptor) }
                var (found, piece) = ([UInt8](), [UInt8](repeating: 0, count: 5_000))
                while case let count = Glibc.read(descriptor, &piece, piece.count), count > 0 {
                    found += piece[..<count]
                    signal()
                }
                #expect(found == sent)
            }
            try await written
        }
    }
}
