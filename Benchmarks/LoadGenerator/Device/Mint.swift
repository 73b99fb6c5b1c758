import AppAttest
import AppAttestSimulator
import Foundation
import Synchronization

/// A device whose key the server knows.
struct RegisteredDevice: Sendable {
    let device: SimulatedDevice
    let artifact: [UInt8]
    /// Of the last assertion that was made for it.
    var counter: UInt32 = 0
}

/// Makes exchanges in bulk, on all cores, before they are sent: a load then costs its generator little.
struct Mint {
    let messages: Messages
    let port: UInt16
    /// Connections that challenges are fetched and devices registered over.
    private static let width = 16

    /// Fresh ones, one for each exchange.
    func challenges(_ count: Int) throws -> [[UInt8]] {
        let lists = Self.spread([[UInt8]](repeating: messages.challenge(), count: count))
        let answers = try LoadRun.run(lists, ports: [port]).answers.flatMap { $0 }
        return try Self.parallel(count) { try ChallengeAnswer.challenge(in: answers[$0]) }
    }

    /// Attestations of new devices.
    func attestations(_ count: Int) throws -> [(device: SimulatedDevice, request: [UInt8])] {
        let (challenges, moment) = (try challenges(count), Date())
        return try Self.parallel(count) {
            let device = try messages.device()
            return (device, try messages.attestation(of: device, challenges[$0], at: moment))
        }
    }

    /// New devices, registered.
    func devices(_ count: Int) throws -> [RegisteredDevice] {
        let made = try attestations(count)
        let answers = try LoadRun.run(Self.spread(made.map(\.request)), ports: [port]).answers
        return try registered(Self.spread(made.map(\.device)).flatMap { $0 }, answers.flatMap { $0 })
    }

    func registered(_ devices: [SimulatedDevice], _ answers: [[UInt8]]) throws -> [RegisteredDevice] {
        try Self.parallel(devices.count) {
            RegisteredDevice(device: devices[$0], artifact: try AttestationAnswer.artifact(in: answers[$0]))
        }
    }

    /// The devices' next assertions: of each in turn, so that those of one device are far from each other.
    func assertions(_ count: Int, of devices: inout [RegisteredDevice]) throws -> [[UInt8]] {
        let (challenges, before) = (try challenges(count), devices)
        let requests = try Self.parallel(count) { index in
            let known = before[index % before.count]
            let counter = known.counter + UInt32(index / before.count) + 1
            return try messages.assertion(of: known.device, known.artifact, counter, challenges[index])
        }
        for index in devices.indices {
            devices[index].counter += UInt32(count / devices.count + (index < count % devices.count ? 1 : 0))
        }
        return requests
    }

    /// In as many lists as there are connections, one behind the other.
    static func spread<Element>(_ elements: [Element], over width: Int = width) -> [[Element]] {
        (0..<width).map { part in
            Array(elements[(elements.count * part / width)..<(elements.count * (part + 1) / width)])
        }
    }

    /// Calls a function for each number below a count, on all cores.
    static func parallel<Element: Sendable>(
        _ count: Int, _ make: @Sendable (Int) throws -> Element
    ) throws -> [Element] {
        let width = 4
        let parts = Mutex([Result<[Element], any Error>?](repeating: nil, count: width))
        DispatchQueue.concurrentPerform(iterations: width) { part in
            let found = Result { try (count * part / width..<count * (part + 1) / width).map(make) }
            parts.withLock { $0[part] = found }
        }
        return try parts.withLock { $0 }.flatMap { try $0?.get() ?? [] }
    }
}
