import AppAttest
import FoundationEssentials
import Testing

@Suite("A launch policy in JSON") struct LaunchPolicyCodingTests {
    /// Every rule, every member, in the order that sorted names have.
    private static let whole = """
        {"bundleVersion":{"demand":"IF_PRESENT","minimum":"1.4"},\
        "environment":{"allowed":["production"],"demand":"REQUIRE"},\
        "keyAccess":{"demand":"REQUIRE","value":"MAC_OS"},\
        "osVersion":{"demand":"REQUIRE","minimum":"17.0"},\
        "validationCategory":{"allowed":["APP_STORE"],"demand":"REQUIRE","missingOnOlderSystems":"ALLOW","reportOnly":true}}
        """

    private static func wholePolicy() throws -> LaunchPolicy {
        LaunchPolicy(
            validationCategory: .init(.require, [.appStore], missingOnOlderSystems: .allow, reportOnly: true),
            bundleVersion: .init(.ifPresent, try version("1.4")), osVersion: .init(.require, try version("17.0")),
            environment: .init(.require, [.production]), keyAccess: .init(.require, .macOS))
    }

    private func read(_ json: String) throws -> LaunchPolicy {
        try JSONDecoder().decode(LaunchPolicy.self, from: Data(json.utf8))
    }

    private func written(_ policy: LaunchPolicy) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(policy), as: UTF8.self)
    }

    @Test("has a member for each rule, and leaves out what is not decided or not report-only")
    func shape() throws {
        #expect(try written(Self.wholePolicy()) == Self.whole)
        #expect(try read(Self.whole) == Self.wholePolicy())
        #expect(try written(.none) == "{}")
        #expect(try read("{}") == .none)
        #expect(try read(" { } ") == .none)
    }

    @Test("reads as it was written, whatever its rules are")
    func roundTrip() throws {
        for demand in LaunchPolicy.Demand.allCases {
            for missing in [nil] + LaunchPolicy.MissingValue.allCases {
                for reportOnly in [false, true] {
                    let policy = LaunchPolicy(
                        validationCategory: .init(
                            demand, [.appStore, .other, .invalid, .init(rawValue: 7), .init(rawValue: .max)],
                            missingOnOlderSystems: missing, reportOnly: reportOnly),
                        bundleVersion: .init(
                            demand, try version("01.40.0"), missingOnOlderSystems: missing, reportOnly: reportOnly),
                        osVersion: .init(demand, try version("17"), reportOnly: reportOnly),
                        environment: .init(demand, [], reportOnly: reportOnly),
                        keyAccess: .init(demand, .macOS, reportOnly: reportOnly))
                    let again = try read(written(policy))
                    #expect(again == policy)
                    #expect(again.bundleVersion?.limit.description == "01.40.0")
                }
            }
        }
        var policy = LaunchPolicy.none
        policy.environment = .init(.require, [.development, .production])
        #expect(
            try written(policy) == #"{"environment":{"allowed":["production","development"],"demand":"REQUIRE"}}"#)
    }

    @Test(
        "names categories, and numbers those without a name",
        arguments: [
            ("INVALID", 0), ("OPERATING_SYSTEM", 1), ("TEST_FLIGHT", 2), ("DEVELOPMENT", 3), ("APP_STORE", 4),
            ("ENTERPRISE", 5), ("DEVELOPER_ID", 6), ("7", 7), ("8", 8), ("9", 9), ("OTHER", 10), ("11", 11),
            ("4294967295", 4_294_967_295),
        ] as [(String, UInt32)])
    func categoryNames(_ name: String, _ number: UInt32) {
        #expect(ValidationCategory(rawValue: number).name == name)
        #expect(ValidationCategory(name: name)?.rawValue == number)
    }

    @Test(
        "has one name for a category",
        arguments: [
            "", "0", "4", "10", "07", "+7", "-7", " 7", "7 ", "7.0", "4294967296", "app_store", "App Store", "APPSTORE",
            "APP_STORE ", "\u{FF17}", "UNKNOWN",
        ])
    func noCategoryName(_ name: String) { #expect(ValidationCategory(name: name) == nil) }

    @Test(
        "is refused where anything in it is not known or not of its type",
        arguments: [
            "", "[]", "null", "\"\"", "{", #"{"rules":{}}"#, #"{"validationcategory":{}}"#, #"{"osVersion":null}"#,
            #"{"osVersion":{}}"#, #"{"osVersion":[]}"#, #"{"osVersion":"17.0"}"#, #"{"osVersion":true}"#,
            #"{"osVersion":{"demand":"REQUIRE"}}"#, #"{"osVersion":{"minimum":"17.0"}}"#,
            #"{"osVersion":{"demand":"require","minimum":"17.0"}}"#, #"{"osVersion":{"demand":"","minimum":"17.0"}}"#,
            #"{"osVersion":{"demand":null,"minimum":"17.0"}}"#, #"{"osVersion":{"demand":1,"minimum":"17.0"}}"#,
            #"{"osVersion":{"demand":"REQUIRE","minimum":null}}"#, #"{"osVersion":{"demand":"REQUIRE","minimum":17}}"#,
            #"{"osVersion":{"demand":"REQUIRE","minimum":""}}"#,
            #"{"osVersion":{"demand":"REQUIRE","minimum":"17.0b"}}"#,
            #"{"osVersion":{"demand":"IGNORE","minimum":"17."}}"#,
            #"{"osVersion":{"demand":"REQUIRE","minimum":"17 "}}"#,
            #"{"osVersion":{"demand":"REQUIRE","minimum":"17.0","missingOnOlderSystems":"ALLOW"}}"#,
            #"{"osVersion":{"demand":"REQUIRE","minimum":"17.0","maximum":"18.0"}}"#,
            #"{"osVersion":{"demand":"REQUIRE","minimum":"17.0","reportonly":true}}"#,
            #"{"osVersion":{"demand":"REQUIRE","minimum":"17.0","reportOnly":null}}"#,
            #"{"osVersion":{"demand":"REQUIRE","minimum":"17.0","reportOnly":"true"}}"#,
            #"{"osVersion":{"demand":"REQUIRE","minimum":"17.0","reportOnly":1}}"#,
            #"{"bundleVersion":{"demand":"REQUIRE","minimum":"1","missingOnOlderSystems":"allow"}}"#,
            #"{"bundleVersion":{"demand":"REQUIRE","minimum":"1","missingOnOlderSystems":null}}"#,
            #"{"bundleVersion":{"demand":"REQUIRE","allowed":["1"]}}"#,
            #"{"validationCategory":{"demand":"REQUIRE","allowed":["APP_STORE","appstore"]}}"#,
            #"{"validationCategory":{"demand":"REQUIRE","allowed":["4"]}}"#,
            #"{"validationCategory":{"demand":"REQUIRE","allowed":[4]}}"#,
            #"{"validationCategory":{"demand":"REQUIRE","allowed":[null]}}"#,
            #"{"validationCategory":{"demand":"REQUIRE","allowed":"APP_STORE"}}"#,
            #"{"validationCategory":{"demand":"REQUIRE","allowed":null}}"#,
            #"{"environment":{"demand":"REQUIRE","allowed":["PRODUCTION"]}}"#,
            #"{"environment":{"demand":"REQUIRE","allowed":["production","sandbox"]}}"#,
            #"{"environment":{"demand":"REQUIRE","allowed":["production"],"missingOnOlderSystems":"ALLOW"}}"#,
            #"{"keyAccess":{"demand":"REQUIRE","value":"IOS"}}"#, #"{"keyAccess":{"demand":"REQUIRE"}}"#,
            #"{"keyAccess":{"demand":"REQUIRE","value":"MAC_OS","missingOnOlderSystems":"REFUSE"}}"#,
        ])
    func refused(_ json: String) {
        #expect(throws: DecodingError.self) { try read(json) }
    }

    @Test("tells where its fault is")
    func path() throws {
        let json = #"{"environment":{"demand":"REQUIRE","allowed":["sandbox"]}}"#
        let error = #expect(throws: DecodingError.self) { try read(json) }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["environment", "allowed"])
    }

    @Test(
        "may contradict itself, which is told apart from being unreadable",
        arguments: [
            (#"{"validationCategory":{"demand":"REQUIRE","allowed":["APP_STORE"]}}"#, false),
            (#"{"bundleVersion":{"demand":"REQUIRE","minimum":"1"}}"#, false),
            (#"{"validationCategory":{"demand":"IF_PRESENT","allowed":[]}}"#, false),
            (#"{"validationCategory":{"demand":"IF_PRESENT","allowed":["INVALID"]}}"#, false),
            (#"{"environment":{"demand":"IF_PRESENT","allowed":[]}}"#, false),
            (#"{"validationCategory":{"demand":"IF_PRESENT","allowed":["APP_STORE"]}}"#, true),
            (#"{"bundleVersion":{"demand":"IF_PRESENT","minimum":"1"}}"#, true), ("{}", true),
            (#"{"bundleVersion":{"demand":"REQUIRE","minimum":"1","missingOnOlderSystems":"REFUSE"}}"#, true),
        ])
    func faults(_ json: String, _ isSound: Bool) throws { #expect((try read(json).fault == nil) == isSound) }
}
