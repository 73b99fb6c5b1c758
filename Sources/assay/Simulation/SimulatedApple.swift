import AppAttestSimulator
import AppCheck
import Encodings
import HTTP
import HTTPServer
import Synchronization

/// Answers that are given whatever is asked: one for each request, in this order.
struct AnswerScript: Sendable {
    /// 200 is for an answer as Apple would give it.
    let statuses: [Int]
    /// Whether the first is next after the last; otherwise answers are Apple's from then on.
    let repeats: Bool
    /// Seconds, with 429 and 5xx.
    let retryAfter: Int64?

    /// - Parameter number: of the request, from 0.
    /// - Returns: nil for an answer as Apple would give it.
    func status(_ number: Int) -> Int? {
        guard !statuses.isEmpty, repeats || number < statuses.count else { return nil }
        let status = statuses[number % statuses.count]
        return status == 200 ? nil : status
    }
}

/// The simulated service for receipts behind a listener.
final class SimulatedApple: Sendable {
    /// Where it takes requests, as Apple's does.
    static let path = "/v1/attestationData"

    /// The port it listens on, also where the system chose it.
    var port: UInt16 { listener.port }
    private let listener: HTTPServer

    /// Starts it; when this returns, it listens.
    /// - Parameter observer: told the status of each answer and the reason for it, in words without identifiers.
    init(
        _ service: SimulatedReceiptService, _ script: AnswerScript, host: String, port: UInt16,
        observer: @escaping @Sendable (_ status: Int, _ reason: String) -> Void
    ) throws(Failure) {
        var configuration = HTTPServerConfiguration()
        (configuration.host, configuration.port) = (host, port)
        let requests = Atomic<Int>(0)
        do {
            listener = try HTTPServer(
                configuration: configuration,
                environment: HTTPServerEnvironment(
                    requestID: { "" },
                    refusal: { refusal in
                        Self.response(refusal.status, refusal.reason)
                    },
                    observer: { _, response, _ in observer(response.status, response.annotations.reason ?? "") },
                    handler: { request in
                        guard request.target.rawPath == Self.path else {
                            return Self.response(404, "no such path: expected \(Self.path)")
                        }
                        guard request.method == "POST" else {
                            return Self.response(405, "no such method: expected POST", ["Allow": "POST"])
                        }
                        let number = requests.wrappingAdd(1, ordering: .relaxed).oldValue
                        return Self.answer(request, service, script.status(number), script.retryAfter)
                    }))
        } catch { throw Failure(error.description) }
    }

    func stop() async { await listener.drain(deadline: .seconds(2)) }

    /// - Parameter status: the one to answer with whatever is asked; nil for Apple's.
    private static func answer(
        _ request: HTTPRequest, _ service: SimulatedReceiptService, _ status: Int?, _ retryAfter: Int64?
    ) -> HTTPResponse {
        if let status {
            let mayWait = status == 429 || status >= 500
            let headers: HTTPHeaders = retryAfter.flatMap { mayWait ? ["Retry-After": String($0)] : nil } ?? [:]
            return response(status, "as told by --answer", headers)
        }
        do throws(SimulationError) {
            let answer = try service.answer(
                authorization: request.headers["Authorization"], body: request.body, at: Place.surroundings.now())
            var response = response(answer.status, answer.reason)
            response.body = answer.body
            return response
        } catch { return response(500, error.description) }
    }

    private static func response(_ status: Int, _ reason: String, _ headers: HTTPHeaders = [:]) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, annotations: ResponseAnnotations(reason: reason))
    }
}
