private import CZlib

/// One use of a `z_stream` over bytes that are there as a whole, freed with its owner.
@safe struct InflatingStream: ~Copyable {
    private let input: [UInt8]
    private var consumed = 0
    /// In a place of its own: zlib remembers where it was and refuses one that was moved.
    private let stream: UnsafeMutablePointer<z_stream>

    init(_ input: [UInt8]) throws(GzipFault) {
        // zlib counts in 32 bits.
        guard input.count <= UInt32.max else { throw .tooLarge }
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe assay_inflate_init_gzip(stream) == Z_OK else {
            unsafe stream.deallocate()
            throw .outOfMemory
        }
        self.input = input
        unsafe self.stream = unsafe stream
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Whether all of the input was read.
    var isAtEnd: Bool { consumed == input.count }

    /// What comes next.
    /// - Parameter most: the most bytes of it, 1 or more.
    /// - Returns: the bytes, fewer maybe, and whether a member ends with them, its checksum and length being right.
    mutating func next(_ most: Int) throws(GzipFault) -> (piece: [UInt8], isLastOfMember: Bool) {
        var piece = [UInt8](repeating: 0, count: most)
        // The pointers are good for this call only, so they are set anew in each.
        let status = unsafe input.withUnsafeBufferPointer { source in
            unsafe piece.withUnsafeMutableBufferPointer { destination in
                unsafe stream.pointee.next_in = source.baseAddress.map { unsafe $0 + consumed }
                unsafe stream.pointee.avail_in = UInt32(source.count - consumed)
                unsafe stream.pointee.next_out = destination.baseAddress
                unsafe stream.pointee.avail_out = UInt32(destination.count)
                return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
            }
        }
        consumed = unsafe input.count - Int(stream.pointee.avail_in)
        piece.removeLast(unsafe Int(stream.pointee.avail_out))
        switch status {
        case Z_OK: return (piece, false)
        case Z_STREAM_END: return (piece, true)
        case Z_MEM_ERROR: throw .outOfMemory
        // Among them Z_BUF_ERROR: there is room, so it means that the input ends too early.
        default: throw .malformed
        }
    }

    /// Makes ready for another member.
    mutating func startMember() throws(GzipFault) {
        guard unsafe inflateReset(stream) == Z_OK else { throw .malformed }
    }
}
