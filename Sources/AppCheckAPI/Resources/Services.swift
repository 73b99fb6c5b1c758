internal import AppCheck
internal import StrictJSON

extension APIMethods {
    static let serviceMethods: [APIMethod] = [
        APIMethod(
            "projects.services.list", "GET", "{parent=projects/*}/services", on: .appCheck,
            for: .bearer(.readServices), "Lists the services that were configured.", query: Paging.query,
            response: MessageSchema(
                "GoogleFirebaseAppcheckV1ListServicesResponse",
                [
                    FieldSchema(
                        "services", .list(.message(Services.schema), most: Paging.mostSize), .outputOnly,
                        "The services."), Paging.nextPageToken,
                ]), answer: Services.list),
        APIMethod(
            "projects.services.get", "GET", "{name=projects/*/services/*}", on: .appCheck, for: .bearer(.readServices),
            "Gets a service. One that nobody configured is off.", response: Services.schema, answer: Services.get),
        APIMethod(
            "projects.services.patch", "PATCH", "{service.name=projects/*/services/*}", on: .appCheck,
            for: .bearer(.updateServices), "Configures a service.", request: Services.schema,
            query: [Fields.updateMask(Services.updatable)], requiringQuery: ["update_mask"], response: Services.schema,
            answer: Services.patch),
        APIMethod(
            "projects.services.batchUpdate", "POST", "{parent=projects/*}/services:batchUpdate", on: .appCheck,
            for: .bearer(.updateServices), "Configures several services, all or none.",
            request: MessageSchema(
                "GoogleFirebaseAppcheckV1BatchUpdateServicesRequest",
                [
                    FieldSchema(
                        "requests",
                        .list(
                            .message(
                                MessageSchema(
                                    "GoogleFirebaseAppcheckV1UpdateServiceRequest",
                                    [
                                        FieldSchema("service", .message(Services.schema), "With its name."),
                                        Fields.updateMask(Services.updatable),
                                    ])), most: 100), "1 to 100, each of another service."),
                    FieldSchema(
                        "update_mask", .fieldMask(Services.updatable),
                        "For all requests; those that have one of their own must have the same."),
                ]), requiring: ["requests"],
            response: MessageSchema(
                "GoogleFirebaseAppcheckV1BatchUpdateServicesResponse",
                [
                    FieldSchema(
                        "services", .list(.message(Services.schema), most: 100), .outputOnly,
                        "In the order of the requests.")
                ]), answer: Services.batchUpdate),
    ]
}

enum Services {
    private static let modes = FieldType.enumeration(EnforcementMode.allCases.map(\.rawValue))
    fileprivate static let updatable = ["enforcement_mode", "replay_protection"]

    static let schema = MessageSchema(
        "GoogleFirebaseAppcheckV1Service",
        [
            FieldSchema(
                "name", .string(.any), "`projects/{project}/services/{service}`: a name like a host's."),
            FieldSchema("enforcement_mode", modes, "How strictly the service asks for tokens; `OFF` if unset."),
            FieldSchema(
                "replay_protection", modes,
                "How strictly it asks for tokens that were not used up; never stricter than `enforcementMode`."),
            Fields.updateTime, Fields.etag,
        ])

    static func json(_ service: ProtectedService, in parent: String) -> JSONText {
        let resource = Resource.service(service)
        var members = Members(name: "\(parent)/services/\(service.id)")
        // `OFF` is the default, which proto3 leaves out; tools of the reference service take a mode that is there for one
        // that somebody set.
        if service.enforcement != .off { members.add("enforcementMode", service.enforcement.rawValue) }
        if service.replayProtection != .off { members.add("replayProtection", service.replayProtection.rawValue) }
        members.add("updateTime", at: service.updatedAt)
        members.add("etag", resource.etag)
        return members.json
    }

