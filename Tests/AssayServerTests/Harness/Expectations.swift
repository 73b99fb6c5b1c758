import Testing
import TestSupport

/// That an answer is an error of that shape: JSON, with the code in the body that is in the head.
func expectError(
    _ response: RawResponse, _ code: Int, _ status: String, _ reason: String, fields: [String]? = nil,
    _ what: String = "", sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let comment = Comment(rawValue: what)
    #expect(
        response.headers["content-type"] == "application/json; charset=UTF-8", comment, sourceLocation: sourceLocation)
    let error = try #require(try? response.error, comment, sourceLocation: sourceLocation)
    #expect(response.status == code, comment, sourceLocation: sourceLocation)
    #expect(error.code == code, comment, sourceLocation: sourceLocation)
    #expect(error.status == status, comment, sourceLocation: sourceLocation)
    #expect(error.reason == reason, comment, sourceLocation: sourceLocation)
    #expect(!error.message.isEmpty, comment, sourceLocation: sourceLocation)
    if let fields { #expect(error.violatedFields == fields, comment, sourceLocation: sourceLocation) }
}

/// That an exchange was refused with 403, which lets a phone try again, and with that reason.
func expectRefused(
    _ response: RawResponse, _ reason: String, _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try expectError(response, 403, "PERMISSION_DENIED", reason, fields: [], what, sourceLocation: sourceLocation)
    #expect(try response.error?.message == "App attestation failed.", sourceLocation: sourceLocation)
}

/// Whether a text is base64 of the standard alphabet with its padding, as iOS decodes it.
func isPaddedStandardBase64(_ text: String) -> Bool {
    let digits = text.utf8.drop { $0 != 0x3D }.count
    return text.utf8.count.isMultiple(of: 4) && digits <= 2
        && text.utf8.dropLast(digits).allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2B
                || $0 == 0x2F
        }
}
