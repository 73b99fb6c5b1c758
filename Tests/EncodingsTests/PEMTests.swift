import Encodings
import Testing

@Suite("PEM text") struct PEMTests {
    private func fault(_ text: String) -> PEM.Fault? {
        do {
            _ = try PEM.onlyBlock(in: text)
            return nil
        } catch { return error }
    }

    @Test("is read as it is written, over lines of 64 characters") func roundTrip() throws {
        let bytes = [UInt8](0...99)
        let text = PEM.block("SOME THING", bytes)
        #expect(text.split(separator: "\n").map(\.utf8.count) == [26, 64, 64, 8, 24])
        let block = try PEM.onlyBlock(in: text)
        #expect(block.type == "SOME THING")
        #expect(block.contents == bytes)
    }

    @Test("may have white space around it and within, and line breaks of either kind") func whiteSpace() throws {
        for text in [
            "\n \t-----BEGIN X-----\r\nQU\r\nJD\r\n-----END X-----\r\n ", "-----BEGIN X-----QUJD-----END X-----",
        ] {
            #expect(try PEM.onlyBlock(in: text).contents == Array("ABC".utf8))
        }
    }

    @Test(
        "is one block, with one name, and nothing around it",
        arguments: [
            "", "QUJD", "-----BEGIN X-----\nQUJD\n", "-----BEGIN X-----\nQUJD\n-----END Y-----\n",
            "-----BEGIN K-----\nQUJD\n-----END \u{212A}-----\n", "x-----BEGIN X-----\nQUJD\n-----END X-----\n",
            "-----BEGIN X-----\nQUJD\n-----END X-----\nx",
            "-----BEGIN X-----\nQUJD\n-----END X-----\n-----BEGIN X-----\nQUJD\n-----END X-----\n",
            "-----END X-----\nQUJD\n-----BEGIN X-----\n", "----BEGIN X----\nQUJD\n----END X----\n",
        ])
    func notOneBlock(_ text: String) { #expect(fault(text) == .notOneBlock) }

    @Test("holds base64 and nothing else", arguments: ["QUJ!", "QUJDA", "Name: value\n\nQUJD"])
    func unreadable(_ contents: String) {
        #expect(fault("-----BEGIN X-----\n\(contents)\n-----END X-----\n") == .unreadable)
    }
}
