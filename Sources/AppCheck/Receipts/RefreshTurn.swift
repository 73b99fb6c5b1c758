private import AppAttest

/// What is to be done about a receipt that is due.
enum RefreshTurn: Hashable, Sendable {
    case ask(RegisteredApp, ReceiptFacts)
    /// Nothing is asked, and this is what to keep.
    case leave(RefreshSettlement)
}

extension ReceiptRefresh {
    /// - Parameters:
    ///   - app: that of the key, as it is registered now.
    ///   - now: seconds since 1970.
    func turn(of receipt: ClaimedReceipt, app: RegisteredApp?, at now: Int64) -> RefreshTurn {
        // A receipt that was never verified is not shown to anybody.
        guard receipt.revokedAt == nil, let facts = receipt.record.facts else {
            return receipt.leave(.notEligible, at: now, until: nil)
        }
        guard now < facts.expiresAt else { return receipt.leave(.expired, at: now, until: nil) }
        let schedule = RefreshSchedule(surroundings: surroundings, now: now, facts: facts)
        // A registration may come back, or become one for real devices.
        guard let app, app.allows(receipt.key), !(service.isApple && app.hasSimulatedDevices) else {
            return receipt.leave(.notEligible, at: now, until: schedule.nextDay)
        }
        if let earliest = facts.refreshNotBefore, now < earliest {
            var record = receipt.record
            record.refresh.nextAt = earliest
            return .leave(RefreshSettlement(record, isDeferral: true))
        }
        let idle = now.subtracting(receipt.lastUsedAt)
        guard idle <= settings.activeWindow else {
            return receipt.leave(.inactive, at: now, until: schedule.look(afterIdle: idle))
        }
        return .ask(app, facts)
    }
}

extension ClaimedReceipt {
    fileprivate func leave(_ outcome: RefreshOutcome, at now: Int64, until moment: Int64?) -> RefreshTurn {
        var record = record
        // Failures are attempts: not to make one is none, and forgives none.
        (record.refresh.outcome, record.refresh.outcomeAt, record.refresh.nextAt) = (outcome, now, moment)
        return .leave(RefreshSettlement(record))
    }
}

extension RegisteredApp {
    /// Whether Apple knows nothing of its devices.
    fileprivate var hasSimulatedDevices: Bool { !trustAnchors.isEmpty }

    /// Whether assertions of the key are still taken, as far as is kept of it.
    fileprivate func allows(_ key: AttestedKey) -> Bool {
        environments.contains(key.environment) && attestableAppIDs.contains(key.attestedAppID)
    }
}
