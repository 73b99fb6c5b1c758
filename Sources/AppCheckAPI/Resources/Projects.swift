internal import AppCheck
internal import StrictJSON

extension APIMethods {
    static let projectMethods: [APIMethod] = [
        APIMethod(
            "projects.create", "POST", "projects", on: .administration, for: .bearer(.createProjects),
            "Registers a project.", request: Projects.schema, requiring: ["project_id"], response: Projects.schema,
            answer: Projects.create),
        APIMethod(
            "projects.list", "GET", "projects", on: .administration, for: .bearer(.readProjects),
            "Lists the projects that the caller may see.", query: Paging.query,
            response: MessageSchema(
                "ListProjectsResponse",
                [
                    FieldSchema(
                        "projects", .list(.message(Projects.schema), most: Paging.mostSize), .outputOnly,
                        "The projects, by number."), Paging.nextPageToken,
                ]), answer: Projects.list),
        APIMethod(
            "projects.get", "GET", "{name=projects/*}", on: .administration, for: .bearer(.readProjects),
            "Gets a project.", response: Projects.schema, answer: Projects.get),
        APIMethod(
            "projects.patch", "PATCH", "{project.name=projects/*}", on: .administration, for: .bearer(.updateProjects),
            "Changes what a project is called.", request: Projects.schema,
            query: [Fields.updateMask(Projects.updatable)], requiringQuery: ["update_mask"], response: Projects.schema,
            answer: Projects.patch),
        APIMethod(
            "projects.delete", "DELETE", "{name=projects/*}", on: .administration, for: .bearer(.deleteProjects),
            "Removes a project. Tokens that were issued stay good until they end.",
            query: [
                Fields.etagParameter,
                FieldSchema(
                    "force", .bool,
                    "Whether its apps, debug tokens, services, keys and bearer tokens go with it; otherwise it must have none."
                ),
            ], response: .empty, answer: Projects.delete),
    ]
}

enum Projects {
    fileprivate static let updatable = ["display_name"]

    static let schema = MessageSchema(
        "Project",
        [
            FieldSchema("name", .string(.any), "`projects/{project}`."),
            FieldSchema(
                "project_id",
                .string(TextForm(pattern: "^[a-z][a-z0-9-]{2,61}[a-z0-9]$", length: 4...63)), .immutable,
                "The name that clients and Admin SDKs are configured with."),
            FieldSchema(
                "project_number", .string(TextForm(pattern: "^([1-9][0-9]{0,18})?$", length: 0...19)), .immutable,
                "Made up if unset; give the one you have when you move a project here."),
            Fields.displayName(), Fields.createTime, Fields.updateTime, Fields.etag,
        ])

    static func json(_ project: RegisteredProject, name: String) -> JSONText {
        var members = Members(name: name)
        members.add("projectId", project.project.id)
        members.add("projectNumber", project.project.number)
        members.add("displayName", project.displayName)
        members.addState(of: .project(project), createdAt: project.createdAt)
        return members.json
    }

    private static func json(_ project: RegisteredProject) -> JSONText {
        json(project, name: "projects/\(project.project.id)")
    }

    static func create(_ call: APICall) async throws(APIError) -> APIAnswer {
        let number = call.body.text("project_number").flatMap { $0.isEmpty ? nil : $0 }
        let project = try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.createProject(
                id: call.body.text("project_id") ?? "", number: number,
                displayName: call.body.text("display_name") ?? "", by: actor)
        }
        return APIAnswer(json(project))
    }

    static func list(_ call: APICall) async throws(APIError) -> APIAnswer {
        // Whoever is bound to a project sees that one.
        if let own = call.caller?.token.projectNumber {
            let project = try await call.administer { administration, _ throws(AdministrationError) in
                try await administration.project(own)
            }
            return APIAnswer(.object([("projects", .array([json(project)]))]))
        }
        return try await Paging.answer(call, "projects", json) { after, size throws(APIError) in
            try await call.administer { administration, _ throws(AdministrationError) in
                try await administration.projects(after: after, size: size)
            }
        }
    }

    static func get(_ call: APICall) async throws(APIError) -> APIAnswer {
        let project = try await call.administer { administration, _ throws(AdministrationError) in
            try await administration.project(call.project)
        }
        return APIAnswer(json(project, name: call.projectName))
    }

    static func patch(_ call: APICall) async throws(APIError) -> APIAnswer {
        let mask = try call.mask(updatable: updatable)
        try await call.requireName()
        let name = mask.contains("display_name") ? call.body.text("display_name") ?? "" : nil
        let changed = try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.updateProject(call.project, displayName: name, etag: call.etag, by: actor)
        }
        return APIAnswer(json(changed, name: call.projectName))
    }

    static func delete(_ call: APICall) async throws(APIError) -> APIAnswer {
        try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.deleteProject(
                call.project, cascade: call.query.bool("force"), etag: call.etag, by: actor)
        }
        return .empty
    }
}
