import AppCheck
import AppCheckAPI
import StrictJSON
import TestSupport

/// The body of an exchange: JSON that is a message.
enum MessageInput {
    static func check(_ input: [UInt8], isJSON: Bool) throws(BrokenPromise) {
        if let sent = try? AppAttestMessages.attestationSubmission(project: "p", appID: "a", body: input) {
            try promise(isJSON, "an attestation was read from what is not JSON")
            let fields = [
                "attestation_statement": sent.attestationObject, "keyId": sent.keyID, "challenge": sent.challenge,
            ]
            try promise(fields.values.allSatisfy { !$0.isEmpty }, "a required field of an attestation is empty")
            let again = try? AppAttestMessages.attestationSubmission(
                project: "p", appID: "a", body: body(fields, limitedUse: sent.limitedUse))
            try promise(
                again?.attestationObject == sent.attestationObject && again?.keyID == sent.keyID
                    && again?.challenge == sent.challenge && again?.limitedUse == sent.limitedUse,
                "an attestation changed by being written and read")
        }
        if let sent = try? AppAttestMessages.assertionSubmission(project: "p", appID: "a", body: input) {
            try promise(isJSON, "an assertion was read from what is not JSON")
            let fields = ["artifact": sent.artifact, "assertion": sent.assertion, "challenge": sent.challenge]
            try promise(fields.values.allSatisfy { !$0.isEmpty }, "a required field of an assertion is empty")
            let again = try? AppAttestMessages.assertionSubmission(
                project: "p", appID: "a", body: body(fields, limitedUse: sent.limitedUse))
            try promise(
                again?.artifact == sent.artifact && again?.assertion == sent.assertion
                    && again?.challenge == sent.challenge && again?.limitedUse == sent.limitedUse,
                "an assertion changed by being written and read")
        }
    }

    /// A message as a client that keeps to the letter writes it.
    private static func body(_ fields: [String: [UInt8]], limitedUse: Bool) -> [UInt8] {
        let members =
            fields.map { "\($0.key.quotedForJSON):\(base64($0.value).quotedForJSON)" } + [
                "\"limitedUse\":\(limitedUse)"
            ]
        return Array("{\(members.joined(separator: ","))}".utf8)
    }
}
