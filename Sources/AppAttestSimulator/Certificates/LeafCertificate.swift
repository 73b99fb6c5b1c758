private import Encodings
internal import AppAttest
internal import Cryptography
internal import FoundationEssentials

/// The draft of a leaf and its extensions, in the order and with the bytes seen on real devices.
extension CertificateDraft {
    /// - Parameter moment: when the device attests; the leaf is valid from 24 hours before, to the second.
    static func leaf(of device: SimulatedDevice, at moment: Date) -> CertificateDraft {
        let notBefore = moment.wholeSecond - 86_400
        let milliseconds = UInt64(max(1, moment.timeIntervalSince1970 * 1000))
        let generation = device.generation
        var extensions: [Extension] = [
            .basicConstraints(isAuthority: false, pathLength: nil),
            // digitalSignature, nonRepudiation, keyEncipherment, dataEncipherment.
            .keyUsage(DER.bitString([0xF0], unused: 4)),
        ]
        if generation.hasExtendedKeyUsage { extensions.append(.appAttestKeyUsage) }
        extensions += [
            .applicationClaims(appID: device.appID, generation: generation), .deviceClaims(device.deviceClaims),
            .nonce([]),
        ]
        if let value = device.keyAccessControl { extensions.append(.keyAccessControl(value)) }
        return CertificateDraft(
            serialNumber: milliseconds.bigEndianBytes, issuer: .intermediate, notBefore: notBefore,
            notAfter: notBefore + generation.leafLifetime, subject: .leaf(keyID: device.keyID),
            subjectPublicKeyInfo: device.key.publicKey.subjectPublicKeyInfo, extensions: extensions)
    }
}

extension CertificateDraft.Extension {
    private static let apple: [UInt64] = [1, 2, 840, 113635, 100]
    static let nonceArcs = apple + [8, 2]

    /// Extended key usage with the single purpose 1.2.840.113635.100.4.24, on leaves since January 2026.
    static let appAttestKeyUsage = Self(
        arcs: [2, 5, 29, 37], value: DER.sequence(DER.objectIdentifier(apple + [4, 24])))

    /// SEQUENCE { [1] EXPLICIT OCTET STRING }: `30 24 A1 22 04 20` and the 32 bytes of a nonce.
    static func nonce(_ nonce: [UInt8]) -> Self {
        Self(arcs: nonceArcs, value: DER.sequence(DER.context(1, DER.octetString(nonce))))
    }

    /// What the app may do; 1204 is the App ID.
    static func applicationClaims(appID: AppID, generation: DeviceGeneration) -> Self {
        Self(arcs: apple + [8, 5], value: claims(generation.applicationClaims(appID: appID)))
    }

    /// What the device runs: 1400 and, on newer devices, builds and versions.
    static func deviceClaims(_ list: [LeafClaim]) -> Self { Self(arcs: apple + [8, 7], value: claims(list)) }

    /// What may be done with the key.
    static func keyAccessControl(_ value: [UInt8]) -> Self { Self(arcs: apple + [8, 6], value: value) }

    private static func claims(_ claims: [LeafClaim]) -> [UInt8] {
        DER.sequence(of: claims.map { DER.context($0.tag, $0.value) })
    }
}
