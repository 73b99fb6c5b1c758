/// The parts of BER (X.690 section 8) that Apple's receipts have and DER has not.
enum BER {
    /// An element whose length is not stated: two zeros end it.
    static func indefinite(_ identifier: UInt8, _ parts: [UInt8]...) -> [UInt8] {
        [identifier, 0x80] + parts.joined() + [0, 0]
    }

    /// An OCTET STRING in pieces of 1000 bytes and a shorter last one.
    static func pieces(_ bytes: [UInt8]) -> [UInt8] {
        let starts = stride(from: 0, to: bytes.count, by: 1000)
        return [0x24, 0x80] + starts.flatMap { DER.octetString(Array(bytes[$0...].prefix(1000))) } + [0, 0]
    }
}
