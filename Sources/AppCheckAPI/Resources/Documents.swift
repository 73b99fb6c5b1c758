internal import StrictJSON

extension APIMethods {
    static let documentMethods: [APIMethod] = [
        APIMethod(
            "documents.discovery", "GET", "$discovery/rest", on: .operations, for: .anyone,
            "The Google discovery document of one API, for clients that are made from such documents.",
            query: [
                FieldSchema(
                    "version", .enumeration(DescribedAPI.allCases.map(\.rawValue)),
                    "Which API: a version of App Check's, or Assay's administration.")
            ], requiringQuery: ["version"], response: Documents.schema, answer: Documents.discovery),
        APIMethod(
            "documents.openapi", "GET", "openapi.json", on: .operations, for: .anyone,
            "All that is served, as an OpenAPI 3.1 document.", response: Documents.schema, answer: Documents.openAPI),
    ]
}

/// What the server says about itself, made from the table of methods.
enum Documents {
    static let schema = MessageSchema("Document", [])

    static func discovery(_ call: APICall) async throws(APIError) -> APIAnswer {
        // The schema of the query lets no other version through.
        guard let api = call.query.text("version").flatMap(DescribedAPI.init(rawValue:)) else {
            throw .invalidField("version", .invalidValue, "Invalid value at 'version', no such API is served.")
        }
        return APIAnswer(
            DiscoveryDocument.text(of: api, at: DocumentRoot.url(publicURL: call.services.publicURL, call.headers)))
    }

    static func openAPI(_ call: APICall) async throws(APIError) -> APIAnswer {
        APIAnswer(OpenAPIDocument.text(version: call.services.version, server: call.services.publicURL))
    }
}
