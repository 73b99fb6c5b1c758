/// What an exchange costs at one height: from bare cryptography up to the server.
struct ExchangeCost {
    let name: String
    /// us of processor time, for each kind of exchange; nil for what was not measured.
    let attestation: Double?
    let assertion: Double?
    /// What the bare cryptography of each cost beside it.
    let bare: (attestation: Double?, assertion: Double?)

    func value(_ kind: Kind) -> Double? {
        switch kind {
        case .attestation: attestation
        case .assertion: assertion
        }
    }

    /// How many times the bare cryptography it costs.
    func ratio(_ kind: Kind) -> Double? {
        let floor =
            switch kind {
            case .attestation: bare.attestation
            case .assertion: bare.assertion
            }
        return value(kind).flatMap { value in floor.map { value / $0 } }
    }

    enum Kind: String, CaseIterable { case attestation, assertion }

    static func all(_ figures: RunFigures) -> [ExchangeCost] {
        let bare = (figures.median("floor.attestation"), figures.median("floor.assertion"))
        let floor = ExchangeCost(
            name: "bare crypto", attestation: figures.median("floor.attestation"),
            assertion: figures.median("floor.assertion"), bare: bare)
        let stores = ["memory", "sqlite", "postgres"].map { store in
            ExchangeCost(
                name: "use case, \(Goal.storeName(store))",
                attestation: figures.median("usecase.\(store).attestation.16.processor"),
                assertion: figures.median("usecase.\(store).assertion.16.processor"),
                bare: (
                    figures.median("usecase.\(store).floor.attestation"),
                    figures.median("usecase.\(store).floor.assertion")
                ))
        }
        return [
            // Each time validating the chain, reading the key, and signing the token.
            ExchangeCost(
                name: "OpenSSL, used plainly",
                attestation: figures.sum(["library.attestation.first.plain", "floor.rsa.sign"]),
                assertion: floor.assertion, bare: bare),
            floor,
            ExchangeCost(
                name: "bare crypto with receipt", attestation: figures.median("floor.attestation.receipt"),
                assertion: floor.assertion, bare: bare),
            // The receipt of an attestation is verified too.
            ExchangeCost(
                name: "library",
                attestation: figures.sum(["library.attestation.warm", "library.receipt.known", "library.token"]),
                assertion: figures.sum(["library.assertion", "library.token"]), bare: bare),
        ] + stores + [
            ExchangeCost(
                name: "server, HTTP and SQLite", attestation: figures.median("server.attestation.processor"),
                assertion: figures.median("server.assertion.processor"),
                bare: (
                    figures.median("server.attestation.floor.attestation"),
                    figures.median("server.assertion.floor.assertion")
                ))
        ]
    }
}

/// What others need for the same two signatures: a verification and an RSA-2048 signature of one thread each, as ratios to
/// those of OpenSSL 3.0 used plainly. Measured once on another machine (docs/performance.md says where), not in a run.
struct Peer {
    let name: String
    let attestation: Double
    let assertion: Double

    func value(_ kind: ExchangeCost.Kind) -> Double {
        switch kind {
        case .attestation: attestation
        case .assertion: assertion
        }
    }

    /// us of a P-384 and a P-256 verification and of a signature.
    private init(_ name: String, p384: Double, p256: Double, rsa: Double) {
        self.name = name
        let (openSSLP384, openSSLP256, openSSLRSA) = (645.0, 60.0, 247.0)
        attestation = (p384 + rsa) / (openSSLP384 + openSSLRSA)
        assertion = (p256 + rsa) / (openSSLP256 + openSSLRSA)
    }

    /// Where a range was measured, its middle.
    static let all = [
        Peer("AWS-LC 5.5", p384: 188, p256: 49, rsa: 243),
        Peer("OpenSSL 3.0", p384: 645, p256: 60, rsa: 247),
        Peer("BoringSSL 13", p384: 514, p256: 141, rsa: 580),
        Peer("Botan 2.19", p384: 502, p256: 241, rsa: 1_064),
        Peer("nettle 3.8", p384: 360, p256: 147, rsa: 1_500),
        Peer("wolfSSL 5.5", p384: 162, p256: 75, rsa: 1_888),
        Peer("NSS 3.87", p384: 906, p256: 441, rsa: 1_624),
    ]
}
