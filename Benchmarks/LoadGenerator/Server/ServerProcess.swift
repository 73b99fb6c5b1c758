import Foundation

/// What the system counts about a process.
struct ServerProcess {
    let id: Int

    /// Seconds of processor time that all its threads have used, in user space and in the kernel (proc(5)); counted in
    /// hundredths of a second.
    func processorSeconds() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
        // The name in parentheses may hold spaces; after it come the state and, as 12th and 13th, the two times.
        guard let end = text.lastIndex(of: ")") else { throw Failure("/proc/\(id)/stat cannot be read") }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
            throw Failure("/proc/\(id)/stat has too few fields")
        }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The most memory it ever had resident, in MiB.
    func peakMemory() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
        else { throw Failure("/proc/\(id)/status has no VmHWM") }
        return kibibytes / 1024
    }
}
