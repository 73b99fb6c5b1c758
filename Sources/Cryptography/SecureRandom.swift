internal import COpenSSL
private import Synchronization

/// The system's cryptographic generator.
package enum SecureRandom {
    /// What is drawn in advance, for numbers that are not secrets for long: nonces, and the names of requests and challenges.
    private struct Reserve {
        var bytes: [UInt8] = []
        var used = 0
    }

    private static let reserve = Mutex(Reserve())
    /// One drawing for 64 to 128 small numbers: a drawing costs the generator as much for a few bytes as for many.
    private static let reserveByteCount = 1024
    /// More bytes at once make a key, and keys do not lie about before they are made. The one lasting secret of this length,
    /// that of a debug token, is made by a command that ends at once.
    private static let smallByteCount = 16

    /// `count` unpredictable bytes from libcrypto's generator. No byte is given twice.
    /// - Throws: `libraryFailure` when the generator could not be seeded; nothing may be signed or issued then.
    package static func bytes(_ count: Int) throws(CryptographyError) -> [UInt8] {
        guard count <= smallByteCount else { return try draw(count) }
        return try reserve.withLock { reserve throws(CryptographyError) in
            if reserve.bytes.count - reserve.used < count {
                reserve = Reserve(bytes: try draw(reserveByteCount))
            }
            let given = reserve.used..<(reserve.used + count)
            reserve.used = given.upperBound
            let bytes = Array(reserve.bytes[given])
            // Whoever comes to see this memory later learns nothing of what was given.
            for index in given { reserve.bytes[index] = 0 }
            return bytes
        }
    }

    private static func draw(_ count: Int) throws(CryptographyError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let done = unsafe bytes.withUnsafeMutableBufferPointer { unsafe RAND_bytes($0.baseAddress, Int32($0.count)) }
        guard done == 1 else { throw CryptographyError(.libraryFailure, "RAND_bytes") }
        return bytes
    }
}
