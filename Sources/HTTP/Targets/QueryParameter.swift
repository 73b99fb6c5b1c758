/// One `name=value` of a query string, decoded.
package struct QueryParameter: Sendable, Equatable {
    package let name: String
    /// Empty if there was no `=`.
    package let value: String

    package init(name: String, value: String) {
        (self.name, self.value) = (name, value)
    }
}

/// Why a query string cannot be read.
package enum QueryError: Error, Sendable, Equatable {
    case badEncoding(PercentDecodingError)
    case tooManyParameters(limit: Int)
}

extension RequestTarget {
    /// The query's parameters in order, repeated names kept. `+` is a space; an empty piece (`a=1&&b=2`) is passed over.
    /// - Parameter limit: More pieces than this are an error, found before any is decoded.
    package func queryParameters(limit: Int = 256) throws(QueryError) -> [QueryParameter] {
        guard let rawQuery, !rawQuery.isEmpty else { return [] }
        let pieces = rawQuery.utf8.split(separator: 0x26, maxSplits: limit, omittingEmptySubsequences: true)
        guard pieces.count <= limit else { throw .tooManyParameters(limit: limit) }
        var parameters: [QueryParameter] = []
        for piece in pieces {
            let cut = piece.firstIndex(of: 0x3D)
            let name = rawQuery[piece.startIndex..<(cut ?? piece.endIndex)]
            let value = cut.map { rawQuery[piece.index(after: $0)..<piece.endIndex] } ?? ""
            do throws(PercentDecodingError) {
                parameters.append(
                    QueryParameter(
                        name: try PercentDecoding.decode(name, plusIsSpace: true),
                        value: try PercentDecoding.decode(value, plusIsSpace: true)))
            } catch {
                throw .badEncoding(error)
            }
        }
        return parameters
    }
}
