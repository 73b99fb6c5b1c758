import AppAttest
import AppAttestSimulator
import AppCheck
import Testing

/// Refusals for whatever can be wrong with an object of a simulated device, and with the receipt in it. Which reason and
/// step each has is a matter of the verifiers' tests.
extension Scene {
    static let damages = attestationDamages + assertionDamages + receiptDamages + foreignDevices

    private static let attestationDamages = AttestationDamage.allCases.map { damage in
        Scene("an attestation with \(damage.rawValue)") { stage in
            await stage.send(try stage.phone().attestation(await stage.challenge(), damage: damage))
        }
    }

    private static let assertionDamages = AssertionDamage.allCases.map { damage in
        Scene("an assertion with \(damage.rawValue)") { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            await stage.send(try phone.assertion(await stage.challenge(), artifact: artifact, counter: 7))
            await stage.send(
                try phone.assertion(await stage.challenge(), artifact: artifact, previousCounter: 7, damage: damage))
        }
    }

    /// A receipt of more than 64 KiB makes the whole object too large, which is the object's affair.
    private static let receiptDamages = ReceiptDamage.allCases.filter { $0 != .oversized }.map { damage in
        Scene(
            "a receipt with \(damage.rawValue)",
            app: { try Specimen.app(policies: AppPolicies(receipt: ReceiptPolicy(unusable: .refuse))) }
        ) { stage in
            await stage.send(
                try stage.phone().attestation(await stage.challenge(), receiptDamage: damage))
        }
    }

    private static let foreignDevices = [
        Scene("a key id that is another key's", "KEY_ID_MISMATCH", at: "A5") { stage in
            let good = try stage.phone().attestation(await stage.challenge())
            await stage.send(good.with(keyID: try stage.phone().device.keyID))
        },
        Scene("a key id of 31 bytes", "KEY_ID_MISMATCH", at: "A5") { stage in
            let good = try stage.phone().attestation(await stage.challenge())
            await stage.send(good.with(keyID: [UInt8](repeating: 1, count: 31)))
        },
        Scene("a key of development", "WRONG_ENVIRONMENT", at: "A8") { stage in
            await stage.send(try stage.phone(.development).attestation(await stage.challenge()))
        },
        Scene("an app that is not registered", "UNKNOWN_APP", at: "A6") { stage in
            let phone = try stage.phone(bundleID: "com.example.App")
            await stage.send(try phone.attestation(await stage.challenge()))
        },
        Scene(
            "a simulated device where Apple's are expected", "CHAIN_UNTRUSTED", at: "A1",
            app: { try Specimen.app(trustAnchors: []) }
        ) { stage in await stage.send(try stage.phone().attestation(await stage.challenge())) },
    ]
}

extension AttestationSubmission {
    func with(keyID: [UInt8]) -> AttestationSubmission {
        AttestationSubmission(
            project: project, appID: appID, attestationObject: attestationObject, keyID: keyID, challenge: challenge,
            limitedUse: limitedUse)
    }
}
