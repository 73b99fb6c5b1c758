internal import StrictJSON

extension APIMethods {
    static let operationMethods: [APIMethod] = [
        APIMethod(
            "operations.health", "GET", "healthz", on: .operations, for: .anyone,
            "Answers as long as the process does.", response: Operations.state, answer: Operations.health),
        APIMethod(
            "operations.readiness", "GET", "readyz", on: .operations, for: .anyone,
            "Whether a write to the database goes through and the server is not stopping.",
            response: Operations.state, answer: Operations.readiness),
    ]
}

enum Operations {
    static let state = MessageSchema(
        "State", [FieldSchema("status", .string(.any), .outputOnly, "`ok` or `ready`.")])

    static func health(_ call: APICall) async throws(APIError) -> APIAnswer {
        APIAnswer(.object([("status", .string("ok"))]))
    }

    static func readiness(_ call: APICall) async throws(APIError) -> APIAnswer {
        guard await call.services.isReady() else {
            throw APIError(
                http: 503, status: .unavailable, message: "The server is not ready.",
                reason: APIError.Reason.notReady.rawValue, headers: [("Retry-After", "1")])
        }
        return APIAnswer(.object([("status", .string("ready"))]))
    }
}
