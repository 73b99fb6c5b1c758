import AppAttestSimulator
import AppCheck
import AssayServer
import Foundation
import Storage
import Synchronization
import Testing
import TestSupport

@Suite(
    "The process of the server", .serialized,
    .onSQLite("is about processes over SQLite; those over PostgreSQL are under Cluster"))
struct KillTests {
    /// What devices were told, from any number of tasks.
    private final class Ledger: Sendable {
        let devices = Mutex<[[UInt8]: AcknowledgedDevice]>([:])
        let reached: AsyncStream<Void>
        private let count = Atomic(0)
        private let enough: Int
        private let signal: AsyncStream<Void>.Continuation

        init(enough: Int) {
            self.enough = enough
            (reached, signal) = AsyncStream.makeStream()
        }

        func acknowledge(_ device: AcknowledgedDevice) {
            devices.withLock { $0[device.device.keyID] = device }
            if count.add(1, ordering: .relaxed).newValue == enough { signal.yield() }
        }
    }

    @Test("killed in the midst of its work keeps every key and counter that it acknowledged", .timeLimit(.minutes(2)))
    func kill() async throws {
        try await Workshop.with { workshop async throws in
            let first = try await ServeProcess.start(dataDirectory: workshop.dataDirectory)
            try await workshop.register()
            let ledger = Ledger(enough: 250)
            let phone = workshop.phone(first)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { try await load(phone, workshop, ledger) } }
                var reached = ledger.reached.makeAsyncIterator()
                await reached.next()
                first.kill()
                try await group.waitForAll()
            }
            let devices = ledger.devices.withLock { Array($0.values) }
            #expect(devices.count > 20)
            #expect(devices.contains { $0.counter > 1 })

            let second = try await ServeProcess.start(dataDirectory: workshop.dataDirectory)
            let again = workshop.phone(second)
            try await workshop.place.withStore { store in
                for known in devices {
                    let stored = try #require(try await store.attestedKey(known.device.keyID))
                    #expect(stored.key.publicKey == known.device.publicKeyX963)
                    #expect(stored.counter >= known.counter)
                }
            }
            for known in devices { try await check(known, again) }
            #expect(try await second.terminate() == 0)
        }
    }

    /// Registers devices and has each assert a few times, until the server is gone.
    private func load(_ phone: Phone, _ workshop: Workshop, _ ledger: Ledger) async throws {
        while true {
            let device = try workshop.device()
            // Whatever goes wrong now is the end of the server, which is what the test waits for.
            guard let message = try? await phone.attestation(of: device),
                let response = try? await phone.submit(attestation: message)
            else { return }
            #expect(response.status == 200)
            var known = AcknowledgedDevice(
                device: device, artifact: try response.decoded(as: AttestationAnswer.self).artifactBytes)
            ledger.acknowledge(known)
            for counter: UInt32 in 1...4 {
                guard let response = try? await phone.assert(device, artifact: known.artifact, counter: counter) else {
                    return
                }
                #expect(response.status == 200)
                known.counter = counter
                ledger.acknowledge(known)
            }
        }
    }

    /// What was acknowledged is refused when it is repeated, and the device goes on.
    private func check(_ known: AcknowledgedDevice, _ phone: Phone) async throws {
        let (device, artifact) = (known.device, known.artifact)
        try expectRefused(
            try await phone.assert(device, artifact: artifact, counter: known.counter), "COUNTER_STALE")
        let message = try await phone.attestation(of: device)
        try expectRefused(try await phone.submit(attestation: message), "KEY_ALREADY_REGISTERED")
        // An assertion that was under way may have been taken without its answer.
        #expect(try await phone.assert(device, artifact: artifact, counter: known.counter + 2).status == 200)
    }

    @Test("whose disk is full answers 503, loses nothing, and goes on when there is room", .timeLimit(.minutes(2)))
    func fullDisk() async throws {
        try await Workshop.with { workshop async throws in
            let server = try await ServeProcess.start(dataDirectory: workshop.dataDirectory)
            try await workshop.register()
            let phone = workshop.phone(server)
            var devices: [AcknowledgedDevice] = []
            for _ in 1...3 {
                let device = try workshop.device()
                let artifact = try await phone.register(device).artifactBytes
                devices.append(AcknowledgedDevice(device: device, artifact: artifact))
            }
            let message = try await phone.attestation(of: workshop.device())
            try await server.limitFiles(to: 4_096)
            for _ in 1...2 {
                try expectError(try await phone.submit(attestation: message), 503, "UNAVAILABLE", "STORE_UNAVAILABLE")
                #expect(try await server.http.get("/readyz").status == 503)
            }
            #expect(try await phone.assert(devices[0].device, artifact: devices[0].artifact, counter: 1).status == 503)
            #expect(try await server.http.get("/healthz").status == 200)
            try await server.limitFiles(to: nil)
            #expect(try await server.http.get("/readyz").status == 200)
            #expect(try await phone.submit(attestation: message).status == 200)
            for known in devices {
                #expect(try await phone.assert(known.device, artifact: known.artifact, counter: 1).status == 200)
            }
            #expect(try await server.terminate() == 0)
        }
    }
}
