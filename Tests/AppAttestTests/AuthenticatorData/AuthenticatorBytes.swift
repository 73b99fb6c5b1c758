import TestSupport

/// Authenticator data written by hand, every part open to change.
struct AuthenticatorBytes {
    var rpIDHash = [UInt8](repeating: 0xAB, count: 32)
    var flags: UInt8 = 0x40
    var counter = bytes("00000000")
    var aaguid = bytes("61707061747465737400000000000000")
    var credentialIDLength = bytes("0020")
    var credentialID = [UInt8](repeating: 0x1D, count: 32)
    var coseKey = Self.coseKey()
    /// What follows: nothing, or an extension map.
    var rest: [UInt8] = []

    /// An extension map as iOS 27.0.1 sends it: 65 bytes.
    static let extensions = bytes(
        "a2 77 6170706c655f62756e646c655f76657273696f6e5f3031 64 31333134"
            + "78 1c 6170706c655f76616c69646174696f6e5f63617465676f72795f3031 44 03000000")

    /// 77 bytes: EC2, ES256, P-256, x of 11s, y of 22s, unless changed.
    static func coseKey(
        type: String = "02", algorithm: String = "26", curve: String = "01",
        x: String = "5820" + String(repeating: "11", count: 32), y: String = "5820" + String(repeating: "22", count: 32)
    ) -> [UInt8] {
        bytes("a5 01 \(type) 03 \(algorithm) 20 \(curve) 21 \(x) 22 \(y)")
    }

    /// 37 bytes, what an assertion has.
    var fixedPart: [UInt8] { rpIDHash + [flags] + counter }

    var assertion: [UInt8] { fixedPart + rest }

    var attestation: [UInt8] { fixedPart + aaguid + credentialIDLength + credentialID + coseKey + rest }
}
