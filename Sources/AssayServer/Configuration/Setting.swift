private import AppleServices

/// A setting of the server: in the configuration file by its name, in the environment by its variable.
package enum Setting: String, CaseIterable, Sendable {
    case listen
    case dataDir
    case database
    case databaseConnections
    case databaseDeadline
    case rejectedCases
    case issuerBase
    case publicURL
    case challengeTTL
    case clockLeeway
    case signingKeyLifetime
    case threads
    case maxConnections
    case maxConnectionsPerAddress
    case clientAddressHeader
    case clientAddressHops
    case exchangeRateLimit
    case debugExchangeRateLimit
    case tokenRateLimit
    case adminRateLimit
    case publicRateLimit
    case corsOrigins
    case headDeadline
    case bodyDeadline
    case drainDeadline
    case deviceCheckKeys
    case receiptService
    case developmentReceiptService
    case receiptRefreshInterval
    case receiptActiveWindow

    /// `ASSAY_` and the name in capitals, words parted by underscores.
    package var variable: String {
        var words = ""
        var previousIsLower = false
        for character in rawValue {
            if character.isUppercase && previousIsLower { words += "_" }
            previousIsLower = character.isLowercase
            words += character.uppercased()
        }
        return "ASSAY_\(words)"
    }

    package var defaultText: String {
        switch self {
        case .listen: "127.0.0.1:8080"
        case .dataDir: "./assay-data"
        case .database: ""
        case .databaseConnections: "6"
        case .databaseDeadline: "5s"
        case .rejectedCases: "0"
        case .issuerBase: "https://firebaseappcheck.googleapis.com"
        case .publicURL: ""
        case .challengeTTL: "300s"
        case .clockLeeway: "60s"
        case .signingKeyLifetime: "30d"
        case .threads: "0"
        case .maxConnections: "1000"
        case .maxConnectionsPerAddress: "0"
        case .clientAddressHeader: ""
        case .clientAddressHops: "1"
        case .exchangeRateLimit: "6000/1m"
        case .debugExchangeRateLimit: "30/1m"
        case .tokenRateLimit: "60000/1m"
        case .adminRateLimit: "3000/1m"
        case .publicRateLimit: "3000/1m"
        case .corsOrigins: "*"
        case .headDeadline: "15s"
        case .bodyDeadline: "15s"
        case .drainDeadline: "10s"
        case .deviceCheckKeys: ""
        case .receiptService: ReceiptEndpoint.production.url
        case .developmentReceiptService: ReceiptEndpoint.development.url
        case .receiptRefreshInterval: "1d"
        case .receiptActiveWindow: "14d"
        }
    }

    /// What it does, in a sentence.
    package var meaning: String {
        switch self {
        case .listen:
            "Address and port to listen on: numeric IPv4, IPv6 in brackets, or localhost for 127.0.0.1. TLS is the business of a proxy."
        case .dataDir: "Folder of the database and the master key; made with mode 0700 if it is missing."
        case .database:
            "PostgreSQL instead of the file in the data directory: a URI (`postgresql://…`) or `keyword=value` pairs, as libpq reads them, several hosts allowed. Leave the password to `PGPASSFILE`."
        case .databaseConnections: "Connections that each server has to PostgreSQL: 2 to 200."
        case .databaseDeadline:
            "How long a statement of PostgreSQL may take, and a request may wait for its turn: 1s to 60s."
        case .rejectedCases:
            "How many refused exchanges are kept of each reason, the newest, as case files for `assay verify` in the folder `rejected` of the data directory: 0 to 1000. They name devices' keys."
        case .issuerBase:
            "What the `iss` of tokens begins with; the project number follows after a slash. Firebase Admin SDKs accept the default only."
        case .publicURL:
            "The URL that clients reach the server under, such as `https://appcheck.example.com`, for the API's own documents to name; without it they name no host."
        case .challengeTTL: "How long a challenge may be used: 60s to 1h."
        case .clockLeeway: "By how much certificates' periods of validity are widened: 0s to 10m."
        case .signingKeyLifetime: "How long a token signing key signs before the next one does: 1d to 365d."
        case .threads: "Threads that serve connections: 1 to 64, or 0 for one a processor."
        case .maxConnections: "Connections that may be open at once: 1 to 100000."
        case .maxConnectionsPerAddress:
            "The same for the other end of a connection; 0 for no limit. Behind a proxy all clients have one address there."
        case .clientAddressHeader:
            "Header field that your proxy writes the client's address to, such as `X-Forwarded-For`; without it the connection's own address counts."
        case .clientAddressHops:
            "Which value of that field counts, from the right: 1 to 10. 1 is the one that the nearest proxy added."
        case .exchangeRateLimit:
            "Challenges and exchanges from one client address, for each app and method: `COUNT/PERIOD` or `off`. COUNT requests may come at once."
        case .debugExchangeRateLimit: "The same for exchanges of debug tokens, which could be guessed at."
        case .tokenRateLimit:
            "The same for mintAppCheckToken and verifyAppCheckToken, which backends call for requests of their own; counted before the bearer token is looked at."
        case .adminRateLimit:
            "The same for all other methods that need a bearer token, for each method; counted before the token is looked at."
        case .publicRateLimit: "The same for key sets, health and the API's documents, for each method."
        case .corsOrigins:
            "Origins whose web pages may call the API in a browser: `*` for all, `none`, or exact ones parted by commas, such as `https://app.example.com`."
        case .headDeadline: "Time for a request's head to arrive, and for an idle connection to stay open: 1s to 10m."
        case .bodyDeadline: "Time for a request's body to arrive: 1s to 10m."
        case .drainDeadline: "Time for requests under way to be answered when the server stops: 0s to 10m."
        case .deviceCheckKeys:
            "DeviceCheck keys to ask Apple for newer receipts with: `TEAM_ID:KEY_ID:PATH`, one for each team, parted by commas; PATH is the `.p8` file. Without any, Apple is not asked."
        case .receiptService:
            "Where receipts of production keys are sent: an https URL, or http and a loopback address for simulations; replace both services or none."
        case .developmentReceiptService: "The same for keys of development builds."
        case .receiptRefreshInterval: "From one refreshment of a receipt to the next, at least: 1d to 60d."
        case .receiptActiveWindow:
            "Receipts of keys that were not used for this long are not refreshed: 1d to 30d. Apple keeps data for about 30 days."
        }
    }

    /// The default as a list shows it, where an empty text would look like a mistake.
    package var shownDefault: String { defaultText.isEmpty ? "empty" : defaultText }

    /// The table of all settings in Markdown, as the documentation has it.
    package static var markdownTable: String {
        let rows = allCases.map { setting in
            let shown = setting.defaultText.isEmpty ? setting.shownDefault : "`\(setting.defaultText)`"
            return "| `\(setting.rawValue)` | `\(setting.variable)` | \(shown) | \(setting.meaning) |"
        }
        return (["| setting | environment | default | meaning |", "| --- | --- | --- | --- |"] + rows).joined(
            separator: "\n")
    }
}
