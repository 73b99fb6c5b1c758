import AppAttest
import Cryptography

enum AuthenticatorDataInput {
    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        if let data = try? AuthenticatorData.assertion(input) {
            try checkHeader(data, input)
            // A zero is no extension map, wherever it comes.
            try promise((try? AuthenticatorData.assertion(input + [0])) == nil, "assertion: a byte more was accepted")
        }
        if let (data, credential) = try? AuthenticatorData.attestation(input) {
            try checkHeader(data, input)
            try promise(input[32] & 0x40 != 0, "a credential was found that the flags do not announce")
            try checkCredential(credential, input)
            try promise(
                (try? AuthenticatorData.attestation(input + [0])) == nil, "attestation: a byte more was accepted")
        }
    }

    private static func checkHeader(_ data: AuthenticatorData, _ input: [UInt8]) throws(BrokenPromise) {
        try promise(input.count >= 37, "\(input.count) bytes were accepted")
        try promise(data.rpIDHash == Array(input[0..<32]), "the RP ID hash is not the first 32 bytes")
        let counter = input[33..<37].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        try promise(data.counter == counter, "the counter is not bytes 33 to 36")
    }

    private static func checkCredential(
        _ credential: AuthenticatorData.Credential, _ input: [UInt8]
    ) throws(BrokenPromise) {
        try promise(credential.aaguid == Array(input[37..<53]), "the aaguid is not bytes 37 to 52")
        let length = Int(input[53]) << 8 | Int(input[54])
        try promise(
            credential.credentialID.elementsEqual(input.dropFirst(55).prefix(length)),
            "the credential id is not where its length says")
        try promise(credential.credentialID.count == length, "the credential id is shorter than it says")
        guard let point = try? COSEKey.p256Point(credential.publicKey) else { return }
        try promise(point.count == 65 && point[0] == 4, "a COSE key gave a point of \(point.count) bytes")
        // Whether the point is on the curve is for libcrypto to say, without harm.
        guard let key = try? P256.PublicKey(x963: point) else { return }
        try promise(key.x963 == point, "a point changed by being read as a key")
    }
}
