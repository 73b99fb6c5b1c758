import AssayServer
import Glibc

/// A secret that a command is given. It comes by standard input: arguments are seen by everybody on the machine.
enum SecretInput {
    static let option = Option("secret-stdin", "read the secret from standard input, one line")

    static func read(_ terminal: Terminal) throws(Failure) -> String {
        if isatty(STDIN_FILENO) == 1 { terminal.note("the secret, then enter:") }
        let line = readLine()?.trimming { $0.isWhitespace && !$0.isNewline } ?? ""
        guard !line.isEmpty else { throw Failure("standard input holds no secret", status: 2) }
        return line
    }
}
