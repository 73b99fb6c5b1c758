import AppCheck
import CPostgres

extension PostgresConnection {
    /// From now on only ``run(batch:)`` may be used.
    func enterPipeline() throws(StoreError) {
        guard unsafe PQenterPipelineMode(handle) == 1 else { throw broken().error }
    }

    /// Sends all commands at once and lets the server take them as one transaction.
    /// - Returns: how many rows each touched.
    /// - Throws: why none of them was done; or, for a failure of the kind `connection`, that nobody knows.
    func run(batch commands: [SQLCommand]) throws(PostgresFailure) -> [Int] {
        try noting { () throws(PostgresFailure) in
            sawWarning = false
            // All of them first: once something was sent the server waits for the rest.
            let parameters = try commands.map { command throws(PostgresFailure) in
                try PostgresParameters(command.parameters)
            }
            // Preparations come back among the answers, each in front of the first use.
            var answers: [String?] = []
            var coming: [String: String] = [:]
            for (command, parameters) in zip(commands, parameters) {
                if let name = prepared[command.sql] ?? coming[command.sql] {
                    try send(name, parameters)
                } else {
                    let name = try sendPreparation(of: command.sql, parameters, after: coming.count)
                    answers.append(command.sql)
                    coming[command.sql] = name
                    try send(name, parameters)
                }
                answers.append(nil)
            }
            guard unsafe PQpipelineSync(handle) == 1 else { throw broken() }
            return try receive(answers, preparing: coming)
        }
    }

    private func receive(
        _ answers: [String?], preparing coming: [String: String]
    ) throws(PostgresFailure) -> [Int] {
        var failure: PostgresFailure?
        var counts: [Int] = []
        for preparation in answers {
            guard let result = try nextResult() else { throw broken() }
            // What follows a failure is answered as aborted and tells nothing.
            if failure == nil { failure = result.failure }
            if let preparation {
                if result.failure == nil { prepared[preparation] = coming[preparation] }
            } else {
                counts.append(result.affected)
            }
            guard unsafe PQstatus(handle) == CONNECTION_OK else { throw failure ?? broken() }
            guard try nextResult() == nil else { throw broken() }
        }
        // The commit itself may fail, in front of the mark that ends the pipeline.
        while true {
            let result = try nextResult()
            if result?.status == PGRES_PIPELINE_SYNC { break }
            if failure == nil { failure = result?.failure }
            guard unsafe PQstatus(handle) == CONNECTION_OK else { throw failure ?? broken() }
        }
        if let failure { throw failure }
        // As of a commit that was told not to wait for the replicas that it should wait for: it may not outlive a failover.
        guard !sawWarning else { throw .connection("the database warned that it may not keep what it committed") }
        return counts
    }
}
