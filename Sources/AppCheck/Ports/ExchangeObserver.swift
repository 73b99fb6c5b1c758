package import FoundationEssentials

/// How an exchange of App Attest ended, with what it takes to judge it again.
package struct ExchangeEnding: Sendable {
    /// Nil for a token that was granted.
    package let refusal: ExchangeError?
    /// The reasons that policies which only report would have had to refuse it, or to shorten its token.
    package let reported: [String]
    package let evidence: ExchangeEvidence

    package init(refusal: ExchangeError?, reported: [String] = [], evidence: ExchangeEvidence) {
        (self.refusal, self.reported, self.evidence) = (refusal, reported, evidence)
    }
}

/// Hears of every exchange of App Attest that was about a registered app. Other exchanges, and those that failed for a
/// fault of the server's own, are not told.
package protocol ExchangeObserver: Sendable {
    /// Called on the way of the exchange: must return at once.
    func observe(_ ending: ExchangeEnding)
}

/// Hears nothing.
package struct NoObserver: ExchangeObserver {
    package init() {}
    package func observe(_ ending: ExchangeEnding) {}
}

/// Tells each of several.
package struct ExchangeObservers: ExchangeObserver {
    private let observers: [any ExchangeObserver]

    package init(_ observers: [any ExchangeObserver]) { self.observers = observers }

    package func observe(_ ending: ExchangeEnding) { for observer in observers { observer.observe(ending) } }
}

/// What an exchange was judged by, gathered on its way: what is nil was not reached. Holds no artifact, token or API key.
package struct ExchangeEvidence: Sendable {
    package enum Object: Hashable, Sendable {
        case attestation([UInt8], keyID: [UInt8])
        case assertion([UInt8])
    }

    package let app: RegisteredApp
    package let object: Object
    /// What the device was to sign: SHA-256 of challenge, or of artifact and challenge: 32 bytes.
    package let clientDataHash: [UInt8]
    /// The moment that everything was judged at.
    package let judgedAt: Date
    /// Seconds by which periods of validity were widened.
    package let clockLeeway: Int
    /// What the server found on the way that cannot be found in the object.
    package var findings = Findings()

    package struct Findings: Hashable, Sendable {
        /// Of an assertion: what the artifact says of the key; nil where it could not be opened.
        package var artifact: Artifact?
        /// When the challenge ends or ended, in seconds since 1970; nil where it was not found genuine.
        package var challengeExpiresAt: Int64?
        /// The history that the risk was judged by.
        package var riskMeasurements: [RiskMeasurement]?
        /// The counter that the store had, where it was not lower than the one received.
        package var storedCounter: UInt32?

        package init() {}
    }

    package init(
        app: RegisteredApp, object: Object, clientDataHash: [UInt8], judgedAt: Date, clockLeeway: Int
    ) {
        (self.app, self.object, self.clientDataHash) = (app, object, clientDataHash)
        (self.judgedAt, self.clockLeeway) = (judgedAt, clockLeeway)
    }
}
