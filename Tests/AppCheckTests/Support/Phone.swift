import AppAttestSimulator
import AppCheck
import Cryptography
import Foundation

/// A simulated device that speaks to the server as an app does (wire contract, section 0.4).
struct Phone: Sendable {
    var device: SimulatedDevice
    let clock: StoppedClock

    func attestation(
        _ challenge: [UInt8], for appID: String = Specimen.appID, project: String = "shop", limitedUse: Bool = false,
        damage: AttestationDamage? = nil
    ) throws -> AttestationSubmission {
        let hash = SHA256.hash(challenge)
        let object =
            if let damage {
                try device.attest(clientDataHash: hash, at: clock.date, damage: damage)
            } else { try device.attest(clientDataHash: hash, at: clock.date) }
        return AttestationSubmission(
            project: project, appID: appID, attestationObject: object, keyID: device.keyID, challenge: challenge,
            limitedUse: limitedUse)
    }

    func assertion(
        _ challenge: [UInt8], artifact: [UInt8], counter: UInt32, for appID: String = Specimen.appID,
        limitedUse: Bool = false
    ) throws -> AssertionSubmission {
        let object = try device.assert(clientDataHash: SHA256.hash(artifact + challenge), counter: counter)
        return submission(object, challenge, artifact, appID, limitedUse)
    }

    func assertion(
        _ challenge: [UInt8], artifact: [UInt8], previousCounter: UInt32, damage: AssertionDamage
    ) throws -> AssertionSubmission {
        let object = try device.assert(
            clientDataHash: SHA256.hash(artifact + challenge), previousCounter: previousCounter, damage: damage)
        return submission(object, challenge, artifact, Specimen.appID, false)
    }

    private func submission(
        _ object: [UInt8], _ challenge: [UInt8], _ artifact: [UInt8], _ appID: String, _ limitedUse: Bool
    ) -> AssertionSubmission {
        AssertionSubmission(
            project: "shop", appID: appID, artifact: artifact, assertion: object, challenge: challenge,
            limitedUse: limitedUse)
    }
}
