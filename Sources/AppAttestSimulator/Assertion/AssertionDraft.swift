internal import AppAttest
internal import Cryptography

/// An assertion before it is signed. A damage changes one thing in it; the signature is made afterwards.
struct AssertionDraft {
    let device: SimulatedDevice
    let clientDataHash: [UInt8]
    var authenticatorData: AuthenticatorDataDraft
    var key: P256.PrivateKey
    /// The message to sign; ECDSA hashes it once more.
    var message: (_ authenticatorData: [UInt8], _ clientDataHash: [UInt8]) -> [UInt8] = { SHA256.hash($0, $1) }
    /// The last touch to the signature.
    var finishSignature: (_ der: [UInt8]) -> [UInt8] = { $0 }
    var arrangeObject: ([CBOR.Entry]) -> [CBOR.Entry] = { $0 }
    /// The last touch to the whole object.
    var finish: (_ object: [UInt8]) -> [UInt8] = { $0 }

    init(device: SimulatedDevice, clientDataHash: [UInt8], counter: UInt32) {
        (self.device, self.clientDataHash) = (device, clientDataHash)
        // AT is set although no credential data follow: devices do so.
        authenticatorData = AuthenticatorDataDraft(of: device, counter: counter, credential: nil)
        key = device.key
    }

    func encoded() throws(CryptographyError) -> [UInt8] {
        let authenticatorData = authenticatorData.encoded
        let signature = try key.signature(for: message(authenticatorData, clientDataHash))
        let entries: [CBOR.Entry] = [
            (.text("signature"), .bytes(finishSignature(signature))),
            (.text("authenticatorData"), .bytes(authenticatorData)),
        ]
        return finish(CBOR.map(arrangeObject(entries)).encoded)
    }
}
