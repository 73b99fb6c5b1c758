import Foundation

/// How long a server takes from being executed to its first answer.
enum StartCommand {
    static func run(_ options: Options) throws {
        let port = try options.number("port", 1...65_535)
        let times = try options.number("times", 1...50, default: 7)
        var milliseconds: [Double] = []
        for _ in 0..<times {
            milliseconds.append(
                try start(try options.text("assay"), dataDirectory: try options.text("data-dir"), UInt16(port)))
        }
        let name = options.optional("name") ?? "start.empty"
        try Measurement.record([Measurement(name: name, unit: "ms", rounds: milliseconds)], options)
        let median = milliseconds.quantile(0.5) ?? 0
        print(
            "start-up     \(median.column(1, width: 8)) ms median of \(times), from exec to /healthz",
            "(\((milliseconds.min() ?? 0).column(1, width: 0)) to \((milliseconds.max() ?? 0).column(1, width: 0)))")
    }

    private static func start(_ executable: String, dataDirectory: String, _ port: UInt16) throws -> Double {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = ["serve", "--listen", "127.0.0.1:\(port)", "--data-dir", dataDirectory]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let began = ContinuousClock.now
        try process.run()
        defer { end(process) }
        while ContinuousClock.now - began < .seconds(20), process.isRunning {
            if let connection = try? KeepAliveConnection(port: port),
                let answer = try? connection.exchange(Request.get("/healthz")), answer.status == 200
            {
                return (ContinuousClock.now - began).microseconds / 1000
            }
            usleep(500)
        }
        throw Failure("\(executable) did not answer on port \(port)")
    }

    /// Asks more than once: a server asked in its first milliseconds may not be listening to signals yet.
    private static func end(_ process: Process) {
        for _ in 0..<50 where process.isRunning {
            process.terminate()
            usleep(100_000)
        }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}
