import AssayServer

/// Where a command writes: results to standard output, everything else to standard error.
struct Terminal: Sendable {
    let environment: [String: String]

    func print(_ line: String) { write(line + "\n", to: .standardOutput) }

    func note(_ line: String) { write(line + "\n", to: .standardError) }

    /// Writes over the line that the cursor is in.
    func redraw(_ line: String) { write("\r\(line)\u{1B}[K", to: .standardError) }

    @Sendable func warn(_ text: String) { note("assay: warning: \(text)") }

    func fail(_ failure: Failure) {
        note("assay: error: \(failure.message)")
        if let hint = failure.hint { note("assay: hint: \(hint)") }
    }

    /// A reader that has gone away is no reason to end: the exit status still says what happened.
    private func write(_ text: String, to file: OpenFile) { try? file.write(Array(text.utf8)) }
}
