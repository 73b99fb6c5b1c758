internal import AppCheck
private import Encodings
private import FoundationEssentials

/// The folder of case files of refused exchanges, with the newest of each reason. Its names sort by time.
struct RejectedCaseFolder: Sendable {
    /// Longer files are not written: no exchange over HTTP, whose body has 64 KiB at the most, comes to that.
    static let maximumByteCount = 256 * 1024

    private let path: String
    private let limit: Int
    /// Names by reason, those to be kept longest last; nil until the folder was read.
    private var names: [String: [String]]?
    /// When the folder was changed last by this process. Servers may share a data directory.
    private var changedAt: Date?
    private var isFirstLook = true

    init(_ path: String, limit: Int) { (self.path, self.limit) = (path, limit) }

    /// Writes the case file of an ending, and removes the oldest of its reason beyond the limit. Files of other names are
    /// left alone.
    /// - Parameter chance: 4 bytes.
    mutating func keep(_ ending: ExchangeEnding, _ chance: [UInt8]) throws(RejectedCaseFault) {
        guard let bytes = ending.caseFile, bytes.count <= Self.maximumByteCount,
            let name = RejectedCaseName(ending, chance)
        else { throw RejectedCaseFault("a rejected case was not kept: it has no file that could be written") }
        do {
            var all = if let names, changedAt == lastChange { names } else { try open() }
            // Before the file is written: where none can be removed, none is added.
            try prune(&all[name.reason, default: []], to: limit - 1)
            try write(bytes, name.text)
            all[name.reason, default: []].append(name.text)
            (names, changedAt) = (all, lastChange)
        } catch {
            // Whatever has become of the folder: it is looked at anew.
            names = nil
            throw RejectedCaseFault("a rejected case was not kept: its folder cannot be written")
        }
    }

    /// Nil where the folder is missing.
    private var lastChange: Date? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }

    /// Makes the folder, or reads which files are in it and brings them down to the limit.
    private mutating func open() throws -> [String: [String]] {
        let files = FileManager.default
        if !files.fileExists(atPath: path) {
            try files.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        let found = try files.contentsOfDirectory(atPath: path).sorted()
        // Left by a process that was killed. Later on it may be another server's.
        for draft in found where isFirstLook && draft.hasPrefix(Self.draftPrefix) {
            try? files.removeItem(atPath: "\(path)/\(draft)")
        }
        isFirstLook = false
        var all = Dictionary(grouping: found.compactMap(RejectedCaseName.init(parsing:)), by: \.reason)
            .mapValues { $0.map(\.text) }
        for reason in Array(all.keys) { try prune(&all[reason, default: []], to: limit) }
        return all
    }

    /// Removes files from the front until so many are left.
    private func prune(_ names: inout [String], to count: Int) throws {
        while names.count > max(0, count), let oldest = names.first {
            let file = "\(path)/\(oldest)"
            // Whoever looks after the server may have been faster.
            if FileManager.default.fileExists(atPath: file) { try FileManager.default.removeItem(atPath: file) }
            names.removeFirst()
        }
    }

    /// Under another name until it is whole: readers of the folder see whole files.
    private func write(_ bytes: [UInt8], _ name: String) throws {
        let draft = "\(path)/\(Self.draftPrefix)\(name)"
        try PrivateFile.make(draft, waitsForDisk: false, bytes)
        do { try FileManager.default.moveItem(atPath: draft, toPath: "\(path)/\(name)") } catch {
            try? FileManager.default.removeItem(atPath: draft)
            throw error
        }
    }

    private static let draftPrefix = ".draft-"
}

/// What a case file is called: `20261130T142511.123Z-attestation-NONCE_MISMATCH-0a1b2c3d.json`, by moment, kind, reason and
/// chance.
struct RejectedCaseName: Sendable {
    static let chanceByteCount = 4

    let text: String
    let reason: String

    /// - Returns: nil for an ending without refusal, and for a moment that is not written.
    init?(_ ending: ExchangeEnding, _ chance: [UInt8]) {
        guard let name = ending.caseFileName else { return nil }
        self.init(parsing: "\(name)-\(Hexadecimal.encode(chance)).json")
    }

    /// - Returns: nil for any other name.
    init?(parsing text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].utf8.count == 20, parts[0].hasSuffix("Z"),
            parts[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 || "TZ.".utf8.contains($0) }),
            ["attestation", "assertion"].contains(parts[1]), !parts[2].isEmpty,
            parts[2].utf8.allSatisfy({ 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }),
            parts[3].utf8.count == 2 * Self.chanceByteCount + 5, parts[3].hasSuffix(".json")
        else { return nil }
        (self.text, reason) = (text, String(parts[2]))
    }
}

/// Why a case was not kept, in words for the log.
struct RejectedCaseFault: Error, Equatable {
    let description: String

    init(_ description: String) { self.description = description }
}
