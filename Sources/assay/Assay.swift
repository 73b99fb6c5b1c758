import AssayServer
import Foundation

@main struct Assay {
    static func main() async {
        // Whoever reads the log or the output may go away at any time; that ends neither a server nor a verdict.
        _ = signal(SIGPIPE, SIG_IGN)
        // Only the server has something to finish before it ends.
        if CommandLine.arguments.dropFirst().first == ServeCommand.name { StopSignals.hold() }
        exit(await Commands.run(Array(CommandLine.arguments.dropFirst())))
    }
}
