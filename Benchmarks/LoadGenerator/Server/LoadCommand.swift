import Foundation

/// Puts a running server under each kind of load, several times over, and reports medians.
enum LoadCommand {
    static func run(_ options: Options) throws {
        let kinds = try Kind.read(options.list("kinds", default: "attestation,assertion,challenge,jwks,healthz"))
        let count = try options.number("count", 16...100_000, default: 2_000)
        let rounds = try options.number("rounds", 1...50, default: 5)
        let connections = try options.number("connections", 1...256, default: 16)
        let server = kinds.allSatisfy(\.isEcho) ? nil : try Target(options)
        let echo = kinds.contains(where: \.isEcho) ? try Target(options, prefix: "echo-") : nil
        var round = try LoadRound(options, server: server, echo: echo, connections: connections, count: count)
        print("\(connections) connections, \(count) exchanges of each kind, \(rounds) rounds")
        for _ in 0..<rounds { try round.run(kinds) }
        try report(round.figures, round.floor.measurements, kinds, server, options)
    }

    private static func report(
        _ figures: [Kind: Figures], _ floor: [Measurement], _ kinds: [Kind], _ server: Target?, _ options: Options
    ) throws {
        print(Figures.header)
        var measurements: [Measurement] = []
        for kind in kinds {
            guard let found = figures[kind] else { continue }
            print(found.row(kind.rawValue))
            let name = kind.isEcho ? kind.rawValue.replacingOccurrences(of: "-", with: ".") : "server.\(kind.rawValue)"
            measurements += found.measurements(name)
        }
        measurements += floor
        for figure in floor {
            print(figure.name.column(45) + figure.median.column(0, width: 6) + " (\(figure.range(0)))")
        }
        for kind in kinds {
            guard let echo = kind.echo, let ours = figures[kind], let least = figures[echo] else { continue }
            print(
                kind.rawValue.column(13) + "to \(echo.rawValue):".column(16) + "requests per second "
                    + (ours.perSecond.middle / least.perSecond.middle).column(2, width: 0) + ", processor time "
                    + (ours.processor.middle / least.processor.middle).column(2, width: 0))
        }
        if let server {
            let peak = try server.process.peakMemory()
            print("peak memory  \(peak.column(1, width: 8)) MiB resident")
            measurements.append(Measurement(name: "server.memory.peak", unit: "MiB", rounds: [peak]))
        }
        let prefix = options.optional("prefix") ?? ""
        try Measurement.record(
            measurements.map { Measurement(name: prefix + $0.name, unit: $0.unit, rounds: $0.rounds) }, options)
    }
}

/// Every kind of load once; the figures gather up from round to round.
struct LoadRound {
    private(set) var figures: [Kind: Figures] = [:]
    private(set) var floor: FloorBeside
    /// How many light requests for each exchange: a round of them would be over too soon.
    private static let lightness = 10

    private let server: (target: Target, mint: Mint)?
    private let echo: Target?
    private let connections: Int
    private let count: Int
    private let challenge: [UInt8]

    init(_ options: Options, server: Target?, echo: Target?, connections: Int, count: Int) throws {
        (self.connections, self.count) = (connections, count)
        self.server = try server.map {
            ($0, Mint(messages: try Messages(options), port: $0.port))
        }
        self.echo = echo
        floor = try FloorBeside()
        // The echo reads no path: it gets the same bytes.
        challenge = self.server?.mint.messages.challenge() ?? Request.post("/v1/echo", "{}")
    }

    mutating func run(_ kinds: [Kind]) throws {
        var devices: [RegisteredDevice] = []
        for kind in kinds {
            switch kind {
            case .jwks: try light(.jwks, Request.get("/v1/jwks"))
            case .healthz: try light(.healthz, Request.get("/healthz"))
            case .challenge, .echoPost: try light(kind, challenge)
            case .echoGet: try light(.echoGet, Request.get("/"))
            case .attestation: devices = try attestations()
            case .assertion: try assertions(of: devices)
            }
        }
    }

    private mutating func light(_ kind: Kind, _ request: [UInt8]) throws {
        let each = max(1, count * Self.lightness / connections)
        let lists = [[[UInt8]]](
            repeating: [[UInt8]](repeating: request, count: each), count: connections)
        if kind.isEcho {
            guard let echo else { throw Failure("--echo-port is missing") }
            _ = try measure(kind, echo, lists)
        } else {
            guard let server else { throw Failure("--port is missing") }
            _ = try measure(kind, server.target, lists)
        }
    }

    /// - Returns: a device for each connection.
    private mutating func attestations() throws -> [RegisteredDevice] {
        guard let server else { throw Failure("--port is missing") }
        let made = try server.mint.attestations(count)
        let lists = Mint.spread(made.map(\.request), over: connections)
        let answers = try measure(.attestation, server.target, lists, keepsAnswers: true)
        let devices = Mint.spread(made.map(\.device), over: connections)
        return try server.mint.registered(devices.compactMap(\.first), answers.compactMap(\.first))
    }

    /// Each device's go over one connection, in the order of their counter.
    private mutating func assertions(of attested: [RegisteredDevice]) throws {
        guard let server else { throw Failure("--port is missing") }
        var devices = attested.isEmpty ? try server.mint.devices(connections) : attested
        let requests = try server.mint.assertions(count, of: &devices)
        var lists = [[[UInt8]]](repeating: [], count: devices.count)
        for (index, request) in requests.enumerated() { lists[index % devices.count].append(request) }
        _ = try measure(.assertion, server.target, lists)
    }

    private mutating func measure(
        _ kind: Kind, _ target: Target, _ lists: [[[UInt8]]], keepsAnswers: Bool = false
    ) throws -> [[[UInt8]]] {
        // Opened only now: a server closes connections that idle while requests are made.
        let pool = try ConnectionPool(port: target.port, count: lists.count)
        let stream = Stream(pool, .lists(lists), keepsAnswers: keepsAnswers)
        if kind.isExchange { try floor.measure(beside: "server.\(kind.rawValue)", kind: kind.rawValue) }
        _ = try target.measure([stream], &figures[kind, default: Figures()])
        if kind.isExchange { try floor.measure(beside: "server.\(kind.rawValue)", kind: kind.rawValue) }
        return stream.answers
    }
}
