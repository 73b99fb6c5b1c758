import FoundationEssentials
import FuzzTargets
import TestSupport
import Testing

/// Replays what a fuzzer starts from, and what it ever found, without a fuzzer.
@Suite("Parsers keep their promises") struct CorpusTests {
    /// `Fuzz/Corpus`: made by hand, minted by the simulator, or found by a fuzzer.
    @Test("for every input of the committed corpus", arguments: InputKind.allCases)
    func committed(_ kind: InputKind) throws {
        let folder = "\(CaseFolder.packageRoot)/Fuzz/Corpus/\(kind.rawValue)"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(!names.isEmpty)
        for name in names {
            try replay(Array(Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))), kind, name)
        }
    }

    @Test("for whatever the simulator mints and the wire contract shows", arguments: InputKind.allCases)
    func minted(_ kind: InputKind) throws {
        let seeds = try kind.mintedSeeds()
        #expect(!seeds.isEmpty)
        for seed in seeds { replay(seed.bytes, kind, seed.name) }
    }

    @Test(
        "for every object of a real device", .enabled(if: CaseFolder.isPresent, "no case folder: set ASSAY_CASES"),
        arguments: [InputKind.cbor, .authenticatorData, .certificate, .receipt])
    func real(_ kind: InputKind) throws {
        let seeds = try kind.realSeeds()
        #expect(!seeds.isEmpty)
        for seed in seeds { replay(seed.bytes, kind, seed.name) }
    }

    /// A seed is a good start only if it gets far: each of its prefixes ends somewhere else in the parser.
    @Test("for every object of the youngest device, wherever it is cut off", arguments: InputKind.allCases)
    func truncated(_ kind: InputKind) throws {
        for seed in try kind.mintedSeeds() where !seed.name.contains("iOS") || seed.name.hasSuffix("iOS27EDSet") {
            // Objects are some 2 KB, mostly contents: cuts near the beginning are those that meet a decision.
            for count in 0..<min(seed.bytes.count, 200) {
                replay(Array(seed.bytes.prefix(count)), kind, "\(seed.name), \(count) bytes of it")
            }
        }
    }

    private func replay(_ input: [UInt8], _ kind: InputKind, _ name: String) {
        #expect(throws: Never.self, "\(kind.rawValue) \(name)") { try kind.check(input) }
    }
}
