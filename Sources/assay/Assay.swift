import AssayServer
import Glibc

@main struct Assay {
    static func main() async {
        // Whoever reads the log or the output may go away at any time; that ends neither a server nor a verdict.
        _ = signal(SIGPIPE, SIG_IGN)
        MemorySettings.apply()
        let words = Array(CommandLine.arguments.dropFirst())
        if Commands.endsAtSignal(words) { StopSignals.hold() }
        let status = await Commands.run(words)
        // Not by `exit`, at which libcrypto frees what threads that are still at work use: a start that was broken off may
        // be making a key. Nothing waits to be written, and stores are closed.
        _exit(status)
    }
}
