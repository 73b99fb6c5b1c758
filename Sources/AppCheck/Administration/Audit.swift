extension Administration {
    /// The record of changes, newest first.
    /// - Parameters:
    ///   - reference: a project's number or id, for its entries only. A project that is gone still has its entries under
    ///     its number.
    ///   - before: the id that the listing goes on behind.
    package func auditEntries(
        of reference: String? = nil, before: String? = nil, size: Int
    ) async throws(AdministrationError) -> Page<AuditEntry> {
        var number: String?
        if let reference {
            do { number = try await registry.project(reference)?.project.number } catch {
                throw AdministrationError(error)
            }
            guard number != nil || Project.isNumber(reference) else { throw .projectNotFound(reference) }
            number = number ?? reference
        }
        let found: [AuditEntry]
        do { found = try await store.auditEntries(inProject: number, before: before, limit: size + 1) } catch {
            throw AdministrationError(error)
        }
        guard found.count > size else { return Page(items: found, next: nil) }
        let items = Array(found.prefix(size))
        return Page(items: items, next: items.last?.id)
    }
}
