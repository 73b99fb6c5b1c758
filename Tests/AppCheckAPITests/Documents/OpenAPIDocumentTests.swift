import AppCheckAPI
import Testing

@Suite("The OpenAPI document") struct OpenAPIDocumentTests {
    private let document: DocumentTree

    init() throws { document = try .openAPI() }

    private struct Operation {
        let path: String
        let verb: String
        let body: DocumentTree
    }

    private var operations: [Operation] {
        document["paths"].members.flatMap { path, item in
            item.members.map { Operation(path: path, verb: $0.key, body: $0.value) }
        }
    }

    @Test("says what and where the server is") func head() throws {
        #expect(document["openapi"].string == "3.1.0")
        #expect(document["info"]["version"].string == "1.2.3")
        #expect(document["servers"] == .array([.object(["url": .string("/")])]))
        let elsewhere = try DocumentTree(OpenAPIDocument.text(version: "1.2.3", server: "https://check.example.com"))
        #expect(elsewhere["servers"] == .array([.object(["url": .string("https://check.example.com")])]))
    }

    @Test("has each method once for each version that it is served in") func coverage() throws {
        var expected: [String] = []
        for method in APIMethods.all {
            for (prefix, _) in method.surface.prefixes {
                expected.append("\(method.verb.lowercased()) \(prefix)\(method.template.path)")
            }
        }
        #expect(operations.map { "\($0.verb) \($0.path)" }.sorted() == expected.sorted())
        let ids = operations.compactMap { $0.body["operationId"].string }
        #expect(ids.count == operations.count)
        #expect(Set(ids).count == ids.count)
    }

    @Test("has what it refers to, and nothing else") func references() throws {
        var known: Set<String> = []
        for (kind, parts) in document["components"].members where kind != "securitySchemes" {
            for name in parts.members.keys { known.insert("#/components/\(kind)/\(name)") }
        }
        #expect(Set(document.all("$ref").compactMap(\.string)) == known)
        let schemes = Set(document["components"]["securitySchemes"].members.keys)
        let used = operations.flatMap { $0.body["security"].items.flatMap(\.members.keys) }
        #expect(Set(used) == schemes)
    }

    @Test("describes each segment that varies, and no other") func segments() throws {
        for operation in operations {
            let parameters = operation.body["parameters"].items.filter { $0["in"].string == "path" }
            let expected = operation.path.split(separator: "{").dropFirst().compactMap {
                $0.split(separator: "}").first.map(String.init)
            }
            #expect(parameters.compactMap { $0["name"].string } == expected, "\(operation.path)")
            for parameter in parameters {
                #expect(parameter["required"] == .bool(true))
                #expect(parameter["schema"]["pattern"].string?.hasPrefix("^") == true)
            }
        }
    }

    @Test("declares of each body the fields that its reader takes") func bodies() throws {
        for method in APIMethods.all {
            for (prefix, version) in method.surface.prefixes {
                let operation = document["paths"]["\(prefix)\(method.template.path)"][method.verb.lowercased()]
                guard let request = method.request else {
                    #expect(operation["requestBody"] == .null)
                    continue
                }
                let reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].string
                let name = try #require(reference?.split(separator: "/").last.map(String.init))
                let schema = document["components"]["schemas"][name]
                let fields = request.fields.filter { version == .v1beta || !$0.isLegacy }
                #expect(Set(schema["properties"].members.keys) == Set(fields.map(\.jsonName)), "\(method.id)")
                #expect(schema["additionalProperties"] == .bool(false))
                let required = fields.filter { method.required.contains($0.name) }.map(\.jsonName)
                #expect(schema["required"].strings == required, "\(method.id)")
                #expect(operation["requestBody"]["required"] == .bool(!required.isEmpty))
            }
        }
    }

    @Test("says of each method who may call it, and which errors it answers") func errors() throws {
        func operation(_ path: String, _ verb: String = "get") -> DocumentTree { document["paths"][path][verb] }
        func statuses(_ operation: DocumentTree) -> [String] { operation["responses"].members.keys.sorted() }
        let app = "/v1/projects/{project}/apps/{app}"

        let keys = operation("/v1/jwks")
        #expect(statuses(keys) == ["200", "400", "414", "429", "431", "500", "503"])
        #expect(keys["security"] == .array([]))

        let exchange = operation("\(app):exchangeDebugToken", "post")
        #expect(
            statuses(exchange)
                == ["200", "400", "403", "404", "413", "414", "415", "417", "429", "431", "500", "503"])
        #expect(
            try exchange["security"]
                == DocumentTree("[{}, {\"apiKey\": []}, {\"apiKeyInQuery\": []}, {\"bearer\": []}]"))

        let mint = operation("\(app):mintAppCheckToken", "post")
        #expect(
            statuses(mint)
                == ["200", "400", "401", "403", "404", "413", "414", "415", "417", "429", "431", "500", "503"])
        #expect(try mint["security"] == DocumentTree("[{\"bearer\": []}]"))

        let deletion = operation("\(app)/debugTokens/{debugToken}", "delete")
        #expect(statuses(deletion) == ["200", "400", "401", "403", "404", "409", "414", "429", "431", "500", "503"])
    }

    @Test("describes an exchange") func exchange() throws {
        let path = "/v1beta/projects/{project}/apps/{app}:exchangeAppAttestAssertion"
        let operation = document["paths"][path]["post"]
        #expect(operation["operationId"].string == "v1beta.projects.apps.exchangeAppAttestAssertion")
        let name = "GoogleFirebaseAppcheckV1betaExchangeAppAttestAssertionRequest"
        let base64 =
            "^(([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}(==)?|[A-Za-z0-9+/]{3}=?)?"
            + "|([A-Za-z0-9_-]{4})*([A-Za-z0-9_-]{2}(==)?|[A-Za-z0-9_-]{3}=?)?)$"
        let bytes = """
            {"type": "string", "contentEncoding": "base64", "minLength": 2, "pattern": "\(base64)"}
            """
        #expect(
            try document["components"]["schemas"][name].without(["description"])
                == DocumentTree(
                    """
                    {"type": "object", "required": ["artifact", "assertion", "challenge"],
                     "additionalProperties": false,
                     "properties": {"artifact": \(bytes), "assertion": \(bytes), "challenge": \(bytes),
                                    "limitedUse": {"type": ["boolean", "null"]}}}
                    """))
        #expect(
            operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].string
                == "#/components/schemas/GoogleFirebaseAppcheckV1betaAppCheckToken")
        let answer = document["components"]["schemas"]["GoogleFirebaseAppcheckV1betaAppCheckToken"]
        #expect(answer["properties"]["attestationToken"]["deprecated"] == .bool(true))
        #expect(
            Set(document["components"]["schemas"]["GoogleFirebaseAppcheckV1AppCheckToken"]["properties"].members.keys)
                == ["token", "ttl"])
    }

    @Test("never shows a secret in an answer, and takes none in an update") func secrets() throws {
        let schemas = document["components"]["schemas"]
        #expect(schemas["GoogleFirebaseAppcheckV1DebugToken"]["properties"]["token"] == .null)
        #expect(schemas["GoogleFirebaseAppcheckV1DebugTokenPatch"]["properties"]["token"]["type"].string == "null")
        #expect(schemas["GoogleFirebaseAppcheckV1DebugTokenCreate"]["properties"]["token"]["minLength"] == .number(36))
    }
}
