import HTTP
import Testing

@Suite("Headers") struct HTTPHeadersTests {
    let headers: HTTPHeaders = ["Accept": "a", "X-Id": "1", "accept": "b"]

    @Test("are found whatever the case, the first of a name first")
    func lookup() {
        #expect(headers["ACCEPT"] == "a")
        #expect(headers.values(of: "Accept") == ["a", "b"])
        #expect(headers["x-id"] == "1")
        #expect(headers["x_id"] == nil)
        #expect(headers["X-I"] == nil)
    }

    @Test("keep their order and their spelling")
    func order() {
        #expect(headers.map(\.name) == ["Accept", "X-Id", "accept"])
    }

    @Test("hold one field of a name after it was set and none after it was removed")
    func setting() {
        var headers = headers
        headers["aCCept"] = "c"
        #expect(headers == ["X-Id": "1", "aCCept": "c"])
        headers["ACCEPT"] = nil
        #expect(headers == ["X-Id": "1"])
    }

    @Test("are added to those of another message, in order") func joining() {
        var headers: HTTPHeaders = ["A": "1", "B": "2"]
        headers["A"] = nil
        headers.append(contentsOf: ["C": "3", "b": ""])
        #expect(
            headers.fields == [.init(name: "B", value: "2"), .init(name: "C", value: "3"), .init(name: "b", value: "")])
        #expect(headers.values(of: "B") == ["2", ""])
        #expect(headers.has("c"))
        #expect(!headers.has("A"))
    }

    @Test("are equal by what they say, wherever it lies") func equality() {
        var headers: HTTPHeaders = ["A": "1", "B": "2"]
        headers["A"] = nil
        #expect(headers == ["B": "2"])
        #expect(headers != ["b": "2"])
        #expect(headers != ["B": "3"])
        #expect(headers != ["B": "2", "C": ""])
        #expect(headers == HTTPHeaders(bytes: Array("xB2".utf8), places: [.init(name: 1..<2, value: 2..<3)]))
    }

    @Test("are each followed by a zero byte, for readers in C") func zeros() {
        var headers: HTTPHeaders = ["A": "one"]
        headers.append(contentsOf: ["B": ""])
        #expect(headers.bytes == Array("A\u{0}one\u{0}B\u{0}\u{0}".utf8))
    }

    @Test("fold case in ASCII only")
    func kelvin() {
        let headers: HTTPHeaders = ["\u{212A}ey": "1"]
        #expect(headers["key"] == nil)
    }
}
