import AppCheck

extension Failure {
    /// Says in words why something could not be administered, and which command helps.
    /// - Parameter reference: the project as the command named it, if it named one.
    init(_ error: AdministrationError, project reference: String?) {
        switch error {
        case .projectNotFound(let project):
            self.init("there is no project \(project)", hint: "assay project list shows those there are")
        case .notFound(let name):
            let project = reference ?? name.projectNumber ?? ""
            self.init("there is no \(Self.words(name, project))", hint: Self.listing(of: name, project))
        case .keyNotFound(let name):
            let project = reference ?? name.projectNumber
            self.init(
                "there is no attested key \(name.id) of app \(name.appID) in project \(project)",
                hint: "assay key list \(project) \(name.appID)")
        case .alreadyExists(let what): self.init("\(what) exists already")
        case .invalid(let fault, _): self.init(fault.description)
        case .etagMismatch(let name), .overtaken(let name):
            self.init(
                "others changed \(Self.words(name, reference ?? "")) at the same time", hint: "run the command again")
        case .limitReached(let name, let most):
            self.init(
                "there are \(most) of this kind already, and there may not be more",
                hint: Self.room(for: name, reference ?? name.projectNumber ?? ""))
        case .inUse(let name):
            self.init(
                "\(Self.words(name, reference ?? "")) still has apps, services, keys or tokens",
                hint: "remove them first, or add --force to remove all of it")
        case .unavailable(let detail): self.init(detail, hint: "try again; of a file, the disk and the owner matter")
        case .internalFailure(let detail): self.init("internal failure: \(detail)")
        }
    }

    private static func words(_ name: ResourceName, _ project: String) -> String {
        switch name {
        case .project: "project \(project)"
        case .app(_, let id): "app \(id) in project \(project)"
        case .debugToken(_, let app, let id): "debug token \(id) of app \(app) in project \(project)"
        case .service(_, let id): "service \(id) in project \(project)"
        case .apiKey(_, let id): "API key \(id) in project \(project)"
        case .customTokenKey(_, let id): "custom token key \(id) in project \(project)"
        case .adminToken(let id): "admin token \(id)"
        }
    }

    private static func listing(of name: ResourceName, _ project: String) -> String {
        switch name {
        case .project: "assay project list"
        case .app: "assay app list \(project)"
        case .debugToken(_, let app, _): "assay debug-token list \(project) \(app)"
        case .service: "assay service list \(project)"
        case .apiKey: "assay api-key list \(project)"
        case .customTokenKey: "assay custom-key list \(project)"
        case .adminToken: "assay token list"
        }
    }

    private static func room(for name: ResourceName, _ project: String) -> String {
        switch name {
        case .debugToken(_, let app, _):
            "\(listing(of: name, project)) shows them; assay app update \(project) \(app) --debug-token-limit N allows more"
        case .project, .app, .service, .apiKey, .customTokenKey, .adminToken:
            "\(listing(of: name, project)) shows them; remove one first"
        }
    }
}
