/// An API that has a discovery document of its own, by the version that asks for it.
package enum DescribedAPI: String, Sendable, CaseIterable {
    case v1
    case v1beta
    case administration = "assay-v1"

    var name: String {
        switch self {
        case .v1, .v1beta: "firebaseappcheck"
        case .administration: "assay"
        }
    }

    var title: String {
        switch self {
        case .v1, .v1beta: "Firebase App Check API, as Assay serves it"
        case .administration: "Assay administration API"
        }
    }

    var summary: String {
        switch self {
        case .v1, .v1beta:
            "Gives App Check tokens to apps that prove what they are, and lets backends verify them."
        case .administration:
            "Registers projects, apps and keys, shows and revokes attested keys, and shows the record of changes."
        }
    }

    /// Of the API, which decides the names and fields of its messages.
    var version: APIVersion {
        switch self {
        case .v1, .administration: .v1
        case .v1beta: .v1beta
        }
    }

    var surface: APISurface {
        switch self {
        case .v1, .v1beta: .appCheck
        case .administration: .administration
        }
    }

    /// What stands before the paths of its methods, without a slash at its beginning: `v1/`.
    var pathPrefix: String {
        surface.prefixes.first { $0.version == version }.map { String($0.prefix.dropFirst()) } ?? ""
    }

    var methods: [APIMethod] { APIMethods.all.filter { $0.surface == surface } }
}
