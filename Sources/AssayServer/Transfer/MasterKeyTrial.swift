internal import AppCheck
private import Cryptography

/// Server keys that were sealed elsewhere, and the master key here.
enum MasterKeyTrial {
    /// Tries the master key, if there is one in the data directory or the environment, on such keys.
    /// - Parameter path: of the file that they come from.
    /// - Returns: false if there is no master key.
    /// - Throws: that it does not open them.
    static func run(
        on keys: [StoredKey], of path: String, for configuration: ServerConfiguration, environment: [String: String],
        _ surroundings: Surroundings
    ) throws -> Bool {
        let masterKey = try DataDirectory.existingMasterKey(
            in: configuration.dataDirectory, environment: environment)
        guard let masterKey else { return false }
        let sealer = try KeySealer(masterKey: masterKey, surroundings: surroundings)
        for key in keys where (try? sealer.open(key)) == nil {
            throw TransferError(
                "\(path): its server keys do not open with the master key here; put that of its servers in its place")
        }
        return true
    }
}
