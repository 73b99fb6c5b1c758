import AppCheck

/// Something that is counted. What it needs is made before.
struct Operation: Sendable {
    /// As the figures name it.
    let name: String
    /// How often it is done in what is counted. It is done once before, for what is set up by the first of its kind.
    let repetitions: Int
    /// Gives what one repetition does, by its number: 0 is the one that does not count.
    let prepare:
        @Sendable (_ server: Server, _ times: Int) async throws -> @Sendable (_ number: Int) async throws -> Void

    init(
        _ name: String, _ repetitions: Int,
        prepare:
            @escaping @Sendable (_ server: Server, _ times: Int) async throws
            -> @Sendable (_ number: Int) async throws -> Void
    ) {
        (self.name, self.repetitions, self.prepare) = (name, repetitions, prepare)
    }

    func run(on server: Server, _ queue: JobQueue) throws {
        let (repetitions, prepare) = (repetitions, prepare)
        FixedChance.begin(name)
        let call = try queue.value(drainedBy: { $0.drain() }) {
            // The signing key is read anew, for libcrypto blinds RSA anew with each 32nd signature of a key: that must not
            // fall into one operation or another by what ran before.
            _ = try await server.signing.update(at: Server.moment)
            let call = try await prepare(server, repetitions + 1)
            try await call(0)
            return call
        }
        try queue.value(drainedBy: countedStretch) {
            for number in 1...repetitions { try await call(number) }
        }
    }
}

/// Why there is nothing to count.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
