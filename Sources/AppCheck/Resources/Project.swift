/// A project as clients name it: by number or by id.
package struct Project: Hashable, Sendable {
    /// Decimal digits without a leading zero, at most 19: the canonical name.
    package let number: String
    /// 4 to 63 of lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen.
    package let id: String

    /// - Throws: ``RegistrationFault`` naming the part that is malformed and what it must look like.
    package init(number: String, id: String) throws(RegistrationFault) {
        guard Self.isNumber(number) else {
            throw RegistrationFault(.projectNumber, "1 to 19 decimal digits without a leading zero", number)
        }
        let characters = Array(id.utf8)
        guard (4...63).contains(characters.count), 0x61...0x7A ~= characters[0], characters.last != 0x2D,
            characters.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D })
        else {
            throw RegistrationFault(
                .projectID,
                "4 to 63 lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen",
                id)
        }
        (self.number, self.id) = (number, id)
    }

    /// Whether a text is of the form of a project's number.
    static func isNumber(_ text: String) -> Bool {
        (1...19).contains(text.utf8.count) && text.utf8.allSatisfy { 0x30...0x39 ~= $0 } && text.utf8.first != 0x30
    }
}
