/// How far long work on a store has come, for whoever waits for it.
package struct WorkProgress: Equatable, Sendable {
    package enum Step: Equatable, Sendable {
        case copying, checking, writing, comparing
    }

    package enum Unit: String, Equatable, Sendable {
        case pages, rows, bytes
    }

    package let step: Step
    package let done: Int
    /// Zero where nobody knows.
    package let all: Int
    package let unit: Unit

    package init(_ step: Step, done: Int = 0, of all: Int = 0, _ unit: Unit = .rows) {
        (self.step, self.done, self.all, self.unit) = (step, done, all, unit)
    }
}

/// What a table holds, as far as it can be compared with another store's.
package struct TableCount: Equatable, Sendable {
    package let table: String
    package let rows: Int
    /// Of all rows, whatever their order: 64 hexadecimal digits. Nil where it was not computed.
    package let checksum: String?

    package init(table: String, rows: Int, checksum: String? = nil) {
        (self.table, self.rows, self.checksum) = (table, rows, checksum)
    }
}
