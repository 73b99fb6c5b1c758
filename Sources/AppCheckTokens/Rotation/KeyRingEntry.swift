extension KeyRing {
    /// A key and where it is on its way from publication to removal. All moments are whole seconds since 1970.
    public struct Entry: Sendable {
        /// Where a key is on its way.
        public enum State: Sendable, Equatable {
            /// Among the published keys, not signing yet.
            case published
            /// Signs every token.
            case active(since: Int64)
            /// Signs no more; published until its last token has expired.
            case retiring(activeSince: Int64, since: Int64)
        }

        /// The key.
        public let key: SigningKey
        /// When the key was first among the published ones.
        public let publishedAt: Int64
        /// Where the key is on its way.
        public let state: State

        /// Restores an entry from the moments of its changes, as they are stored.
        /// - Parameters:
        ///   - activatedAt: nil unless the key signs or has signed.
        ///   - retiredAt: nil unless the key has signed and does no more.
        /// - Throws: `invalidMoment` for moments out of order or beyond the years 1970 to 9999; `wrongState` for a key
        ///   retired without having been active.
        public init(
            key: SigningKey, publishedAt: Int64, activatedAt: Int64? = nil, retiredAt: Int64? = nil
        ) throws(KeyRingError) {
            let moments = [publishedAt, activatedAt, retiredAt].compactMap(\.self)
            guard moments.allSatisfy(Self.moments.contains), moments == moments.sorted() else {
                throw KeyRingError(.invalidMoment)
            }
            (self.key, self.publishedAt) = (key, publishedAt)
            switch (activatedAt, retiredAt) {
            case (nil, nil): state = .published
            case (let activatedAt?, nil): state = .active(since: activatedAt)
            case (let activatedAt?, let retiredAt?): state = .retiring(activeSince: activatedAt, since: retiredAt)
            case (nil, .some): throw KeyRingError(.wrongState)
            }
        }

        /// The name of the key.
        public var kid: String { key.kid }

        /// When the key began to sign.
        public var activatedAt: Int64? {
            switch state {
            case .published: nil
            case .active(let moment), .retiring(let moment, _): moment
            }
        }

        /// When the key ceased to sign.
        public var retiredAt: Int64? {
            switch state {
            case .published, .active: nil
            case .retiring(_, let moment): moment
            }
        }

        /// To the end of the year 9999: far enough for everybody, and no sum of moments and durations overflows.
        private static let moments: ClosedRange<Int64> = 0...253_402_300_799
    }
}
