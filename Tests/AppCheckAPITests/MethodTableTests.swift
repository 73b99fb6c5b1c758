import AppCheck
import AppCheckAPI
import Testing

@Suite("The table of methods") struct MethodTableTests {
    @Test("names each method once") func ids() {
        let ids = APIMethods.all.map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test("requires only fields and parameters that there are") func required() {
        for method in APIMethods.all {
            let fields = Set(method.request?.fields.map(\.name) ?? [])
            #expect(fields.isSuperset(of: method.required), "\(method.id)")
            #expect(Set(method.query.map(\.name)).isSuperset(of: method.requiredQuery), "\(method.id)")
        }
    }

    @Test("asks for a bearer token wherever something is changed or read that is not public") func access() {
        let open = APIMethods.all.filter { $0.access == .anyone }.map(\.id)
        #expect(
            Set(open).isSubset(of: [
                "jwks.get", "operations.health", "operations.readiness", "documents.discovery", "documents.openapi",
            ]))
        let apps = APIMethods.all.filter { $0.access == .apps }.map(\.id)
        #expect(
            Set(apps) == [
                "projects.apps.generateAppAttestChallenge", "projects.apps.exchangeAppAttestAttestation",
                "projects.apps.exchangeAppAttestAssertion", "projects.apps.exchangeDebugToken",
                "projects.apps.exchangeCustomToken",
            ])
    }

    @Test("gives readers no method that changes anything") func readers() {
        for method in APIMethods.all {
            guard case .bearer(let permission) = method.access else { continue }
            #expect(!Role.viewer.allows(permission) || method.verb == "GET", "\(method.id)")
        }
    }

    @Test(
        "has paths with names for what varies",
        arguments: [
            ("{parent=projects/*/apps/*}/debugTokens", "projects/{project}/apps/{app}/debugTokens", "parent"),
            ("{name=projects/*/auditEntries/*}", "projects/{project}/auditEntries/{auditEntry}", "name"),
            ("{app=projects/*/apps/*}:exchangeDebugToken", "projects/{project}/apps/{app}:exchangeDebugToken", "app"),
            (
                "{parent=projects/*}/apps/-/appAttestConfig:batchGet",
                "projects/{project}/apps/-/appAttestConfig:batchGet", "parent"
            ),
        ])
    func templates(_ text: String, _ path: String, _ parameter: String) {
        let template = ResourceTemplate(text)
        #expect(template.path == path)
        #expect(template.parameter == parameter)
    }

    @Test("has patterns for names of resources") func patterns() {
        let template = ResourceTemplate("{name=projects/*/apps/*/appAttestConfig}")
        #expect(template.pattern == "^projects/[^/]+/apps/[^/]+/appAttestConfig$")
        #expect(template.captures == ["project", "app"])
        #expect(ResourceTemplate("healthz").parameter == nil)
        #expect(ResourceTemplate("healthz").path == "healthz")
    }
}
