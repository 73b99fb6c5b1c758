import Foundation

/// Puts one server and then all of them under the same load, in turn, and reports what the others add.
enum ScaleCommand {
    private struct Figures {
        var perSecond: [Double] = []
        /// Microseconds for each exchange.
        var servers: [Double] = []
        var database: [Double] = []
        var client: [Double] = []
    }

    static func run(_ options: Options) throws {
        let ports = try options.text("ports").split(separator: ",").compactMap { UInt16($0) }
        let servers = try options.text("pids").split(separator: ",").compactMap { Int($0) }.map(ServerProcess.init)
        guard ports.count > 1, servers.count == ports.count else { throw Failure("--ports, --pids: expected lists") }
        let database = ServerProcess(id: try options.number("database-pid", 2...Int(Int32.max)))
        let client = ServerProcess(id: Int(ProcessInfo.processInfo.processIdentifier))
        let connections = try options.number("connections", 1...256, default: 32)
        let count = try options.number("count", 16...20_000, default: 1_600) / connections
        let rounds = try options.number("rounds", 1...20, default: 3)
        var fleet = try Fleet(
            authorityFolder: try options.text("authority"),
            resource: "/v1/projects/\(try options.text("project"))/apps/\(try options.text("app"))")
        var figures: [String: [Int: Figures]] = [:]

        func measure(_ name: String, _ requests: [[[UInt8]]], _ used: Int) throws -> [[[UInt8]]] {
            let before = (try servers.map { try $0.processorSeconds() }, try database.familySeconds())
            let ours = try client.processorSeconds()
            let result = try LoadRun.run(requests, ports: Array(ports.prefix(used)))
            let each = 1e6 / Double(result.latencies.count)
            let after = try servers.map { try $0.processorSeconds() }
            var found = figures[name, default: [:]][used, default: Figures()]
            found.perSecond.append(Double(result.latencies.count) / result.elapsed)
            found.servers.append((after.reduce(0, +) - before.0.reduce(0, +)) * each)
            found.database.append((try database.familySeconds() - before.1) * each)
            found.client.append((try client.processorSeconds() - ours) * each)
            figures[name, default: [:]][used] = found
            return result.answers
        }

        let challengeRequests = (0..<connections).map { _ in (0..<count).map { _ in fleet.challengeRequest() } }
        // Twice the rounds: the first of each warms up and is not told.
        for round in 0...rounds {
            for used in [1, ports.count] {
                var challenges = try LoadRun.run(challengeRequests, ports: ports).answers
                let first = fleet.devices.count
                let attestations = try challenges.map { list in
                    try list.map { try fleet.attestationRequest(ChallengeAnswer.challenge(in: $0), at: Date()) }
                }
                let grants = try measure("attestation", attestations, used)
                challenges = try LoadRun.run(challengeRequests, ports: ports).answers
                let assertions = try challenges.indices.map { connection in
                    let artifact = try AttestationAnswer.artifact(in: grants[connection][0])
                    return try challenges[connection].map {
                        try fleet.assertionRequest(
                            first + connection * count, artifact: artifact,
                            challenge: ChallengeAnswer.challenge(in: $0))
                    }
                }
                _ = try measure("assertion", assertions, used)
            }
            if round == 0 { figures = [:] }
        }
        report(figures, ports.count)
    }

    private static func report(_ figures: [String: [Int: Figures]], _ most: Int) {
        print("                         per second   ratio   CPU us each: server   database   client")
        for name in ["attestation", "assertion"] {
            guard let found = figures[name], let one = found[1], let alone = one.perSecond.quantile(0.5) else {
                continue
            }
            for used in [1, most] {
                guard let row = found[used], let rate = row.perSecond.quantile(0.5) else { continue }
                let columns = [row.servers, row.database, row.client].map {
                    ($0.quantile(0.5) ?? 0).column(0, width: 11)
                }
                print(
                    "\(name), \(used) server\(used == 1 ? "" : "s")".column(24) + rate.column(0, width: 11)
                        + (rate / alone).column(2, width: 8) + "          " + columns.joined())
            }
        }
    }
}
