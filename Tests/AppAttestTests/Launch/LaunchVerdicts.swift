import AppAttest
import AppAttestSimulator
import Testing

/// What a rule makes of one launch, by how much it asks: nil where it passes.
struct LaunchVerdicts: Sendable {
    var ifPresent: RejectionReason?
    /// Required, and missing values are allowed on older systems.
    var requiredOrOlder: RejectionReason?
    /// Required of every system.
    var required: RejectionReason?

    static let passes = LaunchVerdicts()

    /// Whatever is asked.
    static func refused(_ reason: RejectionReason) -> Self {
        Self(ifPresent: reason, requiredOrOlder: reason, required: reason)
    }

    /// Only where a value is required.
    static func missing(_ reason: RejectionReason, fromOlderSystem isOlder: Bool = false) -> Self {
        Self(ifPresent: nil, requiredOrOlder: isOlder ? nil : reason, required: reason)
    }
}

/// What a verifier made of an attestation or assertion under a launch policy.
struct LaunchJudgement {
    let rejection: Rejection?
    let reported: [Rejection]
    let trace: VerificationTrace

    init(_ judgement: Judgement<VerifiedAttestation>) {
        (rejection, trace) = (judgement.rejection, judgement.trace)
        reported = (try? judgement.result.get())?.reported ?? []
    }

    init(_ judgement: Judgement<VerifiedAssertion>) {
        (rejection, trace) = (judgement.rejection, judgement.trace)
        reported = (try? judgement.result.get())?.reported ?? []
    }

    /// What came of a step; nil where it is not among the steps.
    func outcome(_ step: VerificationStep) -> VerificationTrace.Outcome? {
        trace.entries.first { $0.step == step }?.outcome
    }
}

/// Judges one launch by one rule in all its forms: each demand, in force and report-only.
/// - Parameter rule: the policy with nothing but the rule.
func expectVerdicts<Limit>(
    _ verdicts: LaunchVerdicts, at step: VerificationStep, _ name: String, limit: Limit,
    in rule: WritableKeyPath<LaunchPolicy, LaunchPolicy.Rule<Limit>?>,
    sourceLocation: SourceLocation = #_sourceLocation,
    judge: (LaunchPolicy) -> LaunchJudgement
) {
    typealias Missing = LaunchPolicy.MissingValue
    let forms: [(LaunchPolicy.Demand, Missing?, RejectionReason?)] = [
        (.ifPresent, nil, verdicts.ifPresent), (.ifPresent, .refuse, verdicts.ifPresent),
        (.require, .allow, verdicts.requiredOrOlder), (.require, .refuse, verdicts.required),
        // Nobody decided, which no policy in force may say: the strict answer.
        (.require, nil, verdicts.required),
    ]
    for (demand, missing, reason) in forms {
        let comment: Comment = "\(name), \(demand), \(missing.map { "\($0)" } ?? "undecided")"
        var policy = LaunchPolicy.none
        policy[keyPath: rule] = LaunchPolicy.Rule(demand, limit, missingOnOlderSystems: missing)
        let enforced = judge(policy)
        #expect(enforced.rejection?.reason == reason, comment, sourceLocation: sourceLocation)
        #expect(enforced.rejection?.step == reason.map { _ in step }, comment, sourceLocation: sourceLocation)
        #expect(enforced.reported.isEmpty, comment, sourceLocation: sourceLocation)
        policy[keyPath: rule]?.reportOnly = true
        let reporting = judge(policy)
        #expect(reporting.rejection == nil, comment, sourceLocation: sourceLocation)
        #expect(
            reporting.reported.map(\.reason) == [reason].compactMap(\.self), comment, sourceLocation: sourceLocation)
        switch (enforced.outcome(step), reporting.outcome(step), reason) {
        case (.passed(let note)?, .passed(let other)?, nil):
            #expect(note == other && !note.isEmpty, comment, sourceLocation: sourceLocation)
        case (.failed(let failed)?, .reported(let reported)?, let reason?):
            #expect(failed.reason == reason && reported.reason == reason, comment, sourceLocation: sourceLocation)
            #expect(failed.description == reported.description, comment, sourceLocation: sourceLocation)
        case let outcomes:
            Issue.record("\(comment): \(outcomes)", sourceLocation: sourceLocation)
        }
    }
    for reportOnly in [false, true] {
        var policy = LaunchPolicy.none
        policy[keyPath: rule] = LaunchPolicy.Rule(.ignore, limit, reportOnly: reportOnly)
        let ignored = judge(policy)
        #expect(ignored.rejection == nil && ignored.reported.isEmpty, "\(name)", sourceLocation: sourceLocation)
        #expect(ignored.outcome(step) == nil, "\(name)", sourceLocation: sourceLocation)
    }
}

/// A version that the test knows to be one.
func version(_ text: String) throws -> DottedVersion { try #require(DottedVersion(text)) }

/// Systems that never send extensions; they may be odd, but they can be read.
let olderSystems = ["14.4", "17.2.1", "26.3", "26.999.1", "9", "026.4"]
/// Systems that are not older: newer ones, one that is not told, and some that cannot be read.
let otherSystems = ["27", "27.0", "27.0.1", "0027", "101.2", nil, "26.3b", "26,3", "", "iOS 26"]
