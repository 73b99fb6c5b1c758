private import AppCheck
package import AppleServices

/// How receipts are refreshed.
package struct ReceiptSettings: Sendable, Equatable {
    /// One for each team. Without any, nobody is asked for anything.
    package let keyFiles: [DeviceCheckKeyFile]
    package let production: ReceiptEndpoint
    package let development: ReceiptEndpoint
    /// Seconds, as all times here.
    package let interval: Int64
    package let activeWindow: Int64

    init(reading reader: inout SettingsReader) {
        keyFiles = reader.deviceCheckKeys(.deviceCheckKeys)
        production = reader.receiptEndpoint(.receiptService) ?? .production
        development = reader.receiptEndpoint(.developmentReceiptService) ?? .development
        interval = reader.duration(.receiptRefreshInterval, 86_400...5_184_000)
        activeWindow = reader.duration(.receiptActiveWindow, 86_400...2_592_000)
    }
}

/// A DeviceCheck key as settings name it: the key itself stays in a file, where the operator keeps secrets.
package struct DeviceCheckKeyFile: Sendable, Equatable {
    package let teamID: String
    package let keyID: String
    package let path: String

    package init(teamID: String, keyID: String, path: String) {
        (self.teamID, self.keyID, self.path) = (teamID, keyID, path)
    }
}

/// Lists of such files as people write them.
package enum DeviceCheckKeyText {
    /// What is wrong with a list, and the entry that it is about.
    struct Fault: Error {
        let expectation: String
        let entry: String
    }

    private static let form =
        "expected TEAM_ID:KEY_ID:PATH, ids of ten upper-case letters and digits, several parted by commas"

    /// - Returns: none for an empty text.
    static func files(_ text: String) throws(Fault) -> [DeviceCheckKeyFile] {
        guard !text.isEmpty else { return [] }
        var files: [DeviceCheckKeyFile] = []
        // Faults quote what they are about, and a file that cannot be read is named: a key must come to neither.
        guard !text.contains("-----"), !text.contains(where: \.isNewline) else {
            throw Fault(expectation: "\(form), and never a key itself", entry: "a key, or lines")
        }
        for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
            let entry = String(entry.drop { $0 == " " })
            let parts = entry.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, DeviceCheckKey.isIdentifier(parts[0]), DeviceCheckKey.isIdentifier(parts[1]),
                !parts[2].isEmpty
            else { throw Fault(expectation: form, entry: entry) }
            guard !files.contains(where: { $0.teamID == parts[0] }) else {
                throw Fault(expectation: "expected each team once", entry: entry)
            }
            files.append(DeviceCheckKeyFile(teamID: parts[0], keyID: parts[1], path: parts[2]))
        }
        return files
    }
}
