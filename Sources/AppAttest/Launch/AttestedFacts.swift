/// What was signed about a key when it was attested, as far as launch policies compare later assertions with it.
public struct AttestedFacts: Sendable, Hashable {
    /// The environment of the key.
    public var environment: AttestationEnvironment
    /// Nil where the system sent none, or where it is not known any more.
    public var validationCategory: ValidationCategory?
    /// `CFBundleVersion`; nil where the system sent none, or where it is not known any more.
    public var bundleVersion: String?
    /// Version of the operating system, such as `26.3`; nil where the leaf certificate has none, or where it is not known
    /// any more.
    public var osVersion: String?

    /// Facts as they were kept.
    public init(
        environment: AttestationEnvironment, validationCategory: ValidationCategory? = nil,
        bundleVersion: String? = nil, osVersion: String? = nil
    ) {
        (self.environment, self.validationCategory) = (environment, validationCategory)
        (self.bundleVersion, self.osVersion) = (bundleVersion, osVersion)
    }
}

extension VerifiedAttestation {
    /// What to keep for the policies that assertions of the key will be judged by.
    public var facts: AttestedFacts {
        AttestedFacts(
            environment: environment, validationCategory: extensions.validationCategory,
            bundleVersion: extensions.bundleVersion, osVersion: osVersion)
    }
}
