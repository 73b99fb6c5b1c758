import AppCheck
import AppCheckTokens
import AssayServer

enum CustomKeyAddCommand: Command {
    static let name = "custom-key add"
    static let usage = "PROJECT --key-id K --service-account E --public-key FILE [--data-dir DIR]"
    static let summary = "let a backend's service account vouch for apps with custom tokens"
    static let details = """
        K and E are private_key_id and client_email of the service account's key file. FILE is the public key alone, or a
        certificate with it, in PEM; never the key file: the private key belongs to the backend. The public key of a private
        one comes from: openssl pkey -in private.pem -pubout
        """
    static let options =
        [
            Option("key-id", "K", "id of the key"), Option("service-account", "E", "address of the service account"),
            Option("public-key", "FILE", "PEM file of an RSA public key of 2048 to 4096 bits, or a certificate"),
        ] + Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let project = try arguments.operands("PROJECT")[0]
        let id = try arguments.required("key-id", "K")
        let account = try arguments.required("service-account", "E")
        let publicKey = try publicKey(in: arguments.required("public-key", "FILE"))
        try await Place.withAdministration(arguments, terminal) { administration, actor in
            _ = try await administration.createCustomTokenKey(
                id, serviceAccount: account, publicKey: publicKey, in: project, by: actor)
        }
        terminal.print("added custom token key \(id) of \(account) to project \(project)")
        return 0
    }

    private static func publicKey(in path: String) throws(Failure) -> [UInt8] {
        let limit = CustomTokenKeyMaterial.maximumByteCount
        guard let file = try? OpenFile(reading: path), let bytes = try? file.read(upTo: limit + 1), !bytes.isEmpty
        else {
            throw Failure("\(path): cannot be read")
        }
        do throws(CustomTokenKeyMaterial.Fault) {
            return try CustomTokenKeyMaterial.publicKey(pem: String(decoding: bytes, as: UTF8.self))
        } catch {
            var hint: String?
            if case .privateKey = error { hint = "openssl pkey -in private.pem -pubout writes the public key" }
            throw Failure("\(path): \(error.description)", hint: hint)
        }
    }
}

enum CustomKeyListCommand: Command {
    static let name = "custom-key list"
    static let usage = "PROJECT [--json] [--data-dir DIR]"
    static let summary = "list a project's custom token keys"
    static let details = "Each line has id, service account, and when it was added."
    static let options = Listing.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let project = try arguments.operands("PROJECT")[0]
        let keys = try await Place.withAdministration(arguments, terminal) { administration, _ in
            try await Place.all { after throws(AdministrationError) in
                try await administration.customTokenKeys(in: project, after: after, size: Place.pageSize)
            }
        }
        if keys.isEmpty { terminal.note("project \(project) has no custom token keys") }
        terminal.list(keys, arguments, as: Resource.customTokenKey, of: project) {
            [$0.id, $0.serviceAccount, Listing.moment($0.createdAt)]
        }
        return 0
    }
}

enum CustomKeyRemoveCommand: Command {
    static let name = "custom-key remove"
    static let usage = "PROJECT ID [--data-dir DIR]"
    static let summary = "end a custom token key"
    static let details = "Custom tokens that it signed are refused from then on."
    static let options = Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "ID")
        try await Place.withAdministration(arguments, terminal) { administration, actor in
            try await administration.deleteCustomTokenKey(names[1], in: names[0], by: actor)
        }
        terminal.print("removed custom token key \(names[1])")
        return 0
    }
}
