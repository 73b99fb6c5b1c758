/// As many buckets as it may hold, and no more.
///
/// A new key in a full table takes the place of a bucket that is full again, or else of the fullest of a few. To be
/// forgotten is to be given a full bucket, so a crowd of strangers makes nobody wait; and who has spent the most is
/// forgotten last. A hand goes round over the buckets and looks at ``reach`` of them at most, so that every request
/// costs about the same, however many keys somebody makes up.
struct BucketTable {
    /// One limit's tokens say nothing under another.
    private struct Key: Hashable {
        let key: RateLimitKey
        let limit: RateLimit

        /// Without the limit: one key is seldom counted under two.
        func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }
    }

    private struct Slot {
        var key: Key
        var bucket: TokenBucket
    }

    private static let reach = 16

    private let capacity: Int
    private var clock = RefillClock()
    private var slots: [Slot] = []
    private var places: [Key: Int] = [:]
    /// The slot that is looked at first when the next place is needed.
    private var hand = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        // To grow is to move everything, for which one request would have to wait. Room that nobody uses costs nothing:
        // the system gives memory when it is written to.
        slots.reserveCapacity(self.capacity)
        places.reserveCapacity(self.capacity)
    }

    var count: Int { slots.count }

    mutating func admit(_ key: RateLimitKey, under limit: RateLimit, at seconds: Double) -> RateLimitDecision {
        clock.advance(to: seconds)
        let key = Key(key: key, limit: limit)
        let place = places[key] ?? insert(key)
        return slots[place].bucket.take(under: limit, at: clock.moment)
    }

    private mutating func insert(_ key: Key) -> Int {
        let slot = Slot(key: key, bucket: TokenBucket(at: clock.moment))
        let place: Int
        if slots.count < capacity {
            place = slots.count
            slots.append(slot)
        } else {
            place = vacate()
            places[slots[place].key] = nil
            slots[place] = slot
        }
        places[key] = place
        return place
    }

    /// Chooses whose place is taken.
    private mutating func vacate() -> Int {
        var (chosen, earliest) = (hand, fullMoment(hand))
        for _ in 0..<min(Self.reach, capacity) {
            let moment = fullMoment(hand)
            if moment < earliest { (chosen, earliest) = (hand, moment) }
            // Whoever was spared is not looked at again before the hand has gone round.
            hand = (hand + 1) % capacity
            if earliest <= clock.moment { break }
        }
        return chosen
    }

    private func fullMoment(_ place: Int) -> Int64 {
        slots[place].bucket.fullMoment(under: slots[place].key.limit)
    }
}
