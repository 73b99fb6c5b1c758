internal import AppCheck
private import Encodings
internal import StrictJSON

/// Listings in pages (AIP-158).
enum Paging {
    static let pageSize = FieldSchema(
        "page_size", .integer(0...2_147_483_647), "How many at most; 50 if unset or 0, and never more than 500.")
    static let query = [
        pageSize,
        FieldSchema(
            "page_token", .string(TextForm(pattern: "^([2-7][0-9a-f]){0,512}$")),
            "Where to go on: `nextPageToken` of the page before. Empty for the first page."),
    ]
    static let nextPageToken = FieldSchema(
        "next_page_token", .string(.any), .outputOnly, "Asks for the next page; absent on the last one.")

    static let defaultSize = 50
    static let mostSize = 500

    static let foreignToken = APIError.invalidField(
        "page_token", .invalidValue, "Invalid value at 'page_token', it is not from a listing.")

    /// Reads where a listing goes on, has the page read, and writes it.
    static func answer<Item>(
        _ call: APICall, _ list: String, _ item: (Item) -> JSONText,
        page: (_ after: String?, _ size: Int) async throws(APIError) -> Page<Item>
    ) async throws(APIError) -> APIAnswer {
        let asked = Int(call.query.integer("page_size") ?? 0)
        let size = asked == 0 ? defaultSize : min(asked, mostSize)
        var after: String?
        if let token = call.query.text("page_token"), !token.isEmpty {
            // Hexadecimal digits of ASCII: a form that a pattern can describe.
            guard let bytes = Hexadecimal.decode(token), bytes.count <= 512, bytes.allSatisfy({ 0x20..<0x80 ~= $0 }),
                token.utf8.elementsEqual(Hexadecimal.encode(bytes).utf8)
            else { throw foreignToken }
            after = String(decoding: bytes, as: UTF8.self)
        }
        let page = try await page(after, size)
        var members: [(String, JSONText)] = []
        if !page.items.isEmpty { members.append((list, .array(page.items.map(item)))) }
        if let next = page.next { members.append(("nextPageToken", .string(Hexadecimal.encode(Array(next.utf8))))) }
        return APIAnswer(.object(members))
    }
}
