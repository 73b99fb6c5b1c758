internal import AppCheck
internal import StrictJSON

extension APIMethods {
    static let appAttestConfigMethods: [APIMethod] = [
        APIMethod(
            "projects.apps.appAttestConfig.get", "GET", "{name=projects/*/apps/*/appAttestConfig}", on: .appCheck,
            for: .bearer(.readAppAttestConfig), "Gets how an app's exchanges of App Attest are configured.",
            response: AppAttestConfigs.schema, answer: AppAttestConfigs.get),
        APIMethod(
            "projects.apps.appAttestConfig.patch", "PATCH",
            "{app_attest_config.name=projects/*/apps/*/appAttestConfig}", on: .appCheck,
            for: .bearer(.updateAppAttestConfig), "Changes how an app's exchanges of App Attest are configured.",
            request: AppAttestConfigs.schema, query: [Fields.updateMask(AppAttestConfigs.updatable)],
            requiringQuery: ["update_mask"],
            response: AppAttestConfigs.schema, answer: AppAttestConfigs.patch),
        APIMethod(
            "projects.apps.appAttestConfig.batchGet", "GET", "{parent=projects/*}/apps/-/appAttestConfig:batchGet",
            on: .appCheck, for: .bearer(.readAppAttestConfig), "Gets the configurations of several apps, all or none.",
            query: [
                FieldSchema(
                    "names",
                    .list(.string(TextForm(pattern: "^projects/[^/]+/apps/[^/]+/appAttestConfig$")), most: 100),
                    "Which: `projects/{project}/apps/{app}/appAttestConfig`, once for each; 1 to 100.")
            ], requiringQuery: ["names"],
            response: MessageSchema(
                "GoogleFirebaseAppcheckV1BatchGetAppAttestConfigsResponse",
                [
                    FieldSchema(
                        "configs", .list(.message(AppAttestConfigs.schema), most: 100), .outputOnly,
                        "In the order of `names`.")
                ]),
            answer: AppAttestConfigs.batchGet),
    ]
}

/// The settings of App Attest, which are part of an app's registration here.
enum AppAttestConfigs {
    fileprivate static let updatable = ["token_ttl"]

    static let schema = MessageSchema(
        "GoogleFirebaseAppcheckV1AppAttestConfig",
        [
            FieldSchema("name", .string(.any), "`projects/{project}/apps/{app}/appAttestConfig`."),
            FieldSchema(
                "token_ttl", .duration(RegisteredApp.tokenTTLRange),
                "How long tokens of an attestation or assertion are good for: half an hour to seven days; an hour if unset."
            ),
        ])

    static func json(_ app: RegisteredApp, name: String) -> JSONText {
        .object([("name", .string(name)), ("tokenTtl", .string(ProtoDuration.text(app.tokenTTL)))])
    }

    static func get(_ call: APICall) async throws(APIError) -> APIAnswer {
        let app = try await call.administer { administration, _ throws(AdministrationError) in
            try await administration.app(call.app, in: call.project)
        }
        return APIAnswer(json(app, name: "\(call.appName)/appAttestConfig"))
    }

    static func patch(_ call: APICall) async throws(APIError) -> APIAnswer {
        let mask = try call.mask(updatable: updatable)
        try await call.requireName("apps/\(call.app)/appAttestConfig")
        var settings = AppSettings()
        if mask.contains("token_ttl") {
            settings.tokenTTL = call.body.seconds("token_ttl") ?? RegisteredApp.defaultTokenTTL
        }
        let changed = try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.updateApp(
                call.app, in: call.project, settings, action: "projects.apps.appAttestConfig.patch", by: actor)
        }
        return APIAnswer(json(changed, name: "\(call.appName)/appAttestConfig"))
    }

    static func batchGet(_ call: APICall) async throws(APIError) -> APIAnswer {
        let project = try await call.administer { administration, _ throws(AdministrationError) in
            try await administration.project(call.project).project
        }
        var configs: [JSONText] = []
        for name in call.query.texts("names") ?? [] {
            let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 5, parts[0] == "projects", parts[2] == "apps", parts[4] == "appAttestConfig",
                [call.project, project.number, project.id].contains(where: { parts[1].utf8.elementsEqual($0.utf8) })
            else {
                throw .invalidField(
                    "names", .invalidValue,
                    "Invalid value at 'names', each must be '\(call.projectName)/apps/{app}/appAttestConfig'.")
            }
            let app = try await call.administer { administration, _ throws(AdministrationError) in
                try await administration.app(parts[3], in: call.project)
            }
            configs.append(json(app, name: name))
        }
        return APIAnswer(.object([("configs", .array(configs))]))
    }
}
