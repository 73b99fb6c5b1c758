import AppCheck
import CPostgres

/// The parameters of a statement in the binary formats of PostgreSQL: integers of 8 bytes in network order, texts and
/// octet strings as they are.
struct PostgresParameters {
    private(set) var bytes: [UInt8] = []
    /// Where each value begins in ``bytes``; nil for NULL.
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []
    /// Object ids of the types; 0 where the server is to find out, which it needs no value for.
    private(set) var types: [Oid] = []

    /// - Throws: a refusal for what PostgreSQL cannot hold.
    init(_ values: [SQLValue]) throws(PostgresFailure) {
        for value in values {
            switch value {
            case .null: append(nil, type: 0)
            case .integer(let number):
                let bits = UInt64(bitPattern: number)
                append((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }, type: PostgresType.int8)
            case .text(let text):
                let utf8 = Array(text.utf8)
                guard !utf8.contains(0) else {
                    throw PostgresFailure(.refusal, .unreadable("a text with a zero byte cannot be stored"))
                }
                append(utf8, type: PostgresType.text)
            case .bytes(let octets): append(octets, type: PostgresType.bytea)
            }
        }
    }

    private mutating func append(_ value: [UInt8]?, type: Oid) {
        offsets.append(value == nil ? nil : bytes.count)
        lengths.append(Int32(clamping: value?.count ?? 0))
        types.append(type)
        if let value { bytes += value }
    }

    /// Hands out what `PQsendQueryPrepared` takes: count, values, lengths and formats.
    func withPointers<Value>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Value
    ) -> Value {
        // Where all values are empty there must be an address nevertheless: a null pointer means NULL.
        let buffer = bytes.isEmpty ? [0] : bytes
        return unsafe buffer.withUnsafeBytes { raw in
            let base = unsafe raw.baseAddress?.assumingMemoryBound(to: CChar.self)
            let values = unsafe offsets.map { offset in unsafe offset.flatMap { unsafe base?.advanced(by: $0) } }
            let formats = [Int32](repeating: 1, count: offsets.count)
            return unsafe values.withUnsafeBufferPointer { values in
                unsafe lengths.withUnsafeBufferPointer { lengths in
                    unsafe formats.withUnsafeBufferPointer { formats in
                        unsafe body(
                            Int32(offsets.count), values.baseAddress, lengths.baseAddress, formats.baseAddress)
                    }
                }
            }
        }
    }
}

/// Object ids of the types that are sent and understood, from `pg_type.dat`.
enum PostgresType {
    static let bool: Oid = 16
    static let bytea: Oid = 17
    static let name: Oid = 19
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let text: Oid = 25
    static let varchar: Oid = 1043
}
