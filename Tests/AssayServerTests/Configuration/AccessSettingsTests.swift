import AssayServer
import HTTP
import Testing

@Suite("Settings of who may ask, and how often,", .onSQLite("asks no store for anything")) struct AccessSettingsTests {
    private func faults(_ flags: [Setting: String]) -> [String] {
        do throws(ConfigurationFaults) {
            _ = try ServerConfiguration(flags: flags)
            return []
        } catch {
            return error.faults
        }
    }

    @Test("have defaults that no single device reaches, trust no header field, and take calls from every page")
    func defaults() throws {
        let configuration = try ServerConfiguration()
        #expect(configuration.requestLimits.exchanges == RateLimit(count: 6_000, period: 60))
        #expect(configuration.requestLimits.debugExchanges == RateLimit(count: 30, period: 60))
        #expect(configuration.requestLimits.admin == RateLimit(count: 3_000, period: 60))
        #expect(configuration.requestLimits.publicReads == RateLimit(count: 3_000, period: 60))
        #expect(configuration.clientAddress == ClientAddressRule(header: nil, hops: 1))
        #expect(configuration.crossOrigin == CrossOrigin(.any))
        #expect(configuration.publicURL == nil)
    }

    @Test("are read each into its own place")
    func places() throws {
        let configuration = try ServerConfiguration(
            environment: [
                "ASSAY_EXCHANGE_RATE_LIMIT": "1/1s", "ASSAY_DEBUG_EXCHANGE_RATE_LIMIT": "2/2s",
                "ASSAY_ADMIN_RATE_LIMIT": "3/3s", "ASSAY_PUBLIC_RATE_LIMIT": "off",
                "ASSAY_CLIENT_ADDRESS_HEADER": "X-Real-IP", "ASSAY_CORS_ORIGINS": "none",
                "ASSAY_PUBLIC_URL": "https://example.com/assay",
            ], file: ["clientAddressHops": "10"])
        #expect(configuration.requestLimits.exchanges == RateLimit(count: 1, period: 1))
        #expect(configuration.requestLimits.debugExchanges == RateLimit(count: 2, period: 2))
        #expect(configuration.requestLimits.admin == RateLimit(count: 3, period: 3))
        #expect(configuration.requestLimits.publicReads == nil)
        #expect(configuration.clientAddress == ClientAddressRule(header: "X-Real-IP", hops: 10))
        #expect(configuration.crossOrigin == CrossOrigin(.listed([])))
        #expect(configuration.publicURL?.text == "https://example.com/assay")
    }

    @Test("may be empty where the default is")
    func empty() throws {
        let empty = try ServerConfiguration(
            environment: ["ASSAY_CLIENT_ADDRESS_HEADER": "", "ASSAY_PUBLIC_URL": ""])
        #expect(empty == (try ServerConfiguration()))
        #expect(Setting.publicURL.variable == "ASSAY_PUBLIC_URL")
        #expect(Setting.publicURL.shownDefault == "empty")
    }

    @Test(
        "take a count and a period for a limit",
        arguments: [
            ("6000/1m", 6_000, 60), ("30/60", 30, 60), ("10/1s", 10, 1), ("1/1d", 1, 86_400),
            ("1000000/24h", 1_000_000, 86_400),
        ])
    func limits(_ text: String, _ count: Int, _ period: Int) throws {
        let limit = try #require(RateLimit(count: count, period: period))
        #expect(RateLimitText.limit(text) == .some(limit))
    }

    @Test("take off for no limit, which is not the same as no answer")
    func off() {
        #expect(RateLimitText.limit("off") == .some(nil))
        #expect(RateLimitText.limit("on") == nil)
    }

    @Test(
        "take nothing else for a limit",
        arguments: [
            "", "0", "30", "30/", "/1m", "30/m", "0/1m", "-1/1m", "+1/1m", "1.5/1m", "30/0s", "30/-1", "30/1ms",
            "30/1h30m",
            "30/1m/1m", "30 / 1m", " 30/1m", "30/2d", "30/25h", "1000001/1m", "9223372036854775808/1m",
            "1/9223372036854775808", "OFF", "Off", "none", "٣/1m",
        ])
    func otherLimits(_ text: String) {
        #expect(
            faults([.exchangeRateLimit: text]) == [
                "--exchange-rate-limit: expected off, or COUNT/PERIOD such as 6000/1m: 1 to 1000000 in 1s to 1d, found \"\(text)\""
            ])
    }

    @Test("list exact origins with commas")
    func origins() throws {
        let shop = try #require(WebOrigin("https://shop.example.com"))
        let local = try #require(WebOrigin("http://localhost:3000"))
        #expect(CrossOriginText.policy("https://shop.example.com") == CrossOrigin(.listed([shop])))
        #expect(
            CrossOriginText.policy("https://shop.example.com, http://localhost:3000")
                == CrossOrigin(.listed([shop, local])))
    }

    @Test(
        "know no other origins",
        arguments: [
            "", ",", "*,https://a", "none,https://a", "https://a,", "https://a,,https://b", "https://a/", "null",
            "https://A",
        ])
    func otherOrigins(_ text: String) {
        let expected =
            "--cors-origins: expected *, none, or origins as browsers send them, parted by commas, such as https://app.example.com or http://localhost:3000, found \"\(text)\""
        #expect(faults([.corsOrigins: text]) == [expected])
    }

    @Test("name a header field with addresses", arguments: ["X-Forwarded-For", "x-real-ip", "CF-Connecting-IP", "a_b"])
    func fields(_ text: String) throws {
        #expect(try ServerConfiguration(flags: [.clientAddressHeader: text]).clientAddress.header == text)
    }

    @Test(
        "name nothing else, and not the field whose values have a form of their own",
        arguments: ["X Forwarded", "X-Forwarded-For:", "X-Ä", "a,b", " ", "Forwarded", "forwarded"])
    func otherFields(_ text: String) {
        let expected =
            "--client-address-header: expected the name of a header field with addresses alone, such as X-Forwarded-For, found \"\(text)\""
        #expect(faults([.clientAddressHeader: text]) == [expected])
    }

    @Test("count hops from 1 to 10", arguments: ["0", "11", "-1", "last", ""])
    func hops(_ text: String) {
        #expect(faults([.clientAddressHops: text]) == ["--client-address-hops: expected 1 to 10, found \"\(text)\""])
    }

    @Test("name a URL that paths can be appended to", arguments: ["example.com", "https://example.com/", "ftp://a"])
    func urls(_ text: String) {
        let expected =
            "--public-url: expected an http or https URL without a slash at its end, such as https://appcheck.example.com, found \"\(text)\""
        #expect(faults([.publicURL: text]) == [expected])
    }
}
