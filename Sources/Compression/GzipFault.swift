/// Why bytes were not inflated.
package enum GzipFault: Error, Sendable, Equatable {
    /// Not whole gzip members and nothing else: damaged, cut off, or followed by something.
    case malformed
    /// There is more in it than was to be taken.
    case tooLarge
    /// zlib got no memory. Says nothing of the bytes.
    case outOfMemory
}
