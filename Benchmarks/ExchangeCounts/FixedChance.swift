import COpenSSL

/// Puts a generator that begins anew from a seed in the place of libcrypto's: the same keys, nonces and blinding in each
/// run, and so the same instructions. It is no source of secrets; nothing that is made here leaves the process.
enum FixedChance {
    /// Read and written by the one thread that there is.
    nonisolated(unsafe) private static var state: UInt64 = 0
    nonisolated(unsafe) private static var method = RAND_METHOD(
        seed: { _, _ in 1 }, bytes: { bytes, count in FixedChance.fill(bytes, count) }, cleanup: {},
        add: { _, _, _ in 1 }, pseudorand: { bytes, count in FixedChance.fill(bytes, count) }, status: { 1 })

    static func install() throws(Failure) {
        let done = withUnsafePointer(to: &method) { RAND_set_rand_method($0) }
        guard done == 1 else { throw Failure("libcrypto takes no other generator") }
    }

    /// Begins anew; each operation has a seed of its own, so that none depends on what ran before it.
    static func begin(_ name: String) {
        // FNV-1a.
        state = name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// SplitMix64, eight bytes a step.
    private static func fill(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
        guard let bytes else { return 0 }
        var word: UInt64 = 0
        for index in 0..<Int(count) {
            if index % 8 == 0 {
                state &+= 0x9E37_79B9_7F4A_7C15
                word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
                word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
                word ^= word >> 31
            }
            bytes[index] = UInt8(truncatingIfNeeded: word)
            word >>= 8
        }
        return 1
    }
}
