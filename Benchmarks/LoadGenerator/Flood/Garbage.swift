import AppAttestSimulator
import Foundation

/// What should cost a server little, the cheaper to see through first.
enum Garbage: String, CaseIterable {
    /// Chance, as long as an attestation.
    case randomBody = "random-body"
    /// An app that nobody registered.
    case unknownApp = "unknown-app"
    /// A challenge whose last bit, which is one of its tag, was turned.
    case forgedChallenge = "forged-challenge"
    /// A challenge whose time is over; all else is right.
    case expiredChallenge = "expired-challenge"
    /// Good base64 of what is no CBOR.
    case randomObject = "random-object"
    /// An attestation of the same authority for an app of another name.
    case otherApp = "other-app"
    /// An attestation made for another challenge.
    case otherNonce = "other-nonce"
    /// An attestation with one bit of the leaf's signature turned: nothing but the signature tells.
    case leafSignature = "leaf-signature"

    var status: Int {
        switch self {
        case .randomBody, .unknownApp: 400
        case .forgedChallenge, .expiredChallenge, .randomObject, .otherApp, .otherNonce, .leafSignature: 403
        }
    }

    /// So many different requests. None uses up its challenge.
    /// - Parameter ended: challenges whose time is over.
    func requests(_ count: Int, _ mint: Mint, _ ended: [[UInt8]]) throws -> [[UInt8]] {
        let messages = mint.messages
        let (challenges, moment) = (try mint.challenges(count), Date())
        return try Mint.parallel(count) { index in
            let (device, challenge) = (try messages.device(), challenges[index])
            var chance = SeededChance(seed: UInt64(index))
            switch self {
            case .randomBody: return messages.attestation(body: chance.bytes(7_500))
            case .unknownApp: return try messages.ofUnknownApp.attestation(of: device, challenge, at: moment)
            case .forgedChallenge:
                var forged = challenge
                forged[forged.count - 1] ^= 1
                return try messages.attestation(of: device, forged, at: moment)
            case .expiredChallenge:
                return try messages.attestation(of: device, ended[index % ended.count], at: moment)
            case .randomObject: return messages.attestation(chance.bytes(5_400), of: device, challenge)
            case .otherApp:
                return try messages.attestation(of: try messages.deviceOfOtherApp(), challenge, at: moment)
            case .otherNonce:
                return try messages.attestation(of: device, challenge, at: moment, damage: .nonceOther)
            case .leafSignature:
                return try messages.attestation(of: device, challenge, at: moment, damage: .leafSignature)
            }
        }
    }
}
