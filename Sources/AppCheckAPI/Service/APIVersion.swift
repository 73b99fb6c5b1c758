/// The versions of the API. They differ in deprecated fields only.
package enum APIVersion: String, Sendable, CaseIterable {
    case v1
    case v1beta
}
