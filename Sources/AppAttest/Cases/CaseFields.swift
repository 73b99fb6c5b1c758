private import Encodings
package import FoundationEssentials

/// The members of a case file as they are written; what a file lacks is nil, and members of other names are passed over.
package struct CaseFields: Codable, Sendable {
    /// What was signed about a key at its attestation, for assertions.
    package struct Facts: Codable, Sendable {
        package var environment: String
        /// As launch policies write it: `APP_STORE`.
        package var validationCategory: String?
        package var bundleVersion: String?
        package var osVersion: String?

        package init(_ facts: AttestedFacts) {
            (environment, validationCategory) = (facts.environment.rawValue, facts.validationCategory?.name)
            (bundleVersion, osVersion) = (facts.bundleVersion, facts.osVersion)
        }
    }

    /// What becomes of an attestation whose receipt cannot be used.
    package struct ReceiptPolicy: Codable, Sendable {
        /// `RECORD` or `REFUSE`.
        package var unusable: String
        /// Whether `REFUSE` refuses nothing; false where it is missing.
        package var reportOnly: Bool?

        package init(unusable: String, reportOnly: Bool) {
            (self.unusable, self.reportOnly) = (unusable, reportOnly ? true : nil)
        }
    }

    package var kind: String
    package var expected: String?
    package var teamId: String?
    package var bundleId: String?
    package var bundleIds: [String]?
    package var environment: String?
    package var environments: [String]?
    package var keyId: String?
    package var clientData: String?
    package var clientDataHash: String?
    package var attestationObject: String?
    package var assertion: String?
    package var receipt: String?
    package var certificate: String?
    package var publicKey: String?
    package var attested: Facts?
    package var previousCounter: Int64?
    package var validAt: String?
    package var clockLeeway: Int64?
    package var launchPolicy: LaunchPolicy?
    package var receiptPolicy: ReceiptPolicy?
    package var rootCertificates: [String]?
    package var receiptRootCertificates: [String]?

    /// To be filled in and written.
    package init(kind: String) { self.kind = kind }

    package init(json: [UInt8]) throws(CaseFileError) { self = try Self.decode(CaseFields.self, json) }

    /// Reads a file as a whole, or another part of it.
    package static func decode<Fields: Decodable>(
        _ type: Fields.Type, _ json: [UInt8]
    ) throws(CaseFileError) -> Fields {
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch DecodingError.keyNotFound(let key, let context) {
            throw CaseFileError(.malformed, "\(name(context.codingPath + [key])): missing")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context),
            DecodingError.valueNotFound(_, let context)
        {
            guard context.codingPath.isEmpty else {
                throw CaseFileError(.malformed, "\(name(context.codingPath)): not of the right type")
            }
            throw CaseFileError(.malformed, "not a JSON object")
        } catch {
            throw CaseFileError(.malformed, "not a JSON object")
        }
    }

    private static func name(_ path: [any CodingKey]) -> String {
        printable(path.map(\.stringValue).joined(separator: "."))
    }
}

/// Moments in case files.
package enum CaseMoment {
    /// RFC 3339 in UTC; fractions of a second to the nanosecond, which is more than a `Date` of our times can tell apart.
    /// - Returns: nil for a moment before 1970 or after 9999, which no server's clock shows and not every reader reads.
    package static func text(_ moment: Date) -> String? {
        // The number that a date is made of: any other would round it.
        let seconds = moment.timeIntervalSinceReferenceDate
        let whole = seconds.rounded(.down)
        guard let number = Int64(exactly: whole), range.contains(number + offset) else { return nil }
        let nanoseconds = min(Int64(((seconds - whole) * 1e9).rounded()), 999_999_999)
        guard nanoseconds > 0 else { return CivilTime.text(number + offset) }
        var digits = String(String(1_000_000_000 + nanoseconds).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(CivilTime.text(number + offset).dropLast()).\(digits)Z"
    }

    /// The same of whole seconds since 1970; the nearest moment that can be written.
    package static func text(clamping seconds: Int64) -> String {
        CivilTime.text(min(max(seconds, range.lowerBound), range.upperBound))
    }

    /// RFC 3339, with `T` or a space between date and time.
    package static func date(_ text: String) -> Date? {
        let text = text.replacing(" ", with: "T", maxReplacements: 1)
        for style in [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)] {
            if let date = try? style.parse(text) { return date }
        }
        return nil
    }

    /// 1970-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
    private static let range: ClosedRange<Int64> = 0...253_402_300_799
    /// Seconds from 1970 to 2001, which a date counts from.
    private static let offset: Int64 = 978_307_200
}

extension CaseFields {
    /// A `PUBLIC KEY` block (RFC 7468) of a key on P-256.
    /// - Parameter point: uncompressed X9.63: 65 bytes.
    package static func publicKey(point: [UInt8]) -> String {
        // SubjectPublicKeyInfo of id-ecPublicKey and prime256v1 (RFC 5480): only the point differs.
        let header: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
            0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ]
        return PEM.block("PUBLIC KEY", header + point)
    }
}
