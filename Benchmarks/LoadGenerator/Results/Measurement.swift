import Foundation

/// A figure of a benchmark, measured once in each round.
struct Measurement: Codable {
    /// Words from the general to the special with dots between them, such as `server.attestation.processor`.
    let name: String
    /// `us`, `ms`, `1/s`, `bytes`, `KiB`, `MiB` or `count`.
    let unit: String
    /// One for each round, in their order.
    let rounds: [Double]

    /// Writes figures to the file that `--record` names, a line of JSON for each, behind what others wrote there; nowhere
    /// if it names none.
    static func record(_ figures: [Measurement], _ options: Options) throws {
        guard let path = options.optional("record") else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var text = Data()
        for figure in figures { text += try encoder.encode(figure) + Data("\n".utf8) }
        if !FileManager.default.fileExists(atPath: path) {
            guard FileManager.default.createFile(atPath: path, contents: nil) else {
                throw Failure("\(path): cannot be made")
            }
        }
        guard let file = FileHandle(forWritingAtPath: path) else { throw Failure("\(path): cannot be written") }
        try file.seekToEnd()
        try file.write(contentsOf: text)
        try file.close()
    }
}
