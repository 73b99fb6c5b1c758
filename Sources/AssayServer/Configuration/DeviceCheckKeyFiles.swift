package import AppleServices

/// DeviceCheck keys read from the files that settings name.
package struct DeviceCheckKeys: Sendable {
    package let keys: [DeviceCheckKey]
    /// Paths of files that others than their owners can read.
    package let exposedPaths: [String]

    /// Far more than a key needs.
    private static let longestFile = 16_384

    /// - Throws: every file that holds no key, and why; nothing of what it holds.
    package init(reading files: [DeviceCheckKeyFile]) throws(StartError) {
        var (keys, exposed, faults): ([DeviceCheckKey], [String], [String]) = ([], [], [])
        for file in files {
            let name = "\(file.path): DeviceCheck key of team \(file.teamID)"
            guard let (contents, canBeReadByOthers) = Self.contents(of: file.path) else {
                faults.append("\(name): the file cannot be read, or is longer than \(Self.longestFile) bytes")
                continue
            }
            if canBeReadByOthers { exposed.append(file.path) }
            do throws(DeviceCheckKey.Fault) {
                keys.append(try DeviceCheckKey(teamID: file.teamID, keyID: file.keyID, pem: contents))
            } catch {
                faults.append("\(name): \(error)")
            }
        }
        guard faults.isEmpty else { throw StartError(faults.joined(separator: "\n")) }
        (self.keys, exposedPaths) = (keys, exposed)
    }

    private static func contents(of path: String) -> (pem: String, canBeReadByOthers: Bool)? {
        do throws(FileFault) {
            let file = try OpenFile(reading: path)
            let bytes = try file.read(upTo: longestFile + 1)
            guard bytes.count <= longestFile else { return nil }
            return (String(decoding: bytes, as: UTF8.self), try file.status().permissions & 0o044 != 0)
        } catch { return nil }
    }
}
