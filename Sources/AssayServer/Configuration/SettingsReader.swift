internal import AppleServices
internal import HTTP

/// Looks settings up by precedence and gathers what is wrong with them.
struct SettingsReader {
    /// Where a value comes from, and what to call it in a fault.
    private struct Source {
        let name: String
        let text: String
    }

    /// Variables of ours that are no settings of the server.
    private static let otherVariables: Set<String> = [
        "ASSAY_MASTER_KEY", "ASSAY_CONFIG", "ASSAY_CASES", "ASSAY_PYTHON", "ASSAY_TEST_POSTGRES",
    ]

    private let flags: [Setting: String]
    private let environment: [String: String]
    private let file: [String: String]
    private(set) var faults: [String] = []

    init(flags: [Setting: String], environment: [String: String], file: [String: String]) {
        (self.flags, self.environment, self.file) = (flags, environment, file)
        let variables = Set(Setting.allCases.map(\.variable)).union(Self.otherVariables)
        for name in environment.keys.sorted() where name.hasPrefix("ASSAY_") && !variables.contains(name) {
            faults.append("\(name): unknown setting")
        }
        for name in file.keys.sorted() where Setting(rawValue: name) == nil {
            faults.append("\(name): unknown setting")
        }
    }

    mutating func text(_ setting: Setting) -> String {
        let source = source(setting)
        if source.text.isEmpty { fault(source, "expected a text", "nothing") }
        return source.text
    }

    mutating func number(_ setting: Setting, _ range: ClosedRange<Int64>) -> Int64 {
        let source = source(setting)
        guard let number = DecimalText.number(source.text), range.contains(number) else {
            fault(source, "expected \(range.lowerBound) to \(range.upperBound)", source.text)
            return range.lowerBound
        }
        return number
    }

    /// A whole number of seconds, or one with a unit: `s`, `m`, `h`, `d`.
    mutating func duration(_ setting: Setting, _ range: ClosedRange<Int64>) -> Int64 {
        let source = source(setting)
        guard let seconds = DurationText.seconds(source.text), range.contains(seconds) else {
            fault(
                source, "expected a duration from \(range.lowerBound)s to \(range.upperBound)s, such as 300s or 15m",
                source.text)
            return range.lowerBound
        }
        return seconds
    }

    mutating func address(_ setting: Setting) -> (String, UInt16) {
        let source = source(setting)
        guard let (host, port) = Self.address(source.text) else {
            fault(source, "expected HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080", source.text)
            return ("", 0)
        }
        return (host == "localhost" ? "127.0.0.1" : host, port)
    }

    /// IPv6 goes in brackets, because `::1:8080` is an address of its own too.
    private static func address(_ text: String) -> (host: String, port: UInt16)? {
        guard let colon = text.lastIndex(of: ":"), let number = DecimalText.number(text[text.index(after: colon)...]),
            let port = UInt16(exactly: number)
        else { return nil }
        var host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.contains(where: { "[]".contains($0) }), host.contains(":") == isBracketed else {
            return nil
        }
        return (String(host), port)
    }

    mutating func issuerBase(_ setting: Setting) -> String {
        let source = source(setting)
        guard source.text.hasPrefix("https://"), source.text.count > 8, !source.text.hasSuffix("/") else {
            fault(source, "expected an https URL without a slash at its end", source.text)
            return ""
        }
        return source.text
    }

    /// Nil if the setting is empty.
    mutating func baseURL(_ setting: Setting) -> BaseURL? {
        let source = source(setting)
        guard !source.text.isEmpty else { return nil }
        guard let url = BaseURL(source.text) else {
            fault(
                source,
                "expected an http or https URL without a slash at its end, such as https://appcheck.example.com",
                source.text)
            return nil
        }
        return url
    }

    /// The name of a header field (RFC 9110 section 5.6.2) with addresses in it; nil if the setting is empty. `Forwarded`
    /// is refused: its values have a form of their own (RFC 7239), and what is not read must not seem to be.
    mutating func addressField(_ setting: Setting) -> String? {
        let source = source(setting)
        guard !source.text.isEmpty else { return nil }
        let marks = Set("!#$%&'*+-.^_`|~".utf8)
        let isToken = source.text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: marks.contains(byte)
            }
        }
        guard isToken, source.text.lowercased() != "forwarded" else {
            fault(
                source, "expected the name of a header field with addresses alone, such as X-Forwarded-For",
                source.text)
            return nil
        }
        return source.text
    }

    /// Nil for no limit.
    mutating func rateLimit(_ setting: Setting) -> RateLimit? {
        let source = source(setting)
        guard let limit = RateLimitText.limit(source.text) else {
            fault(source, RateLimitText.expectation, source.text)
            return nil
        }
        return limit
    }

    mutating func crossOrigin(_ setting: Setting) -> CrossOrigin {
        let source = source(setting)
        guard let policy = CrossOriginText.policy(source.text) else {
            fault(source, CrossOriginText.expectation, source.text)
            return CrossOrigin(.listed([]))
        }
        return policy
    }

    mutating func deviceCheckKeys(_ setting: Setting) -> [DeviceCheckKeyFile] {
        let source = source(setting)
        do throws(DeviceCheckKeyText.Fault) { return try DeviceCheckKeyText.files(source.text) } catch {
            fault(source, error.expectation, error.entry)
            return []
        }
    }

    /// Empty for none. What was found is never told: it may hold a password.
    mutating func connectionString(_ setting: Setting) -> String {
        let source = source(setting)
        guard DatabaseSettings.isConnectionString(source.text) || source.text.isEmpty else {
            faults.append("\(source.name): expected \(DatabaseSettings.expectation)")
            return ""
        }
        return source.text
    }

    /// Nil for a fault.
    mutating func receiptEndpoint(_ setting: Setting) -> ReceiptEndpoint? {
        let source = source(setting)
        let endpoint = ReceiptEndpoint(source.text)
        if endpoint == nil { fault(source, ReceiptEndpoint.expectation, source.text) }
        return endpoint
    }

    private func source(_ setting: Setting) -> Source {
        if let text = flags[setting] { return Source(name: "--\(setting.flag)", text: text) }
        if let text = environment[setting.variable] { return Source(name: setting.variable, text: text) }
        if let text = file[setting.rawValue] { return Source(name: setting.rawValue, text: text) }
        return Source(name: setting.rawValue, text: setting.defaultText)
    }

    private mutating func fault(_ source: Source, _ expectation: String, _ found: String) {
        faults.append("\(source.name): \(expectation), found \"\(found.prefix(80))\"")
    }
}

extension Setting {
    /// The name of the command-line flag, without its dashes.
    package var flag: String {
        variable.dropFirst("ASSAY_".count).lowercased().map { $0 == "_" ? "-" : String($0) }.joined()
    }
}

/// Whole numbers as settings have them: digits alone, where Swift reads `+5` too.
enum DecimalText {
    static func number(_ text: some StringProtocol) -> Int64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }
}

/// Durations as people write them.
package enum DurationText {
    /// - Returns: nil for anything but a whole number, alone or with `s`, `m`, `h` or `d`.
    package static func seconds(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        let (digits, unit) = text.last.flatMap { units[$0] }.map { (text.dropLast(), $0) } ?? (text[...], 1)
        guard let number = DecimalText.number(digits) else { return nil }
        let (seconds, overflow) = number.multipliedReportingOverflow(by: unit)
        return overflow ? nil : seconds
    }
}
