// What libFuzzer calls. One program serves every kind: it is the kind whose name it was started by.
import FoundationEssentials
import FuzzTargets
import Glibc

let kind = InputKind(rawValue: URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent)

/// `KIND seed FOLDER` fills the folder with inputs to start from and ends; anything else is left to libFuzzer.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
    guard let kind else { fatalError("start this program by the name of a kind of input") }
    guard CommandLine.arguments.count == 3, CommandLine.arguments[1] == "seed" else { return 0 }
    do {
        for seed in try kind.mintedSeeds() + kind.realSeeds() {
            try Data(seed.bytes).write(to: URL(fileURLWithPath: "\(CommandLine.arguments[2])/seed-\(seed.name)"))
        }
    } catch {
        fatalError("the seeds cannot be made: \(error)")
    }
    exit(0)
}

/// Ends the process, as libFuzzer expects of a finding, when a promise is broken.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try kind?.check(Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    } catch {
        fatalError("a promise is broken: \(error)")
    }
}
