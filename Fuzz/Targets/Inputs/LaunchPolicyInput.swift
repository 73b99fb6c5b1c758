import AppAttest
import Foundation
import StrictJSON

/// A launch policy in JSON, as case files and the store have it.
enum LaunchPolicyInput {
    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        guard let policy = try? JSONDecoder().decode(LaunchPolicy.self, from: Data(input)) else { return }
        guard let written = try? JSONEncoder().encode(policy) else {
            throw BrokenPromise(description: "a policy that was read cannot be written")
        }
        try promise(
            (try? JSONDecoder().decode(LaunchPolicy.self, from: written)) == policy,
            "a policy changed by being written and read")
        // Foundation is less strict: of what it read twice or differently nothing is promised.
        guard let value = try? JSONReader.read(input), let again = try? JSONReader.read(Array(written)) else { return }
        try promise(statements(in: value) == statements(in: again), "something that was read is not in the policy")
        try promise(policy.fault != nil || policy.hasLimits, "a rule in force allows nothing")
    }

    /// Every value with its path, but for what says the same as saying nothing. Lists are sets.
    private static func statements(in value: JSONValue, at path: String = "") -> Set<[UInt8]> {
        switch value {
        case .object(let object):
            object.members.reduce(into: []) { $0.formUnion(statements(in: $1.value, at: "\(path)/\($1.name)")) }
        case .array(let elements): elements.reduce(into: []) { $0.formUnion(statements(in: $1, at: "\(path)[]")) }
        case .bool(false) where path.hasSuffix("/reportOnly"): []
        case .string(let text): [Array("\(path)=\"\(text)\"".utf8)]
        case .bool(let value): [Array("\(path)=\(value)".utf8)]
        case .integer(let number): [Array("\(path)=\(number)".utf8)]
        case .otherNumber, .null: [Array("\(path)=?".utf8)]
        }
    }
}

extension LaunchPolicy {
    fileprivate var hasLimits: Bool {
        validationCategory?.limit.isEmpty != true && environment?.limit.isEmpty != true
    }
}
