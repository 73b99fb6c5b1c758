import AppAttestSimulator
import AppCheck
import AssayServer
import FoundationEssentials

/// The app that simulated devices have installed unless told otherwise.
enum SimulatedApp {
    static let teamID = "SIMULATED0"
    static let bundleID = "com.example.simulated"
}

/// A folder that keeps a simulated authority: `authority.json` with its keys, and `root.pem` for servers to trust.
struct AuthorityFolder {
    static let defaultPath = "./assay-authority"

    let path: String

    var rootPath: String { "\(path)/root.pem" }
    private var keysPath: String { "\(path)/authority.json" }

    init(_ path: String?) { self.path = path ?? Self.defaultPath }

    /// The authority in the folder.
    func authority() throws(Failure) -> SimulatedAuthority {
        guard let authority = try existing() else {
            throw Failure(
                "\(path): holds no simulated authority",
                hint: "assay app add PROJECT --simulated makes one, and an app that trusts it")
        }
        return authority
    }

    /// The authority in the folder; a new one, good for ten years, if there is none.
    func authorityOrNew() throws -> SimulatedAuthority {
        if let authority = try existing() { return authority }
        let now = Place.surroundings.now()
        let authority = try SimulatedAuthority(
            notBefore: now.addingTimeInterval(-2 * 86_400), notAfter: now.addingTimeInterval(3_650 * 86_400))
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try PrivateFile.make(keysPath, authority.serialized())
            // One that is left over from other keys is of no use any more.
            try? FileManager.default.removeItem(atPath: rootPath)
            try PrivateFile.make(rootPath, permissions: 0o644, Array(authority.rootCertificatePEM.utf8))
        } catch {
            throw Failure("\(path): the simulated authority cannot be written there")
        }
        return authority
    }

    /// The DeviceCheck key in the folder, by which servers may ask a simulated service for receipts; made if there is none.
    /// - Returns: it, and the whole path of its file, which is named as Apple names those it hands out.
    func deviceCheckKey(
        ofTeam teamID: String
    ) throws(Failure) -> (key: SimulatedDeviceCheckKey, path: String, isNew: Bool) {
        let (start, end) = ("AuthKey_", ".p8")
        let whole = URL(fileURLWithPath: path).standardized.path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        if let name = names.sorted().first(where: { $0.hasPrefix(start) && $0.hasSuffix(end) }) {
            let keyID = String(name.dropFirst(start.count).dropLast(end.count))
            do {
                let pem = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
                return (try SimulatedDeviceCheckKey(teamID: teamID, keyID: keyID, pem: pem), "\(whole)/\(name)", false)
            } catch { throw Failure("\(path)/\(name): is not a DeviceCheck key", hint: "remove it to have one made") }
        }
        do {
            let key = try SimulatedDeviceCheckKey(teamID: teamID)
            let name = "\(start)\(key.keyID)\(end)"
            try PrivateFile.make("\(path)/\(name)", Array(key.pem().utf8))
            return (key, "\(whole)/\(name)", true)
        } catch { throw Failure("\(path): a DeviceCheck key cannot be written there") }
    }

    private func existing() throws(Failure) -> SimulatedAuthority? {
        guard let data = FileManager.default.contents(atPath: keysPath) else {
            // One that only another user can read is not to be replaced.
            guard !FileManager.default.fileExists(atPath: keysPath) else {
                throw Failure("\(keysPath): cannot be read")
            }
            return nil
        }
        do { return try SimulatedAuthority(serialized: Array(data)) } catch {
            throw Failure("\(keysPath): is not a simulated authority", hint: "name another folder with --authority")
        }
    }
}
