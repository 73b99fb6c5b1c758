import Compression

/// A compressed body.
enum GzipInput {
    private static let limit = 65_536

    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        let inflated: [UInt8]
        do { inflated = try Gzip.inflate(input, limit: limit) } catch {
            try promise(error != .outOfMemory, "a body of \(input.count) bytes wanted more memory than there is")
            if error == .tooLarge {
                try promise(fault(input, limit: 0) == .tooLarge, "what is too large for much is not for nothing")
            }
            return
        }
        try promise(inflated.count <= limit, "\(inflated.count) bytes were inflated")
        try promise(
            (try? Gzip.inflate(input, limit: inflated.count)) == inflated, "its own length is too little for it")
        if !inflated.isEmpty {
            try promise(fault(input, limit: inflated.count - 1) == .tooLarge, "less than its length is enough for it")
        }
        try promise(fault(input + [0]) == .malformed, "a byte behind the end was not seen")
        try promise((try? Gzip.inflate(input.dropLast(), limit: limit)) == nil, "the last byte is of no use")
        try promise(
            (try? Gzip.inflate(input + input, limit: 2 * limit)) == inflated + inflated,
            "twice the members are not twice the bytes")
    }

    private static func fault(_ input: [UInt8], limit: Int = limit) -> GzipFault? {
        do { _ = try Gzip.inflate(input, limit: limit) } catch { return error }
        return nil
    }
}
