import Foundation

@main struct Assay {
    static func main() async {
        exit(await Commands.run(Array(CommandLine.arguments.dropFirst())))
    }
}
