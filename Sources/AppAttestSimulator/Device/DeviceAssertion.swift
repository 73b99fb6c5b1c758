internal import Cryptography

extension SimulatedDevice {
    /// The next assertion; the counter moves first, as it does on a device.
    /// - Parameter clientDataHash: SHA-256 of the client data: 32 bytes.
    /// - Returns: CBOR: 140 to 142 bytes, more from devices that sign extensions.
    /// - Throws: `counterExhausted` after 2^32 − 1; `cryptography`.
    public mutating func assert(clientDataHash: [UInt8]) throws(SimulationError) -> [UInt8] {
        counter = try Self.next(after: counter)
        return try assert(clientDataHash: clientDataHash, counter: counter)
    }

    /// An assertion with a counter of the caller's choice; the device's own stays where it is.
    public func assert(clientDataHash: [UInt8], counter: UInt32) throws(SimulationError) -> [UInt8] {
        try simulating { () throws(CryptographyError) in
            try AssertionDraft(device: self, clientDataHash: clientDataHash, counter: counter).encoded()
        }
    }

    /// An assertion with one thing broken, for a server that has seen `previousCounter`.
    /// - Throws: `counterExhausted` when no counter follows `previousCounter`; `cryptography`.
    public func assert(
        clientDataHash: [UInt8], previousCounter: UInt32, damage: AssertionDamage
    ) throws(SimulationError) -> [UInt8] {
        let next = try Self.next(after: previousCounter)
        return try simulating { () throws(CryptographyError) in
            var draft = AssertionDraft(device: self, clientDataHash: clientDataHash, counter: next)
            try damage.apply(to: &draft, previousCounter: previousCounter)
            return try draft.encoded()
        }
    }

    /// An assertion that is unusual and must be accepted all the same.
    public func assert(
        clientDataHash: [UInt8], counter: UInt32, variant: AssertionVariant
    ) throws(SimulationError) -> [UInt8] {
        try simulating { () throws(CryptographyError) in
            var draft = AssertionDraft(device: self, clientDataHash: clientDataHash, counter: counter)
            variant.apply(to: &draft)
            return try draft.encoded()
        }
    }

    private static func next(after counter: UInt32) throws(SimulationError) -> UInt32 {
        guard counter < .max else { throw SimulationError(.counterExhausted, "the key is at its last counter") }
        return counter + 1
    }
}
