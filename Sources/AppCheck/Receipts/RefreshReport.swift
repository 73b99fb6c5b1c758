/// What came of a round of refreshments, for the log: nothing in it says which devices it was about.
package struct RefreshReport: Hashable, Sendable {
    /// For how many receipts the service was asked.
    package var asked = 0
    /// How many receipts were settled, by what came of them.
    package var outcomes: [RefreshOutcome: Int] = [:]
    /// How many receipts may not be refreshed yet, and wait until they may.
    package var deferred = 0
    /// How many receipts were given back without an answer, as due as they were.
    package var released = 0
    /// How many claims had ended, or were somebody else's, when their receipts were to be settled.
    package var lost = 0
    /// Why answers were rejected, and how many for each reason.
    package var rejections: [String: Int] = [:]
    /// What made the service unavailable in its own words, and how often.
    package var troubles: [String: Int] = [:]
    /// The teams whose DeviceCheck key is not good: somebody has to look.
    package var unauthorizedTeams: Set<String> = []
    /// What the store or the system could not do.
    package var faults: [String] = []
    /// Whether the store could not be reached, which ends the round.
    package var storeIsAway = false

    package init() {}

    /// Whether there was nothing to do and nothing went wrong.
    package var isEmpty: Bool { self == RefreshReport() }

    /// Whether another round is worth its while at once: receipts were settled, and the service was there for one of those
    /// it was asked for at least.
    package var goesOn: Bool {
        let settled = outcomes.values.reduce(deferred, +)
        return settled > 0 && faults.isEmpty && !(asked > 0 && outcomes[.unavailable] == asked)
    }

    mutating func note(_ error: StoreError) {
        faults.append(error.description)
        switch error {
        case .unavailable: storeIsAway = true
        // About one receipt or one team: the others have their turn.
        case .alreadyExists, .unreadable: break
        }
    }

    /// - Parameter isSettled: whether the claim was still good.
    mutating func add(_ settlement: RefreshSettlement, isSettled: Bool) {
        if let rejection = settlement.rejection { rejections[rejection, default: 0] += 1 }
        if let trouble = settlement.trouble { troubles[trouble, default: 0] += 1 }
        guard isSettled else {
            lost += 1
            return
        }
        if settlement.isDeferral {
            deferred += 1
        } else if let outcome = settlement.record.refresh.outcome {
            outcomes[outcome, default: 0] += 1
        }
    }

    static func += (sum: inout RefreshReport, part: RefreshReport) {
        sum.asked += part.asked
        sum.outcomes.merge(part.outcomes, uniquingKeysWith: +)
        sum.deferred += part.deferred
        sum.released += part.released
        sum.lost += part.lost
        sum.rejections.merge(part.rejections, uniquingKeysWith: +)
        sum.troubles.merge(part.troubles, uniquingKeysWith: +)
        sum.unauthorizedTeams.formUnion(part.unauthorizedTeams)
        sum.faults += part.faults
        sum.storeIsAway = sum.storeIsAway || part.storeIsAway
    }
}
