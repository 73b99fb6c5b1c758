import Foundation

/// What many connections cost a server in memory: idle ones, and all of them at work.
enum ConnectionsCommand {
    static func run(_ options: Options) throws {
        let server = try Target(options)
        let connections = try options.number("connections", 16...20_000, default: 1_000)
        let each = try options.number("each", 1...100, default: 2)
        let mint = Mint(messages: try Messages(options), port: server.port)
        // Everything is made first, and a server that has worked already has what it needs for that.
        var devices = try mint.devices(connections)
        let attestations = try mint.attestations(connections * each).map(\.request)
        let assertions = try mint.assertions(connections * each, of: &devices)

        let before = try server.process.memory()
        let pool = try ConnectionPool(port: server.port, count: connections)
        let greetings = [[[UInt8]]](repeating: [mint.messages.challenge()], count: connections)
        _ = try LoadLoop.run([Stream(pool, .lists(greetings))])
        let idle = try server.process.memory()
        let costs = [
            ("resident", before.resident, idle.resident), ("proportional", before.proportional, idle.proportional),
            ("own", before.own, idle.own),
        ]
        print("\(connections) idle connections")
        var measurements: [Measurement] = []
        for (name, without, with) in costs {
            let bytes = (with - without) * 1_024 / Double(connections)
            print(
                "  \(name.column(13))\((without / 1_024).column(1, width: 8)) MiB before \((with / 1_024).column(1, width: 8))",
                "MiB with them: \(bytes.column(0, width: 6)) bytes each")
            measurements.append(Measurement(name: "connections.idle.\(name)", unit: "bytes", rounds: [bytes]))
        }

        print("exchanges over all of them at once")
        print(Figures.header)
        for (kind, requests) in [(Kind.attestation, attestations), (.assertion, assertions)] {
            var lists = [[[UInt8]]](repeating: [], count: connections)
            for (index, request) in requests.enumerated() { lists[index % connections].append(request) }
            var figures = Figures()
            _ = try server.measure([Stream(pool, .lists(lists))], &figures)
            print(figures.row(kind.rawValue))
            measurements += figures.measurements("connections.\(kind.rawValue)")
        }
        let peak = try server.process.peakMemory()
        print("peak memory  \(peak.column(1, width: 8)) MiB resident")
        measurements.append(Measurement(name: "connections.memory.peak", unit: "MiB", rounds: [peak]))
        try Measurement.record(measurements, options)
    }
}
