package import HTTP

/// Origins as people write them.
package enum CrossOriginText {
    static let expectation =
        "expected *, none, or origins as browsers send them, parted by commas, such as https://app.example.com or http://localhost:3000"

    /// - Returns: nil for anything but `*`, `none` and a list of exact origins.
    package static func policy(_ text: String) -> CrossOrigin? {
        if text == "*" { return CrossOrigin(.any) }
        if text == "none" { return CrossOrigin(.listed([])) }
        var origins: [WebOrigin] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let origin = WebOrigin(String(part.drop { $0 == " " })) else { return nil }
            origins.append(origin)
        }
        return CrossOrigin(.listed(origins))
    }
}
