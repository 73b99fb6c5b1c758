/// 32 secret bytes. They cannot be printed by accident: every description says only that a key is there.
package struct SymmetricKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// Bytes in a key: 32.
    package static let byteCount = 32

    let bytes: [UInt8]

    /// - Throws: `invalidKey` unless there are exactly 32 bytes.
    package init(_ bytes: [UInt8]) throws(CryptographyError) {
        guard bytes.count == Self.byteCount else { throw CryptographyError(.invalidKey, "SymmetricKey") }
        self.bytes = bytes
    }

    /// Hands the bytes to whoever must store them sealed or derive from them.
    package func reveal<Result, Failure: Error>(
        _ body: ([UInt8]) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(bytes) }

    /// A key for one purpose, so that no two uses share one: HMAC-SHA256 of the purpose under this key.
    package func derived(for purpose: String) throws(CryptographyError) -> SymmetricKey {
        try SymmetricKey(HMACSHA256.code(for: Array(purpose.utf8), key: self))
    }

    package var description: String { "<key>" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
