import AppAttestSimulator
import AssayServer
import Foundation
import TestSupport
import Testing

/// The folder of a server's rejected cases, as whoever looks after the server sees it.
struct KeptFiles {
    let path: String

    init(in folder: TemporaryFolder) { path = folder.file("rejected") }

    /// In the order of their names, which is that of time.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func contents(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    /// The moments in the names of a reason's files.
    func moments(of reason: String) -> [String] {
        names.filter { $0.contains("-\(reason)-") }.map { String($0.prefix(20)) }
    }
}

extension Site {
    /// Runs a server that keeps rejected cases in a folder. What it was told is on the disk when this returns.
    func serve(keeping limit: Int, in folder: TemporaryFolder, _ body: (LiveServer) async throws -> Void) async throws {
        try await serve(flags: [.rejectedCases: String(limit), .dataDir: folder.path], body)
    }
}

extension LiveServer {
    /// Has an attestation refused whose nonce is that of another challenge.
    func refuseNonce(of phone: Phone? = nil) async throws {
        let phone = phone ?? self.phone
        let message = try await phone.attestation(of: site.device(), damage: .nonceOther)
        try expectRefused(await phone.submit(attestation: message), "NONCE_MISMATCH")
    }
}