    static func list(_ call: APICall) async throws(APIError) -> APIAnswer {
        try await Paging.answer(call, "services", { json($0, in: call.projectName) }) { after, size throws(APIError) in
            try await call.administer { administration, _ throws(AdministrationError) in
                try await administration.services(in: call.project, after: after, size: size)
            }
        }
    }

    static func get(_ call: APICall) async throws(APIError) -> APIAnswer {
        let service = try await call.administer { administration, _ throws(AdministrationError) in
            try await administration.service(call["service"], in: call.project)
        }
        return APIAnswer(json(service, in: call.projectName))
    }

    static func patch(_ call: APICall) async throws(APIError) -> APIAnswer {
        let mask = try call.mask(updatable: updatable)
        let change = change(of: call["service"], call.body, mask)
        try await call.requireName("services/\(call["service"])")
        let changed = try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.updateServices(
                in: call.project, [change], action: "projects.services.patch", by: actor)
        }
        guard let service = changed.first else { return .empty }
        return APIAnswer(json(service, in: call.projectName))
    }

    static func batchUpdate(_ call: APICall) async throws(APIError) -> APIAnswer {
        let project = try await call.administer { administration, _ throws(AdministrationError) in
            try await administration.project(call.project).project
        }
        var changes: [ServiceChange] = []
        for (index, item) in call.body.list("requests").enumerated() {
            guard case .message(let request) = item else { continue }
            let place = "requests[\(index)]"
            let service = request.message("service") ?? Message()
            let mask = try mask(of: request, within: call.body, at: place)
            let parts = (service.text("name") ?? "").split(separator: "/", omittingEmptySubsequences: false)
                .map(String.init)
            guard parts.count == 4, parts[0] == "projects", parts[2] == "services",
                [call.project, project.number, project.id].contains(where: { parts[1].utf8.elementsEqual($0.utf8) })
            else {
                throw .invalidField(
                    "\(place).service.name", .invalidValue,
                    "Invalid value at '\(place).service.name', expected '\(call.projectName)/services/{service}'.")
            }
            guard !changes.contains(where: { $0.serviceID.utf8.elementsEqual(parts[3].utf8) }) else {
                throw .invalidField(
                    "\(place).service.name", .invalidValue,
                    "Invalid value at '\(place).service.name', the service is named twice.")
            }
            changes.append(change(of: parts[3], service, mask))
        }
        let changed = try await call.administer(element: { "requests[\($0)].service." }) {
            [changes] administration, actor throws(AdministrationError) in
            try await administration.updateServices(
                in: call.project, changes, action: "projects.services.batchUpdate", by: actor)
        }
        return APIAnswer(.object([("services", .array(changed.map { json($0, in: call.projectName) }))]))
    }

    /// A request's own mask, or the one for all; where there are both they must say the same.
    private static func mask(
        of request: Message, within batch: Message, at place: String
    ) throws(APIError) -> FieldMask {
        let common = batch.text("update_mask").flatMap { $0.isEmpty ? nil : $0 }
        let own = request.text("update_mask").flatMap { $0.isEmpty ? nil : $0 }
        let field = own == nil && common != nil ? "update_mask" : "\(place).update_mask"
        let mask = try FieldMask.read(own ?? common, field: field, updatable: updatable)
        if own != nil, let common {
            guard mask == (try FieldMask.read(common, updatable: updatable)) else {
                throw .invalidField(field, .invalidValue, "Invalid value at '\(field)', it differs from 'update_mask'.")
            }
        }
        return mask
    }

    private static func change(of id: String, _ body: Message, _ mask: FieldMask) -> ServiceChange {
        func mode(_ field: String) -> EnforcementMode? {
            guard mask.contains(field) else { return nil }
            return body.text(field).flatMap(EnforcementMode.init(rawValue:)) ?? .off
        }
        return ServiceChange(
            serviceID: id, enforcement: mode("enforcement_mode"), replayProtection: mode("replay_protection"),
            etag: body.etag)
    }
}
