/// A part of a resource that somebody can get wrong, by the words for it.
package enum RegistrationField: String, Sendable, CaseIterable {
    case projectNumber = "project number"
    case projectID = "project id"
    case displayName = "display name"
    case appID = "app id"
    case teamID = "team id"
    case bundleIDs = "bundle id"
    case environments = "environment"
    case trustAnchors = "trust anchor"
    case tokenTTL = "token TTL"
    case debugTokenLimit = "debug token limit"
    case receiptPolicy = "receipt policy"
    case riskPolicy = "risk policy"
    case launchPolicy = "launch policy"
    case debugTokenSecret = "debug token"
    case expiry = "expiry"
    case serviceID = "service id"
    case replayProtection = "replay protection"
    case keyID = "key id"
    case serviceAccount = "service account"
    case publicKey = "public key"
}

/// A value that cannot be registered.
package struct RegistrationFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// What the value was to be.
    package let field: RegistrationField
    /// What it must look like.
    package let expectation: String
    /// What was given, cut to a printable length; nil for a secret.
    package let found: String?

    package init(_ field: RegistrationField, _ expectation: String, _ found: String) {
        (self.field, self.expectation) = (field, expectation)
        self.found = String(found.prefix(80).map { (0x20...0x7E).contains($0.asciiValue ?? 0) ? $0 : "?" })
    }

    /// A fault of a value that must not be repeated.
    package init(_ field: RegistrationField, ofSecret expectation: String) {
        (self.field, self.expectation, found) = (field, expectation, nil)
    }

    package var description: String {
        let ending = found.map { ", found \"\($0)\"" } ?? ""
        return "\(field.rawValue): expected \(expectation)\(ending)"
    }
}
