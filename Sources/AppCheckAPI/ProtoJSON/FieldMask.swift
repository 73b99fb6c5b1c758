internal import StrictJSON

/// Which fields an update is about (AIP-134, AIP-161).
package struct FieldMask: Sendable, Equatable {
    /// By original name.
    package let paths: Set<String>

    package func contains(_ field: String) -> Bool { paths.contains(field) }

    /// Reads a mask.
    /// - Parameters:
    ///   - text: names in either spelling, joined by commas; `*` alone for all that can be updated.
    ///   - field: original name of the field or parameter that it stands in.
    ///   - updatable: original names.
    /// - Throws: that it is missing, or names what does not exist or cannot be updated.
    package static func read(
        _ text: String?, field: String = "update_mask", updatable: [String]
    ) throws(APIError) -> FieldMask {
        guard let text, !text.isEmpty else {
            throw .invalidField(field, .missingField, "Missing required field '\(field)'.")
        }
        if text == "*" { return FieldMask(paths: Set(updatable)) }
        var paths: Set<String> = []
        for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
            let found = updatable.first { name in
                piece.utf8.elementsEqual(name.utf8) || piece.utf8.elementsEqual(name.camelCased.utf8)
            }
            guard let found else {
                let name = String(piece.prefix(100))
                // A path into a message: those are replaced as a whole.
                let how = piece.utf8.contains(0x2E) ? " by itself" : ""
                throw .invalidField(
                    field, .invalidValue,
                    "Invalid value at '\(field)', \(name.quotedForJSON) cannot be updated\(how). What can: "
                        + "\(updatable.joined(separator: ", ")).")
            }
            paths.insert(found)
        }
        return FieldMask(paths: paths)
    }
}
