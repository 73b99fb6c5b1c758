package import AppCheck

/// Resources, each collection on a shelf of its own. Names are told apart by their bytes.
package struct Shelves: Sendable {
    private struct Shelf: Hashable {
        enum Kind { case projects, apps, debugTokens, services, apiKeys, customTokenKeys, adminTokens }

        let kind: Kind
        let parents: [[UInt8]]

        init(_ kind: Kind, under parents: String...) {
            (self.kind, self.parents) = (kind, parents.map { Array($0.utf8) })
        }

        init(_ collection: ResourceCollection) {
            self =
                switch collection {
                case .projects: Shelf(Kind.projects)
                case .apps(let project): Shelf(.apps, under: project)
                case .debugTokens(let project, let app): Shelf(.debugTokens, under: project, app)
                case .services(let project): Shelf(.services, under: project)
                case .apiKeys(let project): Shelf(.apiKeys, under: project)
                case .customTokenKeys(let project): Shelf(.customTokenKeys, under: project)
                case .adminTokens: Shelf(Kind.adminTokens)
                }
        }
    }

    private var shelves: [Shelf: [[UInt8]: Resource]] = [:]

    /// What has the name; nil takes it away.
    package subscript(_ name: ResourceName) -> Resource? {
        get { shelves[Shelf(name.collection)]?[Array(name.id.utf8)] }
        set { shelves[Shelf(name.collection), default: [:]][Array(name.id.utf8)] = newValue }
    }

    /// A whole collection, in no order.
    subscript(_ collection: ResourceCollection) -> [Resource] {
        shelves[Shelf(collection)].map { Array($0.values) } ?? []
    }
}
