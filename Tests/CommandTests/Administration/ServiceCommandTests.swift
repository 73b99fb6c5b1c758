import Testing
import TestSupport

@Suite("The commands for services") struct ServiceCommandTests {
    @Test("configure a service, in one mode after the other") func life() async throws {
        try await Bench.with { bench in
            #expect(
                try bench.succeed("service", "set", "shop", "orders.example.com", "--enforcement", "unenforced").output
                    == "service orders.example.com: enforcement UNENFORCED, replay protection OFF\n")
            #expect(
                try bench.succeed(
                    "service", "set", "shop", "orders.example.com", "--enforcement", "ENFORCED",
                    "--replay-protection", "enforced"
                ).output == "service orders.example.com: enforcement ENFORCED, replay protection ENFORCED\n")
            #expect(
                try bench.fields("service", "list", "shop").map { Array($0.prefix(3)) }
                    == [["orders.example.com", "ENFORCED", "ENFORCED"]])
            let object = try #require(bench.objects("service", "list", "shop").first)
            #expect(object["name"] == "projects/shop/services/orders.example.com")
            #expect(object["enforcementMode"] == "ENFORCED")
            #expect(object["replayProtection"] == "ENFORCED")
        }
    }

    @Test(
        "refuse what is no configuration",
        arguments: [
            (["shop", "orders"], 2, "nothing to change: give one of --enforcement, --replay-protection"),
            (["shop", "orders", "--enforcement", "on"], 2, "--enforcement on: expected off, unenforced, enforced"),
            (
                ["shop", "orders", "--replay-protection", "enforced"], 1,
                "replay protection: expected a mode not stricter than the enforcement mode OFF, found \"ENFORCED\""
            ),
            (["shop", "a/b", "--enforcement", "off"], 1, "service id: expected 1 to 253 letters"),
            (["nowhere", "orders", "--enforcement", "off"], 1, "there is no project nowhere"),
            (["shop"], 2, "SERVICE is missing"),
        ]) func refusals(_ words: [String], _ status: Int, _ message: String) async throws
    {
        try await Bench.with { bench in
            let outcome = try bench.run(["service", "set"] + words)
            #expect(Int(outcome.status) == status)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("assay: error: \(message)"))
            #expect(try bench.fields("service", "list", "shop").isEmpty)
        }
    }
}
