internal import Cryptography
private import Synchronization

/// Keys that receipts were proven to be signed with, and for those that signed many a table that makes the next signature
/// cheap to verify: Apple signs all receipts of a year with one key.
///
/// A key gets in here with a receipt that is good in everything, so that nobody but an authority that is trusted can have
/// tables made or keys pushed out.
final class ReceiptSigners: Sendable {
    private struct Signer {
        /// 65 bytes, uncompressed X9.63.
        let point: [UInt8]
        var receipts = 0
        var table: P256FixedKey?
        /// When it was last asked for, as a number of questions.
        var asked = 0
    }

    /// Making a table takes as long as 700 verifications gain by it. The signer of a year makes that up soon, and one of a
    /// few receipts never has to.
    static let receiptsBeforeTable = 64
    /// With 152 KiB for each table.
    private static let capacity = 16

    private let receiptsBeforeTable: Int
    private struct State {
        var signers: [Signer] = []
        var questions = 0

        func place(of point: [UInt8]) -> Int? { signers.firstIndex { $0.point.isSame(as: point) } }

        /// Who has no table goes first, and then who was not asked for the longest.
        mutating func makeRoom() {
            let last = signers.indices.min {
                (signers[$0].table == nil ? 0 : 1, signers[$0].asked) < (
                    signers[$1].table == nil ? 0 : 1, signers[$1].asked
                )
            }
            if let last { signers.remove(at: last) }
        }
    }

    private let state = Mutex(State())

    init(receiptsBeforeTable: Int) { self.receiptsBeforeTable = receiptsBeforeTable }

    var tableCount: Int { state.withLock { $0.signers.count { $0.table != nil } } }

    /// The table of a key, if there is one. It proves nothing of the key.
    func table(of point: [UInt8]) -> P256FixedKey? {
        state.withLock { state in
            guard let place = state.place(of: point) else { return nil }
            state.questions += 1
            state.signers[place].asked = state.questions
            return state.signers[place].table
        }
    }

    /// Counts a good receipt of a key, and makes the table with the last one that it takes. Where libcrypto
    /// makes none, signatures are verified the ordinary way.
    func count(_ point: [UInt8]) {
        let isDue = state.withLock { state in
            if state.place(of: point) == nil {
                if state.signers.count >= Self.capacity { state.makeRoom() }
                state.questions += 1
                state.signers.append(Signer(point: point, asked: state.questions))
            }
            guard let place = state.place(of: point), state.signers[place].receipts < receiptsBeforeTable else {
                return false
            }
            state.signers[place].receipts += 1
            return state.signers[place].receipts == receiptsBeforeTable
        }
        guard isDue, let table = try? P256FixedKey(P256.PublicKey(x963: point)) else { return }
        state.withLock { state in
            guard let place = state.place(of: point) else { return }
            state.signers[place].table = table
        }
    }
}
