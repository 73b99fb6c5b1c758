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

    @Test("fold case in ASCII only")
    func kelvin() {
        let headers: HTTPHeaders = ["\u{212A}ey": "1"]
        #expect(headers["key"] == nil)
    }
}
