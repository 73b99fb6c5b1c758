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
    /// JSON, as the body of a request or a part of a token.
    case json
    /// The target of a request line: path and query.
    case path
    /// The body of a request to any method.
    case message
    /// The query of a request to any method.
    case query
    /// The text of a field, a parameter or a header that is one value: a mask, a time, base64, a secret.
    case value
    /// A token, or a header or claims of one.
    case token
    /// A public key that an administrator pastes, in PEM or DER.
    case pem
    /// The address of a client or the origin of a page, in a header.
    case address
    /// A body with the content coding gzip.
    case gzip
    /// A launch policy in JSON.
    case launchPolicy = "launch-policy"
    /// A case file.
    case exchangeCase = "exchange-case"

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
        case .message: try MessageInput.check(input)
        case .query: try QueryInput.check(input)
        case .value: try ValueInput.check(input)
        case .token: try TokenInput.check(input)
        case .pem: try PEMInput.check(input)
        case .address: try AddressInput.check(input)
        case .gzip: try GzipInput.check(input)
        case .launchPolicy: try LaunchPolicyInput.check(input)
        case .exchangeCase: try ExchangeCaseInput.check(input)
        }
    }
}
