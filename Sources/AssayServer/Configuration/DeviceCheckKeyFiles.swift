package import AppleServices
private import Foundation

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
            guard let contents = Self.contents(of: file.path) else {
                faults.append("\(name): the file cannot be read, or is longer than \(Self.longestFile) bytes")
                continue
            }
            if Self.canBeReadByOthers(file.path) { exposed.append(file.path) }
            do throws(DeviceCheckKey.Fault) {
                keys.append(try DeviceCheckKey(teamID: file.teamID, keyID: file.keyID, pem: contents))
            } catch {
                faults.append("\(name): \(error)")
            }
        }
        guard faults.isEmpty else { throw StartError(faults.joined(separator: "\n")) }
        (self.keys, exposedPaths) = (keys, exposed)
    }

    private static func contents(of path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        // Of an empty file there is nothing to read, which is no failure.
        guard let read = try? (file.read(upToCount: longestFile + 1) ?? Data()), read.count <= longestFile else {
            return nil
        }
        return String(decoding: read, as: UTF8.self)
    }

    private static func canBeReadByOthers(_ path: String) -> Bool {
        let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        return (mode?.intValue ?? 0) & 0o044 != 0
    }
}
