private import AppAttest
private import Encodings
private import FoundationEssentials

/// The steps of an exchange beside those that verify the object. What only the server could know is taken from the file;
/// the rest is computed again.
extension ExchangeReplay {
    /// What is said of a step for which the file has no finding.
    private static let unknown = "only the server can know, and it did not come this far"

    private var now: Int64 { Int64(secondsSince1970: exchange.judgedAt) }

    mutating func checkArtifact() throws(ExchangeError) {
        guard let fault = exchange.artifactFault else {
            return pass(.artifact, .artifact, "it opened and is this app's, as the server found")
        }
        let found =
            switch fault {
            case .malformed: "one in another form"
            case .foreign: "one that was sealed with a key that this server does not have"
            case .altered: "one that was altered"
            case .otherApp: "one that was issued for another app"
            }
        throw fail(
            .artifact, .artifact, .artifact(fault), expected: "an artifact of this server's for this app",
            found: "\(found), as the server found")
    }

    mutating func checkKeyAllowed() throws(ExchangeError) {
        guard let object = exchange.object, let facts = object.attestedFacts, let key = exchange.key else { return }
        let anchors = object.trustAnchors.map { Hexadecimal.encode($0.fingerprint) }
        let (attested, root) = (facts.environment.rawValue, Hexadecimal.encode(key.trustAnchor))
        let environments = key.environments.map(\.rawValue).sorted()
        let rules: [(isKept: Bool, expected: String, found: String)] = [
            (
                key.environments.contains(facts.environment), "a key of \(environments.joined(separator: " or "))",
                "one of \(attested)"
            ),
            (
                key.appIDs.contains(object.appID),
                "a key of \(key.appIDs.map(\.description).joined(separator: " or "))", "one of \(object.appID)"
            ),
            (anchors.contains(root), "a key under the root \(anchors.joined(separator: " or "))", "one under \(root)"),
        ]
        if let broken = rules.first(where: { !$0.isKept }) {
            throw fail(
                .keyAllowed, .keyAllowed, .keyNoLongerAllowed, expected: broken.expected, found: broken.found)
        }
        pass(.keyAllowed, .keyAllowed, "\(object.appID), \(attested)")
    }

    mutating func checkChallenge() throws(ExchangeError) {
        switch exchange.challenge {
        case .notReached: add(.challenge, [ExchangeTrace.Entry(.challenge, .unknown(Self.unknown))])
        case .genuine(let end):
            guard now < end else {
                throw fail(
                    .challenge, .challenge, .challenge(.expired),
                    expected: "a challenge that has not ended at \(CaseMoment.text(clamping: now))",
                    found: "one that ended at \(CaseMoment.text(clamping: end))")
            }
            pass(
                .challenge, .challenge,
                "it ends at \(CaseMoment.text(clamping: end)), and is this server's for this app, as the server found")
        case .faulty(let fault):
            let found =
                switch fault {
                case .unknown: "one that was not issued here"
                case .otherApp: "one for another app"
                case .expired: "one that has ended"
                case .used: "one that was used"
                }
            throw fail(
                .challenge, .challenge, .challenge(fault), expected: "a challenge of this server's for this app",
                found: "\(found), as the server found")
        }
    }

    mutating func checkRisk() throws(ExchangeError) {
        let policy = exchange.riskPolicy
        guard policy.action != .observe else { return pass(.risk, .risk, "the app's policy demands nothing") }
        guard let history = exchange.riskHistory else {
            return add(.risk, [ExchangeTrace.Entry(.risk, .unknown(Self.unknown))])
        }
        guard policy.isAtRisk(history, at: now) else {
            return pass(.risk, .risk, "\(history.count) measurements, and none that are too high for too long")
        }
        let (expected, found) = (
            "a metric that does not stay above \(policy.threshold) for \(policy.duration) seconds",
            "the metrics \(history.map(\.metric).joined(separator: ", "))"
        )
        switch (policy.action, policy.reportOnly) {
        case (.refuseAssertions, false):
            throw fail(.risk, .risk, .riskTooHigh, expected: expected, found: found)
        case (.refuseAssertions, true), (.shortenTokens, _), (.observe, _):
            let comparison = ExchangeTrace.Comparison(.riskTooHigh, expected: expected, found: found)
            add(.risk, [ExchangeTrace.Entry(.risk, .reported(comparison))])
        }
    }

    mutating func checkStore() throws(ExchangeError) {
        let refusal: ExchangeError
        let found: String
        switch exchange.store {
        case nil: return add(.store, [ExchangeTrace.Entry(.store, .unknown(Self.unknown))])
        case .counterStale:
            return pass(.store, .store, "the store went on to compare the counters, as the server found")
        case .challengeUsed: (refusal, found) = (.challenge(.used), "the challenge of another exchange")
        case .keyAlreadyRegistered: (refusal, found) = (.keyAlreadyRegistered, "a key that is registered already")
        case .keyMismatch: (refusal, found) = (.keyMismatch, "a key of another app, or with another point")
        case .keyRevoked: (refusal, found) = (.keyRevoked, "a key that was revoked")
        }
        throw fail(
            .store, .store, refusal, expected: "a challenge that was not used, and a key as the store knows it",
            found: "\(found), as the server found")
    }

    /// - Parameter stored: nil where the server did not find it to be too high.
    mutating func check(counter: UInt32, above stored: UInt32?) throws(ExchangeError) {
        let step = VerificationStep.counterAdvance
        guard let stored else { return add(.counter, [ExchangeTrace.Entry(step, .unknown(Self.unknown))]) }
        guard counter > stored else {
            let comparison = ExchangeTrace.Comparison(
                .counterStale, expected: "a counter above \(stored)",
                found: "\(counter): the request was sent before, or a later one overtook it")
            add(.counter, [ExchangeTrace.Entry(step, .failed(comparison))])
            throw .counterStale
        }
        add(.counter, [ExchangeTrace.Entry(step, .passed("\(counter) after \(stored)"))])
    }
}
