/// The bare cryptography of an exchange, timed again before and after something that is held against it: on a machine that
/// others slow down, what it cost a minute ago says little.
struct FloorBeside {
    private let operations: [Operation]
    private var values: [String: [Double]] = [:]
    /// Per cent of a round of the floor itself: a tenth of a second for each.
    private static let percent = 60

    init() throws {
        operations = try CryptoFloor().operations.filter { !Self.exchanges.filter($0.figure.hasPrefix).isEmpty }
        for operation in operations { try operation.run() }
    }

    private static let exchanges = ["floor.attestation", "floor.assertion"]

    /// - Parameters:
    ///   - name: of what it stands beside; `server.attestation` gives `server.attestation.floor.attestation`.
    ///   - kind: the only exchange whose cryptography is wanted; nil for all.
    mutating func measure(beside name: String, kind: String? = nil) throws {
        for operation in operations where kind.map({ operation.figure.hasPrefix("floor.\($0)") }) ?? true {
            values["\(name).\(operation.figure)", default: []].append(try operation.measure(percent: Self.percent))
        }
    }

    var measurements: [Measurement] {
        values.sorted { $0.key < $1.key }.map { Measurement(name: $0, unit: "us", rounds: $1) }
    }
}
