import AppAttest
import AppCheck
import Testing

@Suite("A registration") struct ModelTests {
    @Test(
        "takes project numbers and ids",
        arguments: [
            ("1", "shop"), ("9999999999999999999", "a1-2"), ("1234567890", "a" + String(repeating: "-b", count: 31)),
        ])
    func projects(_ number: String, _ id: String) throws {
        let project = try Project(number: number, id: id)
        #expect(project.number == number)
        #expect(project.id == id)
    }

    @Test(
        "refuses other project numbers",
        arguments: [
            "", "0", "01", "12345678901234567890", "12a", "-1", "+1", " 1", "1\n", "１２", "١٢", "1.0",
        ])
    func projectNumbers(_ number: String) {
        let fault = #expect(throws: RegistrationFault.self) { try Project(number: number, id: "shop") }
        #expect(fault?.field.rawValue == "project number")
    }

    @Test(
        "refuses other project ids",
        arguments: [
            "", "abc", "Shop", "1shop", "-shop", "shop-", "sh_op", "sh op", "shöp", "shop\n", "shop/x",
            String(repeating: "a", count: 64), "1234567890", "sho\u{212A}",
        ])
    func projectIDs(_ id: String) {
        let fault = #expect(throws: RegistrationFault.self) { try Project(number: "1", id: id) }
        #expect(fault?.field.rawValue == "project id")
    }

    private static func app(
        appID: String = "a", teamID: String = "ABCDE12345", bundleIDs: [String] = ["b"],
        environments: Set<AttestationEnvironment> = [.production], tokenTTL: Int64 = 3600
    ) throws -> RegisteredApp {
        try RegisteredApp(
            project: Specimen.project(), appID: appID, teamID: teamID, bundleIDs: bundleIDs,
            environments: environments, tokenTTL: tokenTTL)
    }

    @Test("asks for an hour and for production alone unless told otherwise") func defaults() throws {
        let app = try RegisteredApp(
            project: Specimen.project(), appID: "1:1:ios:a_b.c-D", teamID: "ABCDE12345", bundleIDs: ["com.b_c-D", "d"])
        #expect(app.tokenTTL == 3600)
        #expect(app.environments == [.production])
        #expect(app.trustAnchors == [])
        #expect(app.attestableAppIDs.map(\.description) == ["ABCDE12345.com.b_c-D", "ABCDE12345.d"])
    }

    @Test(
        "refuses other app ids",
        arguments: [
            "", "a b", "a/b", "a%3Ab", "ä", "a\n", "a\u{0}", "a,b", String(repeating: "a", count: 129), "\u{212A}",
            "-", ".", "..", "-a", ":a",
        ])
    func appIDs(_ appID: String) {
        let fault = #expect(throws: RegistrationFault.self) { try Self.app(appID: appID) }
        #expect(fault?.field.rawValue == "app id")
    }

    @Test(
        "refuses other team ids",
        arguments: [
            "", "ABCDE1234", "ABCDE123456", "abcde12345", "ABCDE-1234", "ABCDE 1234", "ABCDÉ1234", "ABCDE1234.",
        ])
    func teamIDs(_ teamID: String) {
        let fault = #expect(throws: RegistrationFault.self) { try Self.app(teamID: teamID) }
        #expect(fault?.field.rawValue == "team id")
    }

    @Test(
        "refuses other lists of bundle ids",
        arguments: [
            [], [""], ["a b"], ["a", "a"], ["a:b"], ["*"], ["com.example.*"], ["a", ""], ["ö"],
            [String(repeating: "b", count: 156)],
        ])
    func bundleIDs(_ bundleIDs: [String]) {
        let fault = #expect(throws: RegistrationFault.self) { try Self.app(bundleIDs: bundleIDs) }
        #expect(fault?.field.rawValue == "bundle id")
    }

    @Test("takes lifetimes from half an hour to a week") func lifetimes() throws {
        for ttl: Int64 in [1800, 604_800] { #expect(try Self.app(tokenTTL: ttl).tokenTTL == ttl) }
        for ttl: Int64 in [1799, 604_801, 0, -3600, .min, .max] {
            let fault = #expect(throws: RegistrationFault.self) { try Self.app(tokenTTL: ttl) }
            #expect(fault?.field.rawValue == "token TTL")
        }
        let fault = #expect(throws: RegistrationFault.self) { try Self.app(environments: []) }
        #expect(fault?.field.rawValue == "environment")
    }

    @Test("shows what it refuses in 80 printable characters") func printable() throws {
        let fault = #expect(throws: RegistrationFault.self) {
            try Self.app(appID: "a\u{1B}[31m\r\n\u{7F}\u{0}é\u{212A}" + String(repeating: "x", count: 200))
        }
        #expect(fault?.found == "a?[31m?????" + String(repeating: "x", count: 69))
    }
}
