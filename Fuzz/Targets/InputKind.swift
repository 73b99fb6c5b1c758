/// The kinds of bytes that strangers send, each with the parsers that read them first.
///
/// Raw values name folders of the corpus and programs of the fuzzer.
public enum InputKind: String, CaseIterable, Sendable {
    /// An attestation or assertion object, or any other CBOR.
    case cbor
    /// Authenticator data of an attestation or of an assertion.
    case authenticatorData = "authenticator-data"
    /// A certificate in DER, first of all the leaf of an attestation.
    case certificate
    /// A receipt in BER, and the fields in it.
    case receipt
    /// The body of a request.
    case json
    /// The target of a request line: path and query.
    case path

    /// Gives the input to the parsers of this kind. They may refuse it; they must not trap.
    /// - Throws: ``BrokenPromise`` when an answer contradicts what the parsers promise.
    public func check(_ input: [UInt8]) throws(BrokenPromise) {
        switch self {
        case .cbor: try CBORInput.check(input)
        case .authenticatorData: try AuthenticatorDataInput.check(input)
        case .certificate: try CertificateInput.check(input)
        case .receipt: try ReceiptInput.check(input)
        case .json: try JSONInput.check(input)
        case .path: try PathInput.check(input)
        }
    }
}
