private import AppAttest
private import Cryptography

extension ReceiptRefresh {
    /// Goes once through the service's teams, and asks for as many of each team's due receipts as are claimed at a time.
    ///
    /// Once its task is cancelled no request begins any more; what was claimed is given back.
    /// - Returns: what came of it. Where ``RefreshReport/goesOn`` is true, more may be due.
    package func round() async -> RefreshReport {
        var report = RefreshReport()
        for teamID in service.teamIDs {
            guard !Task.isCancelled, !report.storeIsAway else { break }
            report += await refresh(teamID)
        }
        return report
    }

    private func refresh(_ teamID: String) async -> RefreshReport {
        var report = RefreshReport()
        let now = surroundings.seconds
        guard !pauses.has(teamID, at: now) else { return report }
        let id: [UInt8]
        do { id = try surroundings.randomBytes(16) } catch {
            report.faults.append(error.description)
            return report
        }
        let claim = ReceiptClaim(id: id, madeAt: now, endsAt: now + Self.claimLength)
        let claimed: [ClaimedReceipt]
        do { claimed = try await store.claimDueReceipts(claim, ofTeam: teamID, limit: Self.batch) } catch {
            report.note(error)
            return report
        }
        return await withTaskGroup(of: RefreshReport.self) { group in
            var rest = claimed[...]
            func start() {
                guard let receipt = rest.popFirst() else { return }
                group.addTask { await refresh(receipt, under: claim, teamID) }
            }
            for _ in 0..<Self.concurrency { start() }
            for await part in group {
                report += part
                // Without the store nothing can be settled; claims end by themselves.
                if !report.storeIsAway { start() }
            }
            return report
        }
    }

    private func refresh(
        _ receipt: ClaimedReceipt, under claim: ReceiptClaim, _ teamID: String
    ) async -> RefreshReport {
        var report = RefreshReport()
        do throws(StoreError) {
            let turn = turn(of: receipt, app: try await app(of: receipt.key), at: surroundings.seconds)
            switch turn {
            case .leave(let settlement):
                try await settle(receipt, settlement, under: claim, &report)
            case .ask(let app, let facts):
                guard mayAsk(teamID, under: claim) else {
                    try await release(receipt, under: claim, &report)
                    break
                }
                report.asked = 1
                let answer = await service.newerReceipt(
                    for: receipt.record.receipt, environment: receipt.key.environment, teamID: teamID)
                // A request that was given up says nothing about the service.
                if Task.isCancelled, case .unreachable = answer {
                    try await release(receipt, under: claim, &report)
                    break
                }
                let moment = surroundings.now()
                let settlement = settlement(of: receipt, facts, answer, app, at: moment)
                if let pause = settlement.pause {
                    pauses.add(teamID, at: Int64(secondsSince1970: moment), seconds: pause)
                }
                if case .unauthorized = answer { report.unauthorizedTeams.insert(teamID) }
                try await settle(receipt, settlement, under: claim, &report)
            }
        } catch {
            report.note(error)
        }
        return report
    }

    private func app(of key: AttestedKey) async throws(StoreError) -> RegisteredApp? {
        guard let project = try await registry.project(key.projectNumber) else { return nil }
        return try await registry.app(key.appID, in: project.project)
    }

    private func mayAsk(_ teamID: String, under claim: ReceiptClaim) -> Bool {
        let now = surroundings.seconds
        // After a clock was set back nobody knows how much of the claim is left.
        return !Task.isCancelled && !pauses.has(teamID, at: now) && claim.madeAt <= now
            && now <= claim.endsAt - Self.reserve
    }

    private func settle(
        _ receipt: ClaimedReceipt, _ settlement: RefreshSettlement, under claim: ReceiptClaim,
        _ report: inout RefreshReport
    ) async throws(StoreError) {
        let isSettled = try await store.settleReceipt(
            of: receipt.key.keyID, under: claim, as: settlement.record, adding: settlement.measurement)
        report.add(settlement, isSettled: isSettled)
    }

    /// Gives a receipt back as it was: due, and free for others to claim.
    private func release(
        _ receipt: ClaimedReceipt, under claim: ReceiptClaim, _ report: inout RefreshReport
    ) async throws(StoreError) {
        _ = try await store.settleReceipt(of: receipt.key.keyID, under: claim, as: receipt.record, adding: nil)
        report.released += 1
    }
}
