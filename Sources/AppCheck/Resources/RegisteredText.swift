/// The forms that names of resources have.
enum RegisteredText {
    /// Letters, digits and `extra`, beginning with a letter or digit: `-` and dots alone mean other things in paths.
    static func requireName(
        _ text: String, _ field: RegistrationField, _ length: ClosedRange<Int>, extra: String
    ) throws(RegistrationFault) {
        let allowed = Set(extra.utf8)
        let fine = text.utf8.allSatisfy {
            0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || allowed.contains($0)
        }
        guard length.contains(text.utf8.count), fine, text.utf8.first.map({ !allowed.contains($0) }) == true else {
            throw RegistrationFault(
                field,
                "\(length.lowerBound) to \(length.upperBound) letters, digits and \(extra), beginning with a letter or digit",
                text)
        }
    }

    /// What people call a thing: up to 128 Unicode scalars without control characters; empty only where `isRequired` is not set.
    static func requireDisplayName(_ text: String, isRequired: Bool = false) throws(RegistrationFault) {
        let fine = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard ((isRequired ? 1 : 0)...128).contains(text.unicodeScalars.count), fine else {
            throw RegistrationFault(
                .displayName, "\(isRequired ? "1 to 128" : "at most 128") characters without control characters", text)
        }
    }

    static func requireBundleIDs(_ bundleIDs: [String]) throws(RegistrationFault) {
        for bundleID in bundleIDs { try requireName(bundleID, .bundleIDs, 1...155, extra: ".-_") }
        guard Set(bundleIDs).count == bundleIDs.count else {
            throw RegistrationFault(.bundleIDs, "each one once", bundleIDs.joined(separator: ", "))
        }
        guard bundleIDs.count <= 50 else { throw RegistrationFault(.bundleIDs, "at most 50", "\(bundleIDs.count)") }
    }
}
