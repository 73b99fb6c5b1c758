import HTTP

/// The rules of RFC 9110 and 9112 that keep two readers of one byte stream from seeing different requests. Whoever breaks
/// one gets 400 and a closed connection: a proxy in front of us may have understood the message otherwise.
struct HeadRules {
    private let head: RequestHead

    /// - Throws: The first rule that is broken.
    static func accept(_ head: RequestHead, rawTarget: [UInt8]) throws(HTTPRefusal) -> AcceptedHead {
        let rules = HeadRules(head: head)
        let isOld = try rules.checkVersion()
        guard head.isLaidOutExactly else {
            throw .malformed(detail: "The head has a folded, wrongly ended or wrongly spaced line.")
        }
        let method = try rules.checkMethod()
        let target = try rules.checkTarget(rawTarget)
        let headers = try rules.checkFields()
        try rules.checkHost(isRequired: !isOld)
        let length = try rules.checkFraming(isOld: isOld)
        let expects = try rules.checkExpectation(isOld: isOld)
        return AcceptedHead(
            method: method, target: target, headers: headers, contentLength: length, expectsContinue: expects)
    }

    /// RFC 9112 section 2.3. Returns whether it is HTTP/1.0, which knows neither chunks nor `Expect` and needs no `Host`.
    private func checkVersion() throws(HTTPRefusal) -> Bool {
        if head.bytes[head.version].elementsEqual("HTTP/1.1".utf8) { return false }
        if head.bytes[head.version].elementsEqual("HTTP/1.0".utf8) { return true }
        throw .malformed(detail: "The version is neither HTTP/1.1 nor HTTP/1.0.")
    }

    private func checkMethod() throws(HTTPRefusal) -> String {
        guard isToken(head.method) else { throw .malformed(detail: "The method is not a token.") }
        return String(decoding: head.bytes[head.method], as: UTF8.self)
    }

    private func checkTarget(_ raw: [UInt8]) throws(HTTPRefusal) -> RequestTarget {
        do throws(RequestTargetError) {
            return try RequestTarget(parsing: raw)
        } catch {
            throw .malformed(detail: "The request target is neither a path nor an http URL.")
        }
    }

    /// RFC 9110 sections 5.1 and 5.5: names are tokens, values hold no control character but the tab.
    private func checkFields() throws(HTTPRefusal) -> HTTPHeaders {
        var (bytes, places) = (head.bytes, head.fields)
        for (index, field) in head.fields.enumerated() {
            guard isToken(field.name) else { throw .malformed(detail: "A header name is not a token.") }
            guard isText(field.value) else { throw .malformed(detail: "A header value holds a control character.") }
            // Values are bytes by their rule and UTF-8 by ours; what is not becomes U+FFFD, which matches nothing.
            var end = field.value.upperBound
            while end > field.value.lowerBound, Self.isBlank(bytes[end - 1]) { end -= 1 }
            guard end < field.value.upperBound else { continue }
            bytes[end] = 0
            places[index] = HTTPHeaders.Place(name: field.name, value: field.value.lowerBound..<end)
        }
        return HTTPHeaders(bytes: bytes, places: places)
    }

    private func isToken(_ place: Range<Int>) -> Bool {
        let bytes = head.bytes.span
        for index in place where !Self.isTokenCharacter(bytes[index]) { return false }
        return !place.isEmpty
    }

    private func isText(_ place: Range<Int>) -> Bool {
        let bytes = head.bytes.span
        for index in place where bytes[index] < 0x20 && bytes[index] != 0x09 || bytes[index] == 0x7F { return false }
        return true
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// RFC 9112 section 3.2: exactly one, and it names a host.
    private func checkHost(isRequired: Bool) throws(HTTPRefusal) {
        let hosts = values(of: "host")
        guard hosts.count <= 1 else { throw .malformed(detail: "There is more than one Host header.") }
        guard let host = hosts.first.map({ head.bytes[$0] }) else {
            guard isRequired else { return }
            throw .malformed(detail: "There is no Host header.")
        }
        guard !host.isEmpty, host.allSatisfy(Self.isHostCharacter) else {
            throw .malformed(detail: "The Host header does not name a host.")
        }
    }

    /// Any but `/?#@\ ,"<>`, the tab, and what is beyond printable ASCII.
    private static func isHostCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2F, 0x3F, 0x23, 0x40, 0x5C, 0x20, 0x09, 0x2C, 0x22, 0x3C, 0x3E: false
        default: byte < 0x7F
        }
    }

    /// RFC 9112 section 6: one statement about where the body ends, in its plainest form.
    private func checkFraming(isOld: Bool) throws(HTTPRefusal) -> Int? {
        let lengths = values(of: "content-length")
        let codings = values(of: "transfer-encoding")
        guard codings.count == 0 || lengths.count == 0 else {
            throw .malformed(detail: "There are both Content-Length and Transfer-Encoding.")
        }
        guard lengths.count <= 1 else { throw .malformed(detail: "There is more than one Content-Length header.") }
        if let coding = codings.first {
            guard codings.count == 1, !isOld, isSame(coding, "chunked") else {
                throw .malformed(detail: "Transfer-Encoding is not exactly \"chunked\".")
            }
            return nil
        }
        guard let length = lengths.first.map({ head.bytes[$0] }) else { return 0 }
        guard !length.isEmpty, length.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .malformed(detail: "Content-Length is not a number.")
        }
        // More digits than an Int holds are more bytes than any limit allows.
        return Int(String(decoding: length, as: UTF8.self)) ?? .max
    }

    /// RFC 9110 section 10.1.1.
    private func checkExpectation(isOld: Bool) throws(HTTPRefusal) -> Bool {
        guard values(of: "expect").count > 0, !isOld else { return false }
        for field in head.fields where isSame(field.name, "expect") {
            guard isSame(field.value, "100-continue") else { throw .expectationFailed }
        }
        return true
    }

    /// How often a field is there, and the first raw value: framing is judged on exactly the bytes that the library
    /// judged.
    /// - Parameter name: in lower case.
    private func values(of name: String) -> (count: Int, first: Range<Int>?) {
        var (count, first) = (0, Range<Int>?.none)
        for field in head.fields where isSame(field.name, name) {
            count += 1
            first = first ?? field.value
        }
        return (count, first)
    }

    /// - Parameter text: in lower case.
    private func isSame(_ place: Range<Int>, _ text: String) -> Bool {
        guard place.count == text.utf8.count else { return false }
        let (bytes, characters) = (head.bytes.span, text.utf8Span.span)
        for index in characters.indices where Self.lowered(bytes[place.lowerBound + index]) != characters[index] {
            return false
        }
        return true
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    /// `tchar` of RFC 9110 section 5.6.2.
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }
}
