internal import AppAttest
internal import Cryptography
internal import FoundationEssentials

extension AttestationDamage {
    private typealias Extension = CertificateDraft.Extension

    /// Breaks the one thing.
    func apply(to draft: inout AttestationDraft) throws(CryptographyError) {
        let device = draft.device
        let (moment, hour) = (draft.moment, TimeInterval(3600))
        switch self {
        case .empty: draft.finish = { _ in [] }
        case .truncated: draft.finish = { Array($0.prefix($0.count / 2)) }
        case .trailingByte: draft.finish = { $0 + [0] }
        case .indefiniteMap: draft.finish = { [0xBF] + $0.dropFirst() + [0xFF] }
        case .duplicateKey: draft.arrangeObject = { $0 + $0.suffix(1) }
        case .missingReceipt: draft.arrangeStatement = { $0.dropLast() }
        case .missingAuthenticatorData: draft.arrangeObject = { $0.dropLast() }
        case .oversized: draft.receipt = [UInt8](repeating: 0x2E, count: 65_536)
        case .formatOther: draft.format = .text("packed")
        case .formatNotText: draft.format = .unsigned(1)
        case .formatMissing: draft.format = nil

        case .chainEmpty: draft.x5c = { _, _ in [] }
        case .chainLeafOnly: draft.x5c = { leaf, _ in [leaf] }
        case .chainSwapped: draft.x5c = { [$1, $0] }
        case .chainLeafTwice: draft.x5c = { leaf, _ in [leaf, leaf] }
        case .chainOfFour:
            let root = device.authority.root.certificate
            draft.x5c = { [$0, $1, root, root] }
        case .intermediateForged: try draft.forgeIntermediate()
        case .authorityForeign: try draft.moveToForeignAuthority()
        case .intermediateExpired:
            try draft.reissueIntermediate { $0.notAfter = moment - hour }
        case .intermediateNotYetValid:
            try draft.reissueIntermediate { $0.notBefore = moment + hour }
        case .intermediateNotAuthority:
            try draft.reissueIntermediate {
                $0.replace(with: .basicConstraints(isAuthority: false, pathLength: nil))
            }
        case .intermediateMayNotSign:
            // cRLSign alone.
            try draft.reissueIntermediate { $0.replace(with: .keyUsage(DER.bitString([0x02], unused: 1))) }
        case .pathTooLong: try draft.addSecondIntermediate()

        case .leafSignature: draft.finishLeaf = { $0.dropLast() + [$0[$0.count - 1] ^ 1] }
        case .leafIssuerOther: draft.leaf.issuer = DistinguishedName(commonName: "Simulated App Attestation CA 2")
        case .leafExpired:
            draft.leaf.notBefore = moment - 96 * hour
            draft.leaf.notAfter = moment - hour
        case .leafNotYetValid: draft.leaf.notBefore = moment + hour
        case .leafKeyP384: draft.leaf.subjectPublicKeyInfo = try P384.PrivateKey().publicKey.subjectPublicKeyInfo
        case .leafSubjectOther: draft.leaf.subject = .leaf(keyID: try SecureRandom.bytes(32))
        case .leafAppIDOther:
            draft.leaf.replace(with: .applicationClaims(appID: device.otherAppID, generation: device.generation))
        case .unknownCriticalExtension:
            draft.leaf.extensions.append(Extension(arcs: [2, 999, 1], isCritical: true, value: [0x05, 0x00]))
        case .duplicateExtension: draft.leaf.extensions.append(.deviceClaims(device.deviceClaims))

        case .nonceOther: draft.nonceExtension = { .nonce($0.dropLast() + [$0[31] ^ 1]) }
        case .nonceMissing: draft.leaf.extensions.removeAll { $0.arcs == Extension.nonceArcs }
        case .nonceTwice: draft.leaf.extensions.append(.nonce([]))
        case .nonceTrailingByte:
            draft.nonceExtension = { Extension(arcs: Extension.nonceArcs, value: Extension.nonce($0).value + [0]) }
        case .nonceIndefiniteLength:
            draft.nonceExtension = { nonce in
                let inner = DER.context(1, DER.octetString(nonce))
                return Extension(arcs: Extension.nonceArcs, value: [0x30, 0x80] + inner + [0, 0])
            }
        case .nonceOf31Bytes: draft.nonceExtension = { .nonce($0.dropLast()) }
        case .nonceExtraElement:
            draft.nonceExtension = { nonce in
                let octets = DER.octetString(nonce)
                return Extension(
                    arcs: Extension.nonceArcs, value: DER.sequence(DER.context(1, octets), DER.context(2, octets)))
            }

        case .keyOther:
            let other = try P256.PrivateKey().publicKey
            draft.leaf.subjectPublicKeyInfo = other.subjectPublicKeyInfo
            draft.authenticatorData.credential?.coseKey = other.coseKey
        case .rpIDHashOther: draft.authenticatorData.rpIDHash = device.otherAppID.rpIDHash
        case .counterOne: draft.authenticatorData.counter = 1
        case .environmentOther:
            let other: AttestationEnvironment =
                switch device.environment {
                case .production: .development
                case .development: .production
                }
            draft.authenticatorData.credential?.aaguid = other.aaguid
        case .environmentSandbox: draft.authenticatorData.credential?.aaguid = Array("appattestsandbox".utf8)
        case .environmentLastByte:
            draft.authenticatorData.credential?.aaguid = AttestationEnvironment.production.aaguid.dropLast() + [1]
        case .credentialIDEmpty: draft.authenticatorData.credential?.id = []
        case .credentialIDOf31Bytes: draft.authenticatorData.credential?.id.removeLast()
        case .credentialIDOf33Bytes: draft.authenticatorData.credential?.id.append(0)
        case .credentialIDOther: draft.authenticatorData.credential?.id = try SecureRandom.bytes(32)
        case .coseKeyOtherX:
            let other = try P256.PrivateKey().publicKey.coseKey
            draft.editCOSEKey { $0[3] = other[3] }
        case .coseKeyMissing:
            // Extensions would be read in the key's place.
            draft.authenticatorData.dropExtensions()
            draft.authenticatorData.credential?.coseKey = nil
        case .coseKeyOtherAlgorithm: draft.editCOSEKey { $0[1].value = .integer(-35) }
        case .coseKeyExtraEntry: draft.editCOSEKey { $0.append((.integer(4), .array([.integer(2)]))) }

        case .authenticatorDataTruncated: draft.authenticatorData.byteCount = 36
        case .credentialIDTruncated: draft.authenticatorData.byteCount = 70
        case .credentialIDLengthBeyondEnd: draft.authenticatorData.credential?.statedIDByteCount = 65_535
        case .attestedDataFlagClear: draft.authenticatorData.flags &= ~0x40
        case .byteAfterCOSEKey:
            draft.authenticatorData.dropExtensions()
            draft.authenticatorData.trailing = [0]
        case .byteAfterExtensions:
            draft.authenticatorData.requireExtensions(of: device)
            draft.authenticatorData.trailing = [0]
        case .extensionsTwice:
            draft.authenticatorData.requireExtensions(of: device)
            draft.authenticatorData.trailing = CBOR.map(device.signedExtensions).encoded
        case .extensionsMissing: draft.authenticatorData.promiseExtensions()
        case .extensionsArray:
            draft.authenticatorData.promiseExtensions()
            draft.authenticatorData.trailing = CBOR.array(device.signedExtensions.map(\.value)).encoded
        case .extensionNameTwice:
            draft.authenticatorData.requireExtensions(of: device)
            draft.authenticatorData.extensions?.append(contentsOf: device.signedExtensions.suffix(1))
        case .categoryOfTwoBytes: draft.authenticatorData.setValidationCategory(.bytes([4, 0]), of: device)
        case .categoryOfThreeBytes: draft.authenticatorData.setValidationCategory(.bytes([4, 0, 0]), of: device)
        case .categoryOfFiveBytes:
            draft.authenticatorData.setValidationCategory(.bytes([4, 0, 0, 0, 0]), of: device)
        case .categoryText: draft.authenticatorData.setValidationCategory(.text("4"), of: device)
        }
    }
}

extension SimulatedDevice {
    /// Another app of the same team.
    var otherAppID: AppID { AppID(teamID: appID.teamID, bundleID: appID.bundleID + ".other") }
}

extension AttestationDraft {
    fileprivate mutating func editCOSEKey(_ edit: (inout [CBOR.Entry]) -> Void) {
        guard var entries = authenticatorData.credential?.coseKey else { return }
        edit(&entries)
        authenticatorData.credential?.coseKey = entries
    }
}
