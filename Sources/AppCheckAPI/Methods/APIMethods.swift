/// The table of methods: the one place that says what is served.
package enum APIMethods {
    package static let all: [APIMethod] =
        exchangeMethods + tokenMethods + appAttestConfigMethods + debugTokenMethods + serviceMethods + projectMethods
        + appMethods + attestedKeyMethods + exchangeCountMethods + apiKeyMethods + customTokenKeyMethods + auditMethods
        + operationMethods + documentMethods
}
