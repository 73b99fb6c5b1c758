/// Rows as lines in the text format of PostgreSQL's COPY: fields with tabs between them, `\N` for null, `\\x` and
/// hexadecimal digits for bytes, and backslash escapes for what would be taken for something else.
///
/// Of the several ways in which that format may write a value only one is used here and understood, so that equal rows
/// are equal lines.
enum CopyText {
    private static let digits = Array("0123456789abcdef".utf8)
    /// What each byte is as a digit; 255 for those that are none.
    private static let values = (UInt8.min...UInt8.max).map { byte in
        digits.firstIndex(of: byte).map(UInt8.init) ?? 255
    }
    /// A null character is no text to PostgreSQL, and is written by its number.
    private static let null: [UInt8] = Array(#"\000"#.utf8)

    /// - Returns: the line without its line feed.
    static func encode(_ row: [SQLValue]) -> [UInt8] {
        var line: [UInt8] = []
        for (number, value) in row.enumerated() {
            if number > 0 { line.append(0x09) }
            switch value {
            case .null: line += [0x5C, 0x4E]
            case .integer(let number): line += String(number).utf8
            case .bytes(let bytes):
                line.reserveCapacity(line.count + 2 * bytes.count + 64)
                line += [0x5C, 0x5C, 0x78]
                for byte in bytes {
                    line.append(digits[Int(byte >> 4)])
                    line.append(digits[Int(byte & 15)])
                }
            case .text(let text): for byte in text.utf8 { append(byte, to: &line) }
            }
        }
        return line
    }

    private static func append(_ byte: UInt8, to line: inout [UInt8]) {
        guard byte < 0x20 || byte == 0x5C else { return line.append(byte) }
        guard byte != 0 else { return line += null }
        if let letter = letter(for: byte) { line += [0x5C, letter] } else { line.append(byte) }
    }

    private static func letter(for byte: UInt8) -> UInt8? {
        switch byte {
        case 0x08: 0x62
        case 0x09: 0x74
        case 0x0A: 0x6E
        case 0x0B: 0x76
        case 0x0C: 0x66
        case 0x0D: 0x72
        case 0x5C: 0x5C
        default: nil
        }
    }

    /// - Returns: nil for a line that is no row of the table as ``encode(_:)`` writes it.
    static func decode(_ line: [UInt8], as table: TransferTable) -> [SQLValue]? {
        let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
        guard fields.count == table.columns.count else { return nil }
        var row: [SQLValue] = []
        row.reserveCapacity(fields.count)
        for (field, column) in zip(fields, table.columns) {
            guard let value = decode(field, as: column.kind) else { return nil }
            row.append(value)
        }
        return row
    }

    private static func decode(_ field: ArraySlice<UInt8>, as kind: TransferTable.Column.Kind) -> SQLValue? {
        guard !field.elementsEqual([0x5C, 0x4E]) else { return .null }
        switch kind {
        case .integer:
            let text = String(decoding: field, as: UTF8.self)
            guard let number = Int64(text), String(number) == text else { return nil }
            return .integer(number)
        case .bytes:
            guard field.starts(with: [0x5C, 0x5C, 0x78]), field.count % 2 == 1 else { return nil }
            return bytes(field.dropFirst(3)).map(SQLValue.bytes)
        case .text: return text(field).map(SQLValue.text)
        }
    }

    private static func bytes(_ field: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(field.count / 2)
        var digits = field.makeIterator()
        while let first = digits.next() {
            guard let second = digits.next() else { return nil }
            let (high, low) = (values[Int(first)], values[Int(second)])
            guard high | low < 16 else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String? {
        guard field.contains(0x5C) else { return String(validating: field, as: UTF8.self) }
        var utf8: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            guard byte == 0x5C else {
                utf8.append(byte)
                continue
            }
            guard let letter = rest.popFirst() else { return nil }
            if letter == 0x30 {
                guard rest.starts(with: [0x30, 0x30]) else { return nil }
                rest = rest.dropFirst(2)
                utf8.append(0)
            } else {
                guard let meant = (UInt8(0x08)...0x5C).first(where: { self.letter(for: $0) == letter }) else {
                    return nil
                }
                utf8.append(meant)
            }
        }
        return String(validating: utf8, as: UTF8.self)
    }
}
