private import AppAttest

extension AppPolicies {
    /// - Throws: the first part that contradicts itself or is out of range.
    func check() throws(RegistrationFault) {
        guard RiskPolicy.thresholdRange.contains(risk.threshold) else {
            throw RegistrationFault(.riskPolicy, "a threshold of 1 to 1000000", String(risk.threshold))
        }
        guard RiskPolicy.durationRange.contains(risk.duration) else {
            throw RegistrationFault(.riskPolicy, "a duration of 1 day to 60 days", "\(risk.duration)s")
        }
        guard RegisteredApp.tokenTTLRange.contains(risk.tokenTTL) else {
            throw RegistrationFault(.riskPolicy, "a token TTL of 30 minutes to 7 days", "\(risk.tokenTTL)s")
        }
        if let fault = launch.fault { throw RegistrationFault(.launchPolicy, fault.expectation, fault.found) }
    }
}
