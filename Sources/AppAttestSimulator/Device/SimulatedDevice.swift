internal import Encodings
public import AppAttest
internal import Cryptography

/// An app on a device, with one App Attest key. It does what `DCAppAttestService` does, without a phone.
public struct SimulatedDevice: Sendable {
    let authority: SimulatedAuthority
    let key: P256.PrivateKey
    /// The app that runs on the device.
    public let appID: AppID
    /// The environment whose aaguid the device states.
    public let environment: AttestationEnvironment
    /// The age whose byte shapes the device follows.
    public let generation: DeviceGeneration
    /// SHA-256 of ``publicKeyX963``: 32 bytes. iOS hands it out as standard base64.
    public let keyID: [UInt8]
    /// The counter of the last assertion; 0 before the first.
    public internal(set) var counter: UInt32 = 0
    /// How the app was distributed, signed by devices of iOS 27 and later: 3 development, 4 App Store. Nil sends none.
    public var validationCategory: UInt32?
    /// `CFBundleVersion`, signed by devices of iOS 27 and later. Nil sends none.
    public var bundleVersion: String? = "1"
    /// The version of the operating system that the leaf states; nil states none.
    public var osVersion: String?
    /// Value of the leaf's extension .8.6: since iOS 26 ``keyAccessControlOfIOS``. Nil leaves the extension out.
    public var keyAccessControl: [UInt8]?

    init(
        authority: SimulatedAuthority, key: P256.PrivateKey, appID: AppID, environment: AttestationEnvironment,
        generation: DeviceGeneration
    ) {
        (self.authority, self.key, self.appID) = (authority, key, appID)
        (self.environment, self.generation) = (environment, generation)
        keyID = SHA256.hash(key.publicKey.x963)
        osVersion = generation.osVersion
        keyAccessControl = generation.hasKeyAccessControl ? Self.keyAccessControlOfIOS : nil
        validationCategory =
            switch environment {
            case .production: 4
            case .development: 3
            }
    }

    /// The uncompressed X9.63 point: 65 bytes, 04 ‖ X ‖ Y, both coordinates padded to 32 bytes.
    public var publicKeyX963: [UInt8] { key.publicKey.x963 }

    /// The public key as PEM text of a `SubjectPublicKeyInfo`.
    public var publicKeyPEM: String { PEM.block("PUBLIC KEY", key.publicKey.subjectPublicKeyInfo) }
}
