import Glibc

/// What must be known of an answer to find its end.
struct AnswerHead {
    let status: Int
    /// Where the body begins.
    let end: Int
    /// Of the body.
    let length: Int

    private static let lengthName = Array("content-length:".utf8)

    /// - Returns: nil while the head is not whole.
    init?(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        guard let base = bytes.baseAddress else { return nil }
        var (start, status, length): (Int, Int?, Int?) = (0, nil, nil)
        while let newline = memchr(base + start, 0x0A, bytes.count - start) {
            let next = UnsafeRawPointer(newline) - base + 1
            if status == nil {
                // "HTTP/1.1 200 OK"
                guard next > 12, let code = Self.number(bytes[9..<12]) else {
                    throw Failure("an answer without a status")
                }
                status = code
            } else if next - start <= 2 {
                guard let status, let length else { throw Failure("an answer without Content-Length") }
                (self.status, end, self.length) = (status, next, length)
                return
            } else if Self.isLength(bytes, start, next) {
                length = Self.number(bytes[(start + Self.lengthName.count)..<next])
            }
            start = next
        }
        return nil
    }

    private static func isLength(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ next: Int) -> Bool {
        guard next - start > lengthName.count, bytes[start] | 0x20 == lengthName[0] else { return false }
        for index in lengthName.indices where bytes[start + index] | 0x20 != lengthName[index] | 0x20 { return false }
        return true
    }

    /// Digits with spaces around them.
    private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        var (value, hasDigits) = (0, false)
        for byte in bytes {
            switch byte {
            case 0x30...0x39 where value < 100_000_000: (value, hasDigits) = (value * 10 + Int(byte - 0x30), true)
            case 0x20, 0x0D, 0x0A: continue
            default: return nil
            }
        }
        return hasDigits ? value : nil
    }
}
