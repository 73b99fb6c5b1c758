internal import Encodings

/// A text is not JSON, or not within what is read here.
package struct JSONFailure: Error, Equatable {}

/// Reads JSON (RFC 8259) strictly.
///
/// Foundation's decoder takes the last of two members of one name and reads `1.0` as an integer. A token must mean the
/// same to every verifier, so both are told apart here: repeated names are refused, and integers are a kind of their own.
package struct JSONReader: ~Copyable {
    static let maximumDepth = 8
    static let maximumMembers = 64

    private let text: [UInt8]
    /// Of the next byte to be read.
    private var place = 0
    private let maximumElements: Int

    private init(_ text: [UInt8], maximumElements: Int) {
        (self.text, self.maximumElements) = (text, maximumElements)
    }

    /// The single value that makes up all of `text`.
    /// - Parameter maximumElements: how many elements an array may have; objects have 64 members at most, because each
    ///   name is compared with all before it.
    package static func read(_ text: [UInt8], maximumElements: Int = 64) throws(JSONFailure) -> JSONValue {
        var reader = JSONReader(text, maximumElements: maximumElements)
        let value = try reader.value(depth: 0)
        guard reader.place == text.count else { throw JSONFailure() }
        return value
    }

    /// One value and the space around it.
    private mutating func value(depth: Int) throws(JSONFailure) -> JSONValue {
        guard depth < Self.maximumDepth else { throw JSONFailure() }
        skipSpace()
        let value: JSONValue
        switch next {
        case UInt8(ascii: "{"): value = .object(JSONObject(members: try members(depth: depth + 1)))
        case UInt8(ascii: "["): value = .array(try elements(depth: depth + 1))
        case UInt8(ascii: "\""): value = .string(try string())
        case UInt8(ascii: "t"): value = try literal("true", .bool(true))
        case UInt8(ascii: "f"): value = try literal("false", .bool(false))
        case UInt8(ascii: "n"): value = try literal("null", .null)
        default: value = try number()
        }
        skipSpace()
        return value
    }

    private mutating func members(depth: Int) throws(JSONFailure) -> [JSONObject.Member] {
        try expect("{")
        skipSpace()
        var members: [JSONObject.Member] = []
        if take("}") { return members }
        repeat {
            skipSpace()
            let name = try string()
            skipSpace()
            try expect(":")
            guard members.count < Self.maximumMembers, !members.contains(where: { $0.name.isExactly(name) }) else {
                throw JSONFailure()
            }
            members.append(JSONObject.Member(name: name, value: try value(depth: depth)))
        } while take(",")
        try expect("}")
        return members
    }

    private mutating func elements(depth: Int) throws(JSONFailure) -> [JSONValue] {
        try expect("[")
        skipSpace()
        var elements: [JSONValue] = []
        if take("]") { return elements }
        repeat {
            guard elements.count < maximumElements else { throw JSONFailure() }
            elements.append(try value(depth: depth))
        } while take(",")
        try expect("]")
        return elements
    }

    private mutating func string() throws(JSONFailure) -> String {
        try expect("\"")
        var unescaped: [UInt8] = []
        while true {
            // Most texts are one long run of characters that stand for themselves.
            let (end, isASCII) = PlainText.run(in: text, from: place)
            let run = text[place..<end]
            place = end
            switch take() {
            case UInt8(ascii: "\"") where isASCII && unescaped.isEmpty: return String(decoding: run, as: UTF8.self)
            case UInt8(ascii: "\""):
                guard let string = String(validating: unescaped + run, as: UTF8.self) else { throw JSONFailure() }
                return string
            case UInt8(ascii: "\\"):
                unescaped += run
                unescaped += try escape().utf8
            default: throw JSONFailure()
            }
        }
    }

    /// What follows a backslash.
    private mutating func escape() throws(JSONFailure) -> String {
        switch take() {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            guard UTF16.isLeadSurrogate(unit) else { return try scalar(UInt32(unit)) }
            try expect("\\")
            try expect("u")
            let trail = try codeUnit()
            guard UTF16.isTrailSurrogate(trail) else { throw JSONFailure() }
            return try scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
        default: throw JSONFailure()
        }
    }

    private func scalar(_ value: UInt32) throws(JSONFailure) -> String {
        guard let scalar = Unicode.Scalar(value) else { throw JSONFailure() }
        return String(scalar)
    }

    /// Four hexadecimal digits.
    private mutating func codeUnit() throws(JSONFailure) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = take(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw JSONFailure()
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private mutating func number() throws(JSONFailure) -> JSONValue {
        let start = place
        _ = take("-")
        if !take("0") { try digits() }
        let integer = text[start..<place]
        var isWhole = true
        if take(".") {
            isWhole = false
            try digits()
        }
        if take("e") || take("E") {
            isWhole = false
            if !take("+") { _ = take("-") }
            try digits()
        }
        guard isWhole, let number = Int64(String(decoding: integer, as: UTF8.self)) else { return .otherNumber }
        return .integer(number)
    }

    private mutating func digits() throws(JSONFailure) {
        let before = place
        while let byte = next, 0x30...0x39 ~= byte { place += 1 }
        guard place > before else { throw JSONFailure() }
    }

    private mutating func literal(_ word: String, _ value: JSONValue) throws(JSONFailure) -> JSONValue {
        guard text[place...].starts(with: word.utf8) else { throw JSONFailure() }
        place += word.utf8.count
        return value
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    private var next: UInt8? { place < text.count ? text[place] : nil }

    private mutating func take() -> UInt8? {
        guard let byte = next else { return nil }
        place += 1
        return byte
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(JSONFailure) {
        guard take(character) else { throw JSONFailure() }
    }
}
