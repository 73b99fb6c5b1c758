import AppAttestSimulator
import Foundation
import Testing
import TestSupport

@Suite("A server whose database was moved", .serialized, .enabled(if: TestPostgres.isThere, "\(TestPostgres.absence)"))
struct MovedServerTests {
    @Test("to PostgreSQL and back serves every device as before", .timeLimit(.minutes(2))) func thereAndBack()
        async throws
    {
        try await Workshop.with { workshop async throws in
            try await TestDatabase.with { database async throws in
                let first = try await ServeProcess.start(dataDirectory: workshop.dataDirectory)
                try await workshop.register()
                var device = AcknowledgedDevice(device: try workshop.device(), artifact: [])
                device = AcknowledgedDevice(
                    device: device.device,
                    artifact: try await workshop.phone(first).register(device.device).artifactBytes)
                try await exchange(&device, workshop.phone(first))
                #expect(try await first.terminate() == 0)

                let remote = ["ASSAY_DATABASE": database.connectionString]
                try await run(workshop, ["export", "there.export", "--data-dir", workshop.dataDirectory])
                try await run(workshop, ["import", "there.export", "--data-dir", workshop.dataDirectory], remote)
                // The master key is in the data directory, which stays.
                let second = try await ServeProcess.start(dataDirectory: workshop.dataDirectory, environment: remote)
                try await exchange(&device, workshop.phone(second))
                #expect(try await second.terminate() == 0)

                try await run(workshop, ["export", "back.export", "--data-dir", workshop.dataDirectory], remote)
                for ending in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: "\(workshop.dataDirectory)/assay.db\(ending)")
                }
                try await run(workshop, ["import", "back.export", "--data-dir", workshop.dataDirectory])
                let third = try await ServeProcess.start(dataDirectory: workshop.dataDirectory)
                try await exchange(&device, workshop.phone(third))
                #expect(try await third.terminate() == 0)
            }
        }
    }

    /// The device goes on; what it did before stays done.
    private func exchange(_ known: inout AcknowledgedDevice, _ phone: Phone) async throws {
        if known.counter > 0 {
            try expectRefused(
                try await phone.assert(known.device, artifact: known.artifact, counter: known.counter), "COUNTER_STALE")
        }
        let attestation = try await phone.attestation(of: known.device)
        try expectRefused(try await phone.submit(attestation: attestation), "KEY_ALREADY_REGISTERED")
        known.counter += 1
        let response = try await phone.assert(known.device, artifact: known.artifact, counter: known.counter)
        #expect(response.status == 200)
    }

    private func run(
        _ workshop: Workshop, _ arguments: [String], _ environment: [String: String] = [:]
    ) async throws {
        let folder = workshop.dataDirectory
        let outcome = try await offPool { try BuiltTool.run(arguments, in: folder, environment: environment) }
        #expect(outcome.status == 0, "\(outcome.errors)")
    }
}
