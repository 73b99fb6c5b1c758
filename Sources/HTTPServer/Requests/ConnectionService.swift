import HTTP

/// What happens on a connection, in the order in which libmicrohttpd calls: head, pieces of the body, end of the request,
/// and the end of the exchange. Every function runs on the thread of the connection's loop and must not wait.
final class ConnectionService: Sendable {
    private let configuration: HTTPServerConfiguration
    private let environment: HTTPServerEnvironment
    let connections: ConnectionRegistry
    private let tasks = OpenTasks()
    private let intake: Intake
    private let roomBecameFree: @Sendable () -> Void

    init(
        configuration: HTTPServerConfiguration, environment: HTTPServerEnvironment, connections: ConnectionRegistry,
        roomBecameFree: @escaping @Sendable () -> Void
    ) {
        (self.configuration, self.environment, self.connections) = (configuration, environment, connections)
        self.roomBecameFree = roomBecameFree
        intake = Intake(
            limit: configuration.queueLimit, counting: environment.queued, connections: connections)
    }

    /// Lets nothing begin any more, and resumes every connection that is suspended, to be closed without an answer.
    func abandonAll() {
        intake.close()
        tasks.abandonAll()
    }

    /// - Returns: `false` if the connection has to be closed at once; so do the next two.
    func headReceived(_ head: RequestHead, of exchange: Exchange, on connection: MHDConnection) -> Bool {
        connections.headEnded(exchange.connection)
        do throws(HTTPRefusal) {
            let accepted = try HeadRules.accept(head, rawTarget: exchange.rawTarget)
            exchange.request = HTTPRequest(
                method: accepted.method, target: accepted.target, headers: accepted.headers,
                peerAddress: exchange.connection.peer, id: environment.requestID())
            exchange.stage = .receivingBody
            let limit = configuration.maximumBodyBytes
            exchange.bodyLength = accepted.contentLength
            guard let length = accepted.contentLength, length > limit else {
                // One of unknown length does not wait: the library may then call once more before the body, and a call
                // without bytes would be taken for the body's end.
                if let length = accepted.contentLength, length > Intake.negligible {
                    intake.admit(exchange.connection, on: connection)
                }
                return true
            }
            let refusal = HTTPRefusal.bodyTooLarge(limit: limit)
            // A client that is sending already reads the answer only if it can finish.
            guard accepted.expectsContinue || length > discardLimit else {
                exchange.stage = .discardingBody(refusal)
                return true
            }
            throw refusal
        } catch {
            return refuse(exchange, error, on: connection)
        }
    }

    func bodyReceived(_ bytes: UnsafeRawBufferPointer, of exchange: Exchange) -> Bool {
        exchange.bodyCount += bytes.count
        switch exchange.stage {
        case .receivingBody:
            guard exchange.bodyCount <= configuration.maximumBodyBytes else {
                exchange.request?.body = []
                exchange.stage = .discardingBody(.bodyTooLarge(limit: configuration.maximumBodyBytes))
                return true
            }
            if exchange.bodyCount == bytes.count, let length = exchange.bodyLength {
                exchange.request?.body.reserveCapacity(length)
            }
            unsafe exchange.request?.body.append(contentsOf: bytes)
            return true
        case .discardingBody(let refusal):
            guard exchange.bodyCount <= discardLimit else {
                observe(refusal, of: exchange)
                exchange.stage = .answered
                return false
            }
            return true
        case .awaitingHead, .handling, .answered:
            return false
        }
    }

    /// The request is complete, or its handler has brought the answer.
    func proceed(_ exchange: Exchange, on connection: MHDConnection) -> Bool {
        switch exchange.stage {
        case .receivingBody:
            // The library calls once more for a head after which the connection was suspended. Whatever it calls for, nothing
            // begins without the body that was announced.
            guard exchange.bodyCount >= exchange.bodyLength ?? 0 else { return true }
            guard let request = exchange.request else { return false }
            switch environment.begin(request) {
            case .ready(let response):
                environment.observer(request, response, .now - exchange.began)
                return send(response, in: exchange, on: connection)
            case .later(let work): return handle(request, of: exchange, by: work, on: connection)
            }
        case .discardingBody(let refusal):
            return refuse(exchange, refusal, on: connection)
        case .handling:
            return conclude(exchange, exchange.task.proceed(on: connection), on: connection)
        case .awaitingHead, .answered:
            return false
        }
    }

    /// Has an answer brought by work that takes its time.
    private func handle(
        _ request: HTTPRequest, of exchange: Exchange, by work: @escaping @Sendable () async -> HTTPResponse,
        on connection: MHDConnection
    ) -> Bool {
        exchange.stage = .handling
        connections.handlingBegan(exchange.connection)
        guard tasks.enter(exchange.task) else { return false }
        return exchange.task.start(on: connection, counting: intake) { [environment] in
            let response = await work()
            environment.observer(request, response, .now - exchange.began)
            exchange.task.finish(with: response)
        }
    }

    private func conclude(
        _ exchange: Exchange, _ outcome: ExchangeTask.Outcome?, on connection: MHDConnection
    ) -> Bool {
        guard let outcome else { return true }
        tasks.leave(exchange.task)
        switch outcome {
        case .none, .abandoned: return false
        case .response(let response): return send(response, in: exchange, on: connection)
        }
    }

    /// The last byte is sent, or the connection is lost.
    func ended(_ exchange: Exchange, on connection: MHDConnection) {
        if exchange.isHandling { tasks.leave(exchange.task) }
        exchange.task.leaveLoop()
        let timeout = connections.exchangeEnded(exchange.connection)
        switch exchange.stage {
        case .awaitingHead, .receivingBody, .discardingBody:
            if let timeout {
                observe(timeout, of: exchange)
            } else if let status = connection.status {
                // The library answered by itself: a head too large, a chunk or a length it could not read.
                observe(.malformed(detail: "The request could not be parsed."), of: exchange, status: status)
            }
        case .handling, .answered: break
        }
    }

    func closed(_ connection: MHDConnection) {
        if connections.remove(connection.descriptor) { roomBecameFree() }
    }

    /// More than this is not read for the sake of an answer.
    private var discardLimit: Int { max(configuration.maximumBodyBytes, 65_536) * 4 }

    private func send(_ response: HTTPResponse, in exchange: Exchange, on connection: MHDConnection) -> Bool {
        var response = response
        if connections.isDraining { response.headers["Connection"] = "close" }
        exchange.stage = .answered
        connections.replyBegan(exchange.connection)
        return connection.send(response)
    }

    private func refuse(_ exchange: Exchange, _ refusal: HTTPRefusal, on connection: MHDConnection) -> Bool {
        var response = observe(refusal, of: exchange)
        response.headers["Connection"] = "close"
        return send(response, in: exchange, on: connection)
    }

    @discardableResult
    private func observe(_ refusal: HTTPRefusal, of exchange: Exchange, status: Int? = nil) -> HTTPResponse {
        var response = environment.refusal(refusal)
        if let status { response.status = status }
        response.annotations.reason = response.annotations.reason ?? refusal.reason
        let request =
            exchange.request
            ?? HTTPRequest(
                method: "", target: (try? RequestTarget(parsing: exchange.rawTarget)) ?? .unreadable,
                peerAddress: exchange.connection.peer, id: environment.requestID())
        environment.observer(request, response, .now - exchange.began)
        return response
    }
}
