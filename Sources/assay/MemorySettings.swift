internal import CMalloc

/// How the C library keeps memory that was given back.
enum MemorySettings {
    /// Bytes at the end of a thread's memory that are kept for its next request. By default they go back to the system with
    /// each exchange, which takes and clears them again for the next one: two system calls and as many faults as pages.
    private static let kept: Int32 = 1_048_576
    /// Blocks from this size on come from the system and go back to it. Set here because it would change by itself only as
    /// long as the other is not set.
    private static let ownMapping: Int32 = 524_288

    static func apply() {
        _ = mallopt(M_TRIM_THRESHOLD, kept)
        _ = mallopt(M_MMAP_THRESHOLD, ownMapping)
    }
}
