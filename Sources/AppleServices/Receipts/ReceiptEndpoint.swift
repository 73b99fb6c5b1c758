private import AppAttest
private import HTTP

/// Where receipts of one environment are sent.
package struct ReceiptEndpoint: Hashable, Sendable {
    /// The whole URL.
    package let url: String
    /// Whether it is on this machine. Nothing is encrypted on the way there unless it says `https`.
    package let isLoopback: Bool
    /// Whether it is one of Apple's two.
    package let isApple: Bool

    private static let hosts = ["data.appattest.apple.com", "data-development.appattest.apple.com"]

    private init(host: String) {
        (url, isLoopback, isApple) = ("https://\(host)/v1/attestationData", false, true)
    }

    /// Apple's for keys of apps from the App Store, TestFlight and enterprises.
    package static let production = ReceiptEndpoint(host: hosts[0])
    /// Apple's for keys of development builds.
    package static let development = ReceiptEndpoint(host: hosts[1])

    /// What is accepted, in words.
    package static let expectation =
        "expected an https URL such as https://data.appattest.apple.com/v1/attestationData, or http and a loopback address"

    /// Nil for anything but `https`, and `http` to an address of this machine in numbers: bearer tokens go there.
    package init?(_ text: String) {
        guard let url = BaseURL(text) else { return nil }
        isLoopback = IPAddress(url.place.host)?.isLoopback ?? false
        guard url.isEncrypted || isLoopback else { return nil }
        self.url = text
        isApple = Self.hosts.contains(url.place.host.lowercased())
    }
}
