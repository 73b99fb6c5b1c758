internal import AppCheck
private import Cryptography

extension DataDirectory {
    /// Tries the master key, if there is one, on server keys that were sealed elsewhere.
    /// - Parameter path: of the file that they come from.
    /// - Returns: false if there is no master key.
    /// - Throws: that it does not open them.
    func tryMasterKey(
        on keys: [StoredKey], of path: String, environment: [String: String], surroundings: Surroundings
    ) throws -> Bool {
        guard let masterKey = try existingMasterKey(environment: environment) else { return false }
        let sealer = try KeySealer(masterKey: masterKey, surroundings: surroundings)
        for key in keys where (try? sealer.open(key)) == nil {
            throw TransferError(
                "\(path): its server keys do not open with the master key here; put that of its servers in its place")
        }
        return true
    }
}
