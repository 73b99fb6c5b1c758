import AssayServer
import Foundation

@main struct Assay {
    static func main() async {
        // Whoever reads the log or the output may go away at any time; that ends neither a server nor a verdict.
        _ = signal(SIGPIPE, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        if Commands.endsAtSignal(words) { StopSignals.hold() }
        exit(await Commands.run(words))
    }
}
