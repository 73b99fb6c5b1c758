/// How strictly a backend asks for tokens (wire contract, section 3).
package enum EnforcementMode: String, Hashable, Sendable, CaseIterable {
    case off = "OFF"
    case unenforced = "UNENFORCED"
    case enforced = "ENFORCED"

    /// 0 for the most lenient.
    var strictness: Int {
        switch self {
        case .off: 0
        case .unenforced: 1
        case .enforced: 2
        }
    }
}

/// One of a project's backends and how it uses App Check. It is kept for the backends to read: they enforce it.
package struct ProtectedService: Hashable, Sendable {
    package let projectNumber: String
    /// A name like a host's, such as `orders.example.com`: 1 to 253 letters, digits, dots and hyphens.
    package let id: String
    package let enforcement: EnforcementMode
    /// Never stricter than ``enforcement``.
    package let replayProtection: EnforcementMode
    /// Seconds since 1970.
    package let createdAt: Int64
    package let updatedAt: Int64

    /// - Throws: ``RegistrationFault`` naming the part at fault.
    package init(
        projectNumber: String, id: String, enforcement: EnforcementMode = .off,
        replayProtection: EnforcementMode = .off, createdAt: Int64 = 0, updatedAt: Int64 = 0
    ) throws(RegistrationFault) {
        try RegisteredText.requireName(id, .serviceID, 1...253, extra: ".-")
        guard replayProtection.strictness <= enforcement.strictness else {
            throw RegistrationFault(
                .replayProtection, "a mode not stricter than the enforcement mode \(enforcement.rawValue)",
                replayProtection.rawValue)
        }
        (self.projectNumber, self.id) = (projectNumber, id)
        (self.enforcement, self.replayProtection) = (enforcement, replayProtection)
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
    }
}
