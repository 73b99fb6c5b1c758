/// A numeric address: IPv4 in four decimal numbers, or IPv6 in any form of RFC 4291 section 2.2, without a zone.
///
/// An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) is the IPv4 address in it, since one client can come as either.
package struct IPAddress: Sendable, Hashable {
    /// 4 bytes or 16, in network order.
    package let bytes: [UInt8]

    /// Takes no leading zeros in IPv4, which some read as octal, and no white space.
    package init?(_ text: some StringProtocol) {
        // The longest form is that of an IPv6 address with an IPv4 address at its end.
        guard text.utf8.count <= 45 else { return nil }
        let characters = Array(text.utf8)[...]
        if let four = Self.version4(characters) {
            bytes = Self.bytes(of: four)
        } else if let six = Self.version6(characters) {
            bytes = six.starts(with: Self.mappedPrefix) ? Array(six.suffix(4)) : six
        } else {
            return nil
        }
    }

    package var isVersion6: Bool { bytes.count == 16 }

    /// This machine itself: 127.0.0.0/8, or `::1` (RFC 6890 sections 2.2.2 and 2.2.3).
    package var isLoopback: Bool {
        isVersion6 ? bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1 : bytes.first == 127
    }

    /// The text that all addresses of one client have in common: of IPv6 the first 64 bits, because the rest is the
    /// client's own choice (RFC 4291 section 2.5.1), and of IPv4 all.
    package var group: String {
        guard isVersion6 else { return bytes.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        return groups.joined(separator: ":") + "::/64"
    }

    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    private static func version4(_ text: some Sequence<UInt8>) -> UInt32? {
        var (address, number) = (UInt32(0), UInt32(0))
        var (dots, digits) = (0, 0)
        for byte in text {
            switch byte {
            case 0x30...0x39:
                number = number * 10 + UInt32(byte - 0x30)
                digits += 1
                guard number <= 255, digits == 1 || number > 9 else { return nil }
            case 0x2E:
                guard digits > 0, dots < 3 else { return nil }
                address = address << 8 | number
                (number, digits, dots) = (0, 0, dots + 1)
            default: return nil
            }
        }
        guard dots == 3, digits > 0 else { return nil }
        return address << 8 | number
    }

    private static func bytes(of address: UInt32) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: address >> UInt32($0)) }
    }

    private static func version6(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard let gap = text.firstRange(of: [0x3A, 0x3A]) else {
            return groups(text, endInVersion4: true).flatMap { $0.count == 16 ? $0 : nil }
        }
        guard let head = groups(text[..<gap.lowerBound], endInVersion4: false),
            let tail = groups(text[gap.upperBound...], endInVersion4: true), head.count + tail.count <= 14
        else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    /// Groups of one to four hexadecimal digits between colons; none in an empty text.
    private static func groups(_ text: ArraySlice<UInt8>, endInVersion4: Bool) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var parts = text.split(separator: 0x3A, omittingEmptySubsequences: false)
        var end: [UInt8] = []
        if endInVersion4, let last = parts.last, let four = version4(last) {
            parts.removeLast()
            end = Self.bytes(of: four)
        }
        var bytes: [UInt8] = []
        for part in parts {
            guard (1...4).contains(part.count), part.allSatisfy(isHexadecimal),
                let number = UInt16(String(decoding: part, as: UTF8.self), radix: 16)
            else { return nil }
            bytes += [UInt8(number >> 8), UInt8(number & 0xFF)]
        }
        return bytes + end
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}

/// Whole numbers as addresses have them: decimal digits alone, where Swift reads `+5` too.
enum DecimalDigits {
    /// - Returns: nil for anything but 1 to 5 digits, and beyond `limit`.
    static func number(_ digits: some Collection<UInt8>, upTo limit: Int) -> Int? {
        guard (1...5).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return number <= limit ? number : nil
    }
}
