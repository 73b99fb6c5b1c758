package import HTTP

/// How a server is to run. Made only by reading settings, which reports every fault at once.
package struct ServerConfiguration: Sendable, Equatable {
    /// Numeric address, without brackets.
    package let host: String
    package let port: UInt16
    package let dataDirectory: String
    package let database: DatabaseSettings
    /// How many are kept of each reason; 0 for none.
    package let rejectedCases: Int64
    package let issuerBase: String
    /// Nil if clients are told no URL.
    package let publicURL: BaseURL?
    /// Seconds, as all times here.
    package let challengeTTL: Int64
    package let clockLeeway: Int64
    package let signingKeyLifetime: Int64
    package let threads: Int64
    package let maxConnections: Int64
    package let maxConnectionsPerAddress: Int64
    package let clientAddress: ClientAddressRule
    package let requestLimits: RequestLimits
    package let crossOrigin: CrossOrigin
    package let headDeadline: Int64
    package let bodyDeadline: Int64
    package let drainDeadline: Int64
    package let receipts: ReceiptSettings

    /// - Parameters:
    ///   - flags: from the command line; they win over all others.
    ///   - environment: the process's whole environment; only variables that begin with `ASSAY_` are looked at.
    ///   - file: what the configuration file says; it yields to both.
    /// - Throws: every fault that was found, unknown names among them.
    package init(
        flags: [Setting: String] = [:], environment: [String: String] = [:], file: [String: String] = [:]
    ) throws(ConfigurationFaults) {
        var reader = SettingsReader(flags: flags, environment: environment, file: file)
        (host, port) = reader.address(.listen)
        dataDirectory = reader.text(.dataDir)
        database = DatabaseSettings(reading: &reader)
        rejectedCases = reader.number(.rejectedCases, 0...1_000)
        issuerBase = reader.issuerBase(.issuerBase)
        publicURL = reader.baseURL(.publicURL)
        challengeTTL = reader.duration(.challengeTTL, 60...3_600)
        clockLeeway = reader.duration(.clockLeeway, 0...600)
        signingKeyLifetime = reader.duration(.signingKeyLifetime, 86_400...31_536_000)
        threads = reader.number(.threads, 0...64)
        maxConnections = reader.number(.maxConnections, 1...100_000)
        maxConnectionsPerAddress = reader.number(.maxConnectionsPerAddress, 0...100_000)
        clientAddress = ClientAddressRule(
            header: reader.addressField(.clientAddressHeader), hops: Int(reader.number(.clientAddressHops, 1...10)))
        requestLimits = RequestLimits(
            exchanges: reader.rateLimit(.exchangeRateLimit), debugExchanges: reader.rateLimit(.debugExchangeRateLimit),
            tokenUses: reader.rateLimit(.tokenRateLimit), admin: reader.rateLimit(.adminRateLimit),
            publicReads: reader.rateLimit(.publicRateLimit))
        crossOrigin = reader.crossOrigin(.corsOrigins)
        headDeadline = reader.duration(.headDeadline, 1...600)
        bodyDeadline = reader.duration(.bodyDeadline, 1...600)
        drainDeadline = reader.duration(.drainDeadline, 0...600)
        receipts = ReceiptSettings(reading: &reader)
        guard reader.faults.isEmpty else { throw ConfigurationFaults(reader.faults) }
    }
}

/// Everything that is wrong with a configuration.
package struct ConfigurationFaults: Error, Sendable, Equatable, CustomStringConvertible {
    package let faults: [String]

    package init(_ faults: [String]) { self.faults = faults }

    package var description: String { faults.joined(separator: "\n") }
}
