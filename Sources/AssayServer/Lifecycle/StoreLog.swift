package import Storage
internal import Telemetry

extension StoreEvent {
    /// What somebody may do about it or should know; nil for what is over or passes by itself.
    package var advice: String? {
        switch self {
        case .lost, .regained: nil
        case .schemaIsNewer(let number):
            "the database has schema \(number), which a newer version of Assay made; upgrade this one soon"
        case .fileFailed:
            "the disk failed to write the database file; everything is kept in its write-ahead log, which grows until the "
                + "server is started again"
        case .warning(let text): text
        }
    }

    func write(to log: Log) {
        switch self {
        case .lost(let reason): log.write(.error, "database lost", [("detail", .text(reason))])
        case .regained: log.write(.info, "database regained")
        case .schemaIsNewer(let number):
            log.write(
                .warning, "database schema is newer",
                [("schema", .number(Int(number))), ("detail", .text(advice ?? ""))])
        case .fileFailed: log.write(.error, "database file failed", [("detail", .text(advice ?? ""))])
        case .warning(let text): log.write(.warning, "database", [("detail", .text(text))])
        }
    }
}
