internal import Cryptography
private import Synchronization

/// Keys that receipts were proven to be signed with, and for those that signed many a table that makes the next signature
/// cheap to verify: Apple signs all receipts of a year with one key.
///
/// A key gets in here with a receipt whose signature and chain are good, so that nobody but an authority that is trusted
/// can have tables made or keys pushed out.
final class ReceiptSigners: Sendable {
    private struct Signer {
        /// 65 bytes, uncompressed X9.63.
        let point: [UInt8]
        var receipts = 0
        var table: P256FixedKey?
    }

    /// Making a table takes as long as 700 verifications gain by it. The signer of a year makes that up soon, and one of a
    /// few receipts never has to.
    static let receiptsBeforeTable = 64
    /// With 152 KiB for each table.
    private static let capacity = 16

    private let receiptsBeforeTable: Int
    private let signers = Mutex<[Signer]>([])

    init(receiptsBeforeTable: Int) { self.receiptsBeforeTable = receiptsBeforeTable }

    var tableCount: Int { signers.withLock { $0.count { $0.table != nil } } }

    /// The table of a key, if there is one. It proves nothing of the key.
    func table(of point: [UInt8]) -> P256FixedKey? {
        signers.withLock { signers in
            for signer in signers where signer.point.isSame(as: point) { return signer.table }
            return nil
        }
    }

    /// Counts a receipt whose signature and chain are good, and makes the table with the last one that it takes. Where
    /// libcrypto makes none, signatures are verified the ordinary way.
    func count(_ point: [UInt8]) {
        let isDue = signers.withLock { signers in
            let place: Int
            if let known = signers.firstIndex(where: { $0.point.isSame(as: point) }) {
                place = known
            } else {
                // Not one of those that proved their worth, if there is another.
                if signers.count >= Self.capacity { signers.remove(at: signers.firstIndex { $0.table == nil } ?? 0) }
                place = signers.count
                signers.append(Signer(point: point))
            }
            guard signers[place].receipts < receiptsBeforeTable else { return false }
            signers[place].receipts += 1
            return signers[place].receipts == receiptsBeforeTable
        }
        guard isDue, let table = try? P256FixedKey(P256.PublicKey(x963: point)) else { return }
        signers.withLock { signers in
            guard let place = signers.firstIndex(where: { $0.point.isSame(as: point) }) else { return }
            signers[place].table = table
        }
    }
}
