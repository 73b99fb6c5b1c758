/// Reads the format of gzip (RFC 1952).
package enum Gzip {
    /// Inflated at a time, in bytes.
    private static let pieceByteCount = 16_384

    /// Inflates one or more members, one after another (RFC 1952 section 2.2). zlib compares checksum and length of each.
    ///
    /// What the bytes say of their own length is never believed: it grows by pieces, and no more than one byte beyond the
    /// limit is ever inflated.
    ///
    /// - Parameters:
    ///   - bytes: the members, and nothing behind them.
    ///   - limit: the most bytes to take, 0 or more.
    package static func inflate(_ bytes: [UInt8], limit: Int) throws(GzipFault) -> [UInt8] {
        var stream = try InflatingStream(bytes)
        var inflated: [UInt8] = []
        while true {
            let room = limit - inflated.count
            let (piece, isLastOfMember) = try stream.next(min(room + 1, pieceByteCount))
            guard piece.count <= room else { throw .tooLarge }
            inflated += piece
            guard isLastOfMember else { continue }
            if stream.isAtEnd { return inflated }
            try stream.startMember()
        }
    }
}
