/// An input to start from.
public struct Seed: Sendable {
    /// Fit for a file name.
    public let name: String
    /// The input itself.
    public let bytes: [UInt8]
}

extension InputKind {
    /// What the simulator makes and what the wire contract shows: present everywhere.
    public func mintedSeeds() throws -> [Seed] {
        switch self {
        case .cbor, .authenticatorData, .certificate: try objects(in: SeedObject.minted())
        case .receipt: try ReceiptSeeds.minted()
        case .json: TextSeeds.bodies
        case .path: TextSeeds.targets
        case .message: MessageSeeds.bodies + TextSeeds.bodies
        case .query: MessageSeeds.queries
        case .value: MessageSeeds.values
        case .token: TokenSeeds.tokens
        case .pem: try TokenSeeds.keys()
        case .address: MessageSeeds.addresses
        case .gzip: GzipSeeds.bodies
        case .launchPolicy: LaunchPolicySeeds.policies
        case .exchangeCase: try ExchangeCaseSeeds.minted()
        }
    }

    /// What real devices sent: present where the folder of cases is. None for kinds of text.
    public func realSeeds() throws -> [Seed] {
        switch self {
        case .cbor, .authenticatorData: try objects(in: SeedObject.real())
        case .certificate: try objects(in: SeedObject.real()) + SeedObject.loneCertificates()
        case .receipt: try ReceiptSeeds.real()
        case .json, .path, .message, .query, .value, .token, .pem, .address, .gzip, .launchPolicy, .exchangeCase: []
        }
    }

    private func objects(in objects: [SeedObject]) throws -> [Seed] {
        objects.flatMap { (object) -> [Seed] in
            switch self {
            case .cbor: [Seed(name: object.name, bytes: object.bytes)]
            case .authenticatorData: object.authenticatorData.map { [Seed(name: object.name, bytes: $0)] } ?? []
            case .certificate:
                object.certificates.enumerated().map { Seed(name: "\(object.name)-\($0)", bytes: $1) }
            case .receipt, .json, .path, .message, .query, .value, .token, .pem, .address, .gzip, .launchPolicy,
                .exchangeCase:
                []
            }
        }
    }
}
