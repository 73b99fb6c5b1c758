import Foundation

/// What the system counts about a process.
struct ServerProcess {
    let id: Int

    /// The same for this process and all that it ever started, as far as they are its children.
    func familySeconds() throws -> Double {
        var sum = try times(of: "\(id)", fields: 11...14)
        for entry in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(entry) != nil {
            // One that ends meanwhile is counted among its parent's the next time.
            guard let parent = try? fields(of: entry)[1], Int(parent) == id else { continue }
            sum += (try? times(of: entry, fields: 11...12)) ?? 0
        }
        return sum
    }

    /// Seconds of processor time that all its threads have used, in user space and in the kernel, to the nanosecond.
    func processorSeconds() throws -> Double {
        var clock = clockid_t()
        guard clock_getcpuclockid(pid_t(id), &clock) == 0 else { throw Failure("there is no process \(id)") }
        return Double(MonotonicClock.nanoseconds(clock)) / 1e9
    }

    private func times(of process: String, fields wanted: ClosedRange<Int>) throws -> Double {
        let ticks = try fields(of: process)[wanted].compactMap { Double($0) }
        return ticks.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// What comes behind the name, the state first.
    private func fields(of process: String) throws -> [Substring] {
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        // The name in parentheses may hold spaces; after it come the state and the parent and, as 12th and 13th, the two
        // times, and then those of children that have ended.
        guard let end = text.lastIndex(of: ")") else { throw Failure("/proc/\(process)/stat cannot be read") }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 14 else { throw Failure("/proc/\(process)/stat has too few fields") }
        return Array(fields)
    }

    /// The most memory it ever had resident, in MiB.
    func peakMemory() throws -> Double { try kibibytes("VmHWM", of: "status") / 1024 }

    /// What it has resident now, in KiB.
    struct Memory {
        let resident: Double
        /// Without what it shares with others, such as the code of libraries, except for its part of that.
        let proportional: Double
        /// Its own alone: it would be free if the process ended.
        let own: Double
    }

    func memory() throws -> Memory {
        Memory(
            resident: try kibibytes("Rss", of: "smaps_rollup"), proportional: try kibibytes("Pss", of: "smaps_rollup"),
            own: try kibibytes("Private_Clean", of: "smaps_rollup") + kibibytes("Private_Dirty", of: "smaps_rollup"))
    }

    private func kibibytes(_ name: String, of file: String) throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(id)/\(file)", encoding: .utf8)
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(name):") }),
            let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
        else { throw Failure("/proc/\(id)/\(file) has no \(name)") }
        return kibibytes
    }
}
