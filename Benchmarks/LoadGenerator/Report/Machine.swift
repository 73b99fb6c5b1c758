import Foundation

/// What a run was made on.
struct Machine: Codable {
    let processor: String
    let cores: Int
    /// Of those that make cryptography fast, the ones that the processor has.
    let features: [String]
    let kernel: String
    let debian: String
    let libcrypto: String
    let swift: String

    private static let telling = ["adx", "avx2", "avx512f", "avx512ifma", "bmi2", "sha_ni", "vaes"]

    init(_ options: Options) throws {
        let information = try Self.text("/proc/cpuinfo")
        func field(_ name: String) -> String? {
            information.split(separator: "\n").first { $0.hasPrefix(name) }?
                .split(separator: ":", maxSplits: 1).dropFirst().first?.trimmingCharacters(in: .whitespaces)
        }
        processor = field("model name") ?? "unknown"
        cores = information.split(separator: "\n").filter { $0.hasPrefix("processor") }.count
        let flags = Set((field("flags") ?? "").split(separator: " ").map(String.init))
        features = Self.telling.filter(flags.contains)
        kernel = try Self.text("/proc/sys/kernel/osrelease")
        debian = (try? Self.text("/etc/debian_version")) ?? "unknown"
        libcrypto = options.optional("libcrypto") ?? "unknown"
        swift = options.optional("swift") ?? "unknown"
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    var sentence: String {
        """
        \(cores) cores of \(processor) (\(features.joined(separator: ", "))), Linux \(kernel), Debian \(debian), \
        libcrypto \(libcrypto), Swift \(swift).
        """
    }
}
