/// Divides bytes that come in pieces into lines.
struct LineReader {
    /// No row of any table comes near.
    private static let longest = 64 << 20

    private let read: () throws(TransferFault) -> [UInt8]
    private var piece: [UInt8] = []
    private var start = 0
    /// Of the line that was read last, from 1.
    private(set) var number = 0

    /// - Parameter read: gives the next bytes; none at the end.
    init(_ read: @escaping () throws(TransferFault) -> [UInt8]) { self.read = read }

    /// - Returns: the next line without its line feed; nil at the end.
    /// - Throws: ``TransferFault/file(_:)`` also for a last line without a line feed.
    mutating func next() throws(TransferFault) -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if let end = piece[start...].firstIndex(of: 0x0A) {
                line += piece[start..<end]
                start = end + 1
                number += 1
                return line
            }
            line += piece[start...]
            guard line.count <= Self.longest else { throw .file("line \(number + 1): it is too long") }
            (piece, start) = (try read(), 0)
            guard !piece.isEmpty else {
                guard line.isEmpty else { throw .file("it is cut off in line \(number + 1)") }
                return nil
            }
        }
    }
}
