extension Goal {
    /// All goals, by their numbers.
    static let all: [Goal] = (library + server + stores + echo + latency + footprint + flood + fallback)
        .sorted { $0.number < $1.number }

    private static let library = [
        Goal(
            number: 1, what: "attestation verify / EVP P-384 verify", figure: "library.attestation.warm",
            divisor: "library.attestation.warm.plain", bound: .atMost(0.5)),
        Goal(
            number: 1, what: "assertion verify / EVP P-256 verify, ready key", figure: "library.assertion",
            divisor: "library.assertion.plain", bound: .atMost(1.1)),
        threads("attestations", "library.attestation.warm", .atLeast(1.9)),
        threads("assertions", "library.assertion", .atLeast(1.9)),
        threads("EVP P-384 verify", "library.plain", .none),
        Goal(
            number: 3, what: "attestation by a known intermediate, second to 21st / any later",
            figure: "library.attestation.second", divisor: "library.attestation.warm", bound: .atMost(1.1)),
        Goal(
            number: 3, what: "attestation by a new intermediate / `X509_verify_cert` of its chain",
            figure: "library.attestation.first", divisor: "library.attestation.first.plain"),
        Goal(
            number: 3, what: "receipt by a known signer / EVP P-256 verify", figure: "library.receipt.known",
            divisor: "library.receipt.known.plain"),
    ]

    private static func threads(_ what: String, _ figure: String, _ bound: Bound) -> Goal {
        Goal(
            number: 1, what: "\(what) of two threads / of one", figure: "\(figure).threads.2",
            divisor: "\(figure).threads.1", bound: bound)
    }

    private static let server =
        ["attestation", "assertion"].map { kind in
            Goal(
                number: 2, what: "server, \(kind) exchange / its bare crypto", figure: "server.\(kind).processor",
                divisor: "server.\(kind).floor.\(kind)", bound: .atMost(1.35))
        } + [
            Goal(
                number: 2, what: "server, attestation exchange / its bare crypto with the receipt's",
                figure: "server.attestation.processor", divisor: "server.attestation.floor.attestation.receipt")
        ]

    private static let stores = ["memory", "sqlite", "postgres"].flatMap { store in
        ["attestation", "assertion"].map { kind in
            Goal(
                number: 2, what: "use case over \(storeName(store)), \(kind) / its bare crypto",
                figure: "usecase.\(store).\(kind).16.processor", divisor: "usecase.\(store).floor.\(kind)")
        }
    }

    static func storeName(_ store: String) -> String {
        ["memory": "memory", "sqlite": "SQLite", "postgres": "PostgreSQL"][store] ?? store
    }

    private static let echo = [
        Goal(
            number: 4, what: "challenges per second / POSTs of the listener's own echo",
            figure: "server.challenge.rate", divisor: "echo.post.rate", bound: .atLeast(0.6)),
        Goal(
            number: 4, what: "the same by processor time: a POST of the echo / a challenge",
            figure: "echo.post.processor", divisor: "server.challenge.processor"),
        Goal(
            number: 4, what: "key sets per second / GETs of the listener's own echo", figure: "server.jwks.rate",
            divisor: "echo.get.rate"),
        Goal(
            number: 4, what: "healthz per second / GETs of the listener's own echo", figure: "server.healthz.rate",
            divisor: "echo.get.rate"),
    ]

    private static let latency = ["attestation", "assertion"].flatMap { kind in
        [
            Goal(
                number: 5, what: "\(kind) exchange, p99 at 60 % of capacity / its bare crypto",
                figure: "open.\(kind).p99", divisor: "open.\(kind).floor.\(kind)", bound: .atMost(10)),
            Goal(
                number: 5, what: "\(kind) exchanges, longest time without an answer, checkpoints among it",
                figure: "open.\(kind).pause", bound: .atMost(100)),
        ]
    }

    private static let footprint = [
        Goal(
            number: 6, what: "peak memory under load with 1,000 connections", figure: "connections.memory.peak",
            bound: .atMost(64)),
        Goal(
            number: 6, what: "memory of an idle connection of 1,000", figure: "connections.idle.resident",
            bound: .atMost(20_000)),
        Goal(
            number: 6, what: "start to first answer, 1 million keys stored", figure: "start.full",
            bound: .atMost(100)),
        Goal(number: 6, what: "start to first answer, no key stored", figure: "start.empty"),
        Goal(number: 6, what: "size of the program", figure: "size.binary"),
        Goal(number: 6, what: "size of the program without symbols", figure: "size.stripped"),
    ]

    /// By processor time: what is cheap to refuse is limited by whoever makes it.
    private static let flood =
        [
            "random-body", "unknown-app", "forged-challenge", "expired-challenge", "random-object", "other-app",
            "other-nonce", "leaf-signature",
        ].map { kind in
            Goal(
                number: 7, what: "refusals of \(kind) that two cores could do / good exchanges",
                figure: "flood.\(kind).capacity", divisor: "flood.good.capacity", bound: .atLeast(5))
        } + [
            Goal(
                number: 7, what: "p99 of good exchanges at a fixed rate beside garbage / alone",
                figure: "flood.mix.beside.p99", divisor: "flood.mix.alone.p99")
        ]

    /// Processors without what the floor is fast by; each run with its own floor.
    private static let fallback = ["fallback.ifma", "fallback.adx"].flatMap { run in
        let name = run == "fallback.ifma" ? "without AVX-512 IFMA" : "without IFMA, ADX and BMI2"
        return [
            Goal(
                number: 8, what: "\(name): bare crypto of an attestation / with it",
                figure: "\(run).floor.attestation", divisor: "floor.attestation"),
            Goal(
                number: 8, what: "\(name): bare crypto of an assertion / with it", figure: "\(run).floor.assertion",
                divisor: "floor.assertion"),
            Goal(
                number: 8, what: "\(name): attestation verify / EVP P-384 verify",
                figure: "\(run).library.attestation.warm", divisor: "\(run).library.attestation.warm.plain"),
            Goal(
                number: 8, what: "\(name): attestation verify, new intermediate, us",
                figure: "\(run).library.attestation.first"),
            Goal(
                number: 8, what: "\(name): assertion verify / EVP P-256 verify", figure: "\(run).library.assertion",
                divisor: "\(run).library.assertion.plain"),
        ]
            + ["attestation", "assertion"].map { kind in
                Goal(
                    number: 8, what: "\(name): server, \(kind) exchange / its bare crypto",
                    figure: "\(run).server.\(kind).processor", divisor: "\(run).server.\(kind).floor.\(kind)")
            }
    }
}
