import Cryptography
import Encodings
import Foundation
import Testing
import TestSupport

@Suite("The commands for custom token keys") struct CustomKeyCommandTests {
    private static let account = "backend@shop.iam.gserviceaccount.com"

    private func write(_ text: String, _ name: String, in bench: Bench) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: bench.folder.file(name)))
    }

    private func add(_ file: String, _ bench: Bench, id: String = "k1") throws -> BuiltTool.Outcome {
        try bench.run(
            ["custom-key", "add", "shop", "--key-id", id, "--service-account", Self.account, "--public-key", file])
    }

    @Test("add a public key, list it, and end it") func life() async throws {
        try await Bench.with { bench in
            let key = try RSA.PrivateKey(bits: 2048).publicKey.subjectPublicKeyInfo()
            try write(PEM.block("PUBLIC KEY", key), "public.pem", in: bench)
            let added = try add("public.pem", bench)
            #expect(added.output == "added custom token key k1 of \(Self.account) to project shop\n")
            #expect(
                try bench.fields("custom-key", "list", "shop").map { Array($0.prefix(2)) } == [["k1", Self.account]])
            let object = try #require(bench.objects("custom-key", "list", "shop").first)
            #expect(object["publicKey"] == PEM.block("PUBLIC KEY", key))
            #expect(object["name"] == "projects/shop/customTokenKeys/k1")
            let again = try add("public.pem", bench)
            #expect(again.status == 1)
            #expect(again.errors == "assay: error: custom token key k1 exists already\n")
            #expect(try bench.succeed("custom-key", "remove", "shop", "k1").output == "removed custom token key k1\n")
            #expect(try bench.fields("custom-key", "list", "shop").isEmpty)
        }
    }

    @Test("refuse a private key, alone or in a key file, and repeat none of it") func privateKeys() async throws {
        try await Bench.with { bench in
            let block = PEM.block("PRIVATE KEY", [1, 2, 3])
            try write(block, "private.pem", in: bench)
            let quoted = block.replacing("\n", with: "\\n")
            try write(#"{"private_key_id": "k1", "private_key": "\#(quoted)"}"#, "key.json", in: bench)
            for file in ["private.pem", "key.json"] {
                let outcome = try add(file, bench)
                #expect(outcome.status == 1)
                #expect(outcome.errors.hasPrefix("assay: error: \(file): a private key was given"))
                #expect(outcome.errors.contains("assay: hint: openssl pkey -in private.pem -pubout"))
                #expect(!outcome.errors.contains(Base64Text.encode([1, 2, 3])))
            }
            #expect(try bench.fields("custom-key", "list", "shop").isEmpty)
        }
    }

    @Test("refuse what is no suitable key") func unsuitable() async throws {
        try await Bench.with { bench in
            try write("none", "text.pem", in: bench)
            try write(PEM.block("PUBLIC KEY", [0x30, 0x00]), "other.pem", in: bench)
            #expect(
                try add("text.pem", bench).errors.hasPrefix("assay: error: text.pem: expected exactly one PEM block"))
            #expect(
                try add("other.pem", bench).errors
                    == "assay: error: other.pem: the PEM block holds no RSA key of 2048 to 4096 bits\n")
            #expect(try add("missing.pem", bench).errors == "assay: error: missing.pem: cannot be read\n")
            let key = try RSA.PrivateKey(bits: 2048).publicKey.subjectPublicKeyInfo()
            try write(PEM.block("PUBLIC KEY", key), "public.pem", in: bench)
            #expect(try add("public.pem", bench, id: "a b").errors.hasPrefix("assay: error: key id: expected"))
            let missing = try bench.run(["custom-key", "add", "shop", "--key-id", "k1"])
            #expect(missing.status == 2)
            #expect(missing.errors.hasPrefix("assay: error: --service-account E is missing\n"))
        }
    }
}
