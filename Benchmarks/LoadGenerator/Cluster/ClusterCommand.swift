import Foundation

/// Devices that exchange with several servers over one database in turn, told by the second; at the end each server is
/// held to what it acknowledged.
enum ClusterCommand {
    static func run(_ options: Options) throws {
        let ports = try options.text("ports").split(separator: ",").compactMap { UInt16($0) }
        guard !ports.isEmpty else { throw Failure("--ports: expected numbers with commas between them") }
        let seconds = try options.number("seconds", 1...3_600)
        let crowd = try Crowd(
            ports: ports, authorityFolder: options.text("authority"),
            resource: "/v1/projects/\(options.text("project"))/apps/\(options.text("app"))")
        let (tally, done) = (Tally(), DispatchGroup())
        for _ in 0..<(try options.number("devices", 1...256, default: 6)) {
            done.enter()
            let thread = Thread {
                crowd.work(tally)
                done.leave()
            }
            thread.start()
        }
        for second in 1...seconds {
            sleep(1)
            // At once, also where it is no terminal that reads.
            try FileHandle.standardOutput.write(contentsOf: Data((tally.line(second) + "\n").utf8))
        }
        tally.end()
        done.wait()
        try report(tally, try crowd.recheck(tally))
    }

    private static func report(_ tally: Tally, _ forgotten: Int) throws {
        let totals = tally.totals
        print(
            """
            \(totals.devices) registrations and \(totals.assertions) counters were acknowledged. \
            \(forgotten == 0 ? "None was lost." : "\(forgotten) WERE LOST.")
            For \(String(format: "%.1f", totals.longestGap)) s in a row nothing was granted, at most. Devices were told \
            \(totals.unavailable) times to come back later, and \(totals.unanswered) times not told anything.
            """)
        for text in totals.refusals.prefix(3) { print("refused: \(text)") }
        guard forgotten == 0, totals.refusals.isEmpty else { throw Failure("the servers did not keep their word") }
    }
}
