import AppCheckAPI
import Testing

@Suite("A discovery document") struct DiscoveryDocumentTests {
    private func document(_ api: DescribedAPI) throws -> DocumentTree {
        try DocumentTree(DiscoveryDocument.text(of: api, at: "https://check.example.com/"))
    }

    /// Each method with the place in the tree where it was found.
    private func methods(_ node: DocumentTree, at place: [String] = []) -> [(place: String, method: DocumentTree)] {
        node["methods"].members.map { ((place + [$0.key]).joined(separator: "."), $0.value) }
            + node["resources"].members.flatMap { methods($0.value, at: place + [$0.key]) }
    }

    @Test("says where the service is, and of what form it is") func head() throws {
        let document = try document(.v1beta)
        for (name, value) in [
            ("kind", "discovery#restDescription"), ("discoveryVersion", "v1"), ("id", "firebaseappcheck:v1beta"),
            ("name", "firebaseappcheck"), ("version", "v1beta"), ("rootUrl", "https://check.example.com/"),
            ("baseUrl", "https://check.example.com/"), ("servicePath", ""), ("protocol", "rest"),
        ] { #expect(document[name].string == value, "\(name)") }
        #expect(document["batchPath"] == .null, "there are no batches")
        #expect(
            Set(document["auth"]["oauth2"]["scopes"].members.keys) == [
                "https://www.googleapis.com/auth/cloud-platform", "https://www.googleapis.com/auth/firebase",
            ])
        #expect(
            Set(document["parameters"].members.keys) == [
                "$.xgafv", "access_token", "alt", "fields", "key", "oauth_token", "prettyPrint", "quotaUser",
                "uploadType", "upload_protocol",
            ])
        #expect(try self.document(.administration)["id"].string == "assay:v1")
    }

    @Test(
        "has each method of its API once, at the place that its id says",
        arguments: [
            (DescribedAPI.v1, APISurface.appCheck, "v1/"), (.v1beta, .appCheck, "v1beta/"),
            (.administration, .administration, "assay/v1/"),
        ])
    func coverage(_ api: DescribedAPI, _ surface: APISurface, _ prefix: String) throws {
        let document = try document(api)
        let name = try #require(document["name"].string)
        let found = methods(document)
        #expect(found.map(\.place).sorted() == APIMethods.all.filter { $0.surface == surface }.map(\.id).sorted())
        for (place, method) in found {
            #expect(method["id"].string == "\(name).\(place)")
            #expect(method["path"].string?.hasPrefix(prefix) == true, "\(place)")
            let parameters = method["parameters"].members.filter { $0.value["location"].string == "path" }
            #expect(method["parameterOrder"].strings == Array(parameters.keys), "\(place)")
            for name in parameters.keys { #expect(method["path"].string?.contains("{+\(name)}") == true, "\(place)") }
        }
    }

    @Test("has the schemas that it refers to, and no others", arguments: DescribedAPI.allCases)
    func references(_ api: DescribedAPI) throws {
        let document = try document(api)
        let schemas = document["schemas"].members
        #expect(Set(document.all("$ref").compactMap(\.string)) == Set(schemas.keys))
        for (name, schema) in schemas { #expect(schema["id"].string == name) }
    }

    @Test("names messages by its version, and has deprecated fields in v1beta only") func versions() throws {
        for (api, version, has) in [(DescribedAPI.v1, "V1", false), (.v1beta, "V1beta", true)] {
            let schemas = try document(api)["schemas"].members
            let names = schemas.keys.filter { $0 != "GoogleProtobufEmpty" }
            #expect(names.allSatisfy { $0.hasPrefix("GoogleFirebaseAppcheck\(version)") })
            if version == "V1" { #expect(!names.contains { $0.hasPrefix("GoogleFirebaseAppcheckV1beta") }) }
            let holders = schemas.filter { $0.value["properties"]["attestationToken"] != .null }.map(\.key)
            let expected = ["AppCheckToken", "AttestationTokenResponse", "ExchangeAppAttestAttestationResponse"]
            #expect(holders.sorted() == (has ? expected.map { "GoogleFirebaseAppcheckV1beta\($0)" } : []))
            #expect(schemas["GoogleFirebaseAppcheck\(version)VerifyAppCheckTokenRequest"] != nil)
        }
    }

    @Test("describes an update as Google's does") func update() throws {
        let method = try document(.v1)["resources"]["projects"]["resources"]["apps"]["resources"]["debugTokens"][
            "methods"]["patch"]
        #expect(
            try method.without(["description"])
                == DocumentTree(
                    """
                    {"id": "firebaseappcheck.projects.apps.debugTokens.patch", "httpMethod": "PATCH",
                     "path": "v1/{+name}",
                     "flatPath": "v1/projects/{projectsId}/apps/{appsId}/debugTokens/{debugTokensId}",
                     "parameterOrder": ["name"],
                     "parameters": {
                       "name": {"location": "path", "required": true, "type": "string",
                                "pattern": "^projects/[^/]+/apps/[^/]+/debugTokens/[^/]+$"},
                       "updateMask": {"location": "query", "type": "string", "format": "google-fieldmask"}},
                     "request": {"$ref": "GoogleFirebaseAppcheckV1DebugToken"},
                     "response": {"$ref": "GoogleFirebaseAppcheckV1DebugToken"},
                     "scopes": ["https://www.googleapis.com/auth/cloud-platform",
                                "https://www.googleapis.com/auth/firebase"]}
                    """))
    }

    @Test("describes a method with a verb and a repeated parameter as Google's does") func batch() throws {
        let method = try document(.v1beta)["resources"]["projects"]["resources"]["apps"]["resources"][
            "appAttestConfig"][
                "methods"]["batchGet"]
        #expect(
            try method.without(["description", "scopes"])
                == DocumentTree(
                    """
                    {"id": "firebaseappcheck.projects.apps.appAttestConfig.batchGet", "httpMethod": "GET",
                     "path": "v1beta/{+parent}/apps/-/appAttestConfig:batchGet",
                     "flatPath": "v1beta/projects/{projectsId}/apps/-/appAttestConfig:batchGet",
                     "parameterOrder": ["parent"],
                     "parameters": {
                       "names": {"location": "query", "repeated": true, "type": "string"},
                       "parent": {"location": "path", "required": true, "type": "string",
                                  "pattern": "^projects/[^/]+$"}},
                     "response": {"$ref": "GoogleFirebaseAppcheckV1betaBatchGetAppAttestConfigsResponse"}}
                    """))
    }

    @Test("gives the types of fields as Google's does") func schema() throws {
        let schemas = try document(.v1beta)["schemas"]
        #expect(
            try schemas["GoogleFirebaseAppcheckV1betaDebugToken"].without(["description"])
                == DocumentTree(
                    """
                    {"id": "GoogleFirebaseAppcheckV1betaDebugToken", "type": "object", "properties": {
                       "name": {"type": "string"}, "displayName": {"type": "string"}, "token": {"type": "string"},
                       "expireTime": {"type": "string", "format": "google-datetime"},
                       "updateTime": {"type": "string", "format": "google-datetime", "readOnly": true},
                       "etag": {"type": "string"}}}
                    """))
        #expect(
            try schemas["GoogleFirebaseAppcheckV1betaExchangeAppAttestAttestationResponse"].without(["description"])
                == DocumentTree(
                    """
                    {"id": "GoogleFirebaseAppcheckV1betaExchangeAppAttestAttestationResponse", "type": "object",
                     "properties": {
                       "artifact": {"type": "string", "format": "byte"},
                       "appCheckToken": {"$ref": "GoogleFirebaseAppcheckV1betaAppCheckToken"},
                       "attestationToken": {"$ref": "GoogleFirebaseAppcheckV1betaAttestationTokenResponse",
                                            "deprecated": true}}}
                    """))
    }
}
