internal import StrictJSON

extension APIMethods {
    static let operationMethods: [APIMethod] = [
        APIMethod(
            Operations.healthID, "GET", "healthz", on: .operations, for: .anyone,
            "Answers as long as the process does.", response: Operations.state,
            answerAtOnce: { _ in Operations.healthy },
            answer: { _ in Operations.healthy }),
        APIMethod(
            "operations.readiness", "GET", "readyz", on: .operations, for: .anyone,
            "Whether a write to the database goes through and the server is not stopping.",
            response: Operations.state, answer: Operations.readiness),
    ]
}

enum Operations {
    /// The one method that needs nothing.
    static let healthID = "operations.health"

    static let state = MessageSchema(
        "State", [FieldSchema("status", .string(.any), .outputOnly, "`ok` or `ready`.")])

    static let healthy = APIAnswer(.object([("status", .string("ok"))]))

    static func readiness(_ call: APICall) async throws(APIError) -> APIAnswer {
        guard await call.services.isReady() else {
            throw .unavailable(APIError.Reason.notReady.rawValue, "The server is not ready.")
        }
        return APIAnswer(.object([("status", .string("ready"))]))
    }
}
