import Foundation

/// Puts a running server under each kind of load, several times over, and reports medians.
enum LoadCommand {
    private struct Figures {
        var perSecond: [Double] = []
        var processor: [Double] = []
        var median: [Double] = []
        var slowest: [Double] = []
    }

    static func run(_ options: Options) throws {
        let port = UInt16(try options.number("port", 1...65_535))
        let server = ServerProcess(id: try options.number("pid", 2...Int(Int32.max)))
        let connections = try options.number("connections", 1...256, default: 16)
        let count = try options.number("count", 16...20_000, default: 2_000) / connections
        let rounds = try options.number("rounds", 1...20, default: 5)
        var fleet = try Fleet(
            authorityFolder: try options.text("authority"),
            resource: "/v1/projects/\(try options.text("project"))/apps/\(try options.text("app"))")
        let shape = [[Void]](repeating: [Void](repeating: (), count: count), count: connections)
        var figures: [String: Figures] = [:]

        func measure(_ name: String, _ requests: [[[UInt8]]]) throws -> [[[UInt8]]] {
            let before = try server.processorSeconds()
            let result = try LoadRun.run(requests, port: port)
            let total = Double(result.latencies.count)
            let processor = (try server.processorSeconds() - before) / total * 1e6
            figures[name, default: Figures()].perSecond.append(total / result.elapsed)
            figures[name, default: Figures()].processor.append(processor)
            figures[name, default: Figures()].median.append(result.latencies.quantile(0.5) ?? 0)
            figures[name, default: Figures()].slowest.append(result.latencies.quantile(0.99) ?? 0)
            return result.answers
        }

        print("\(connections) connections, \(count * connections) requests of each kind, \(rounds) rounds")
        for _ in 0..<rounds {
            _ = try measure("jwks", shape.map { $0.map { Request.get("/v1/jwks") } })
            let challengeRequests = shape.map { $0.map { fleet.challengeRequest() } }
            var challenges = try measure("challenge", challengeRequests)
            let first = fleet.devices.count
            let attestations = try challenges.map { list in
                try list.map { try fleet.attestationRequest(ChallengeAnswer.challenge(in: $0), at: Date()) }
            }
            let grants = try measure("attestation", attestations)
            challenges = try LoadRun.run(challengeRequests, port: port).answers
            // One device for each connection, whose counter then arrives in order.
            let assertions = try challenges.indices.map { connection in
                let artifact = try AttestationAnswer.artifact(in: grants[connection][0])
                return try challenges[connection].map {
                    try fleet.assertionRequest(
                        first + connection * count, artifact: artifact, challenge: ChallengeAnswer.challenge(in: $0))
                }
            }
            _ = try measure("assertion", assertions)
        }
        report(figures)
        print("peak memory  \(try server.peakMemory().column(1, width: 8)) MiB resident")
    }

    private static func report(_ figures: [String: Figures]) {
        print("             server CPU us (range)        per second   p50 ms   p99 ms")
        for name in ["attestation", "assertion", "challenge", "jwks"] {
            guard let found = figures[name] else { continue }
            let range =
                "(\((found.processor.min() ?? 0).column(0, width: 0))-\((found.processor.max() ?? 0).column(0, width: 0)))"
            print(
                name.column(13) + (found.processor.quantile(0.5) ?? 0).column(0, width: 8) + " " + range.column(16)
                    + (found.perSecond.quantile(0.5) ?? 0).column(0, width: 14)
                    + ((found.median.quantile(0.5) ?? 0) / 1000).column(2, width: 9)
                    + ((found.slowest.quantile(0.5) ?? 0) / 1000).column(2, width: 9))
        }
    }
}
