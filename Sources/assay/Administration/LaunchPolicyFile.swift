import AppAttest
import FoundationEssentials
import StrictJSON

/// A file with a launch policy, in the JSON that the library `AppAttest` writes.
enum LaunchPolicyFile {
    static func read(_ path: String) throws(Failure) -> LaunchPolicy {
        guard let data = FileManager.default.contents(atPath: path) else { throw Failure("\(path): cannot be read") }
        guard data.count <= 1 << 16 else { throw Failure("\(path): larger than 64 KiB") }
        // Foundation takes one of two members of the same name, and says nothing.
        guard (try? JSONObject(json: Array(data))) != nil else {
            throw Failure("\(path): expected one JSON object, with each member once")
        }
        let policy: LaunchPolicy
        do { policy = try JSONDecoder().decode(LaunchPolicy.self, from: data) } catch let error as DecodingError {
            throw Failure("\(path): \(words(for: error))")
        } catch { throw Failure("\(path): cannot be read") }
        if let fault = policy.fault { throw Failure("\(path): expected \(fault.expectation), found \(fault.found)") }
        return policy
    }

    private static func words(for error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(name(context.codingPath + [key])): missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(name(context.codingPath)): a value of another kind"
        case .dataCorrupted(let context): "\(name(context.codingPath)): \(context.debugDescription)"
        @unknown default: "cannot be read"
        }
    }

    private static func name(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "the policy" : path.map(\.stringValue).joined(separator: ".")
    }
}
