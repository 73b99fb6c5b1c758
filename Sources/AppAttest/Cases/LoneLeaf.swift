private import FoundationEssentials

/// A leaf certificate whose attestation is lost: of Apple's steps, those that a certificate alone can pass.
struct LoneLeaf {
    let certificate: [UInt8]
    let keyID: [UInt8]

    func judge(anchors: [TrustAnchor], at seconds: Int64) -> CaseVerdict {
        var checklist = Checklist([.certificateChain, .keyID])
        do throws(Rejection) {
            let chain = try checklist.check(.certificateChain) { () throws(Finding) in
                let chains = ChainValidator()
                return try chains.prove(
                    chains.read(
                        [certificate, Self.appleIntermediate], anchors: anchors, at: seconds, leeway: 0))
            }
            _ = try checklist.check(.keyID) { () throws(Finding) in try AttestationChecks.keyID(chain.leaf, keyID) }
            return CaseVerdict(rejection: nil, trace: checklist.trace())
        } catch {
            return CaseVerdict(rejection: error, trace: checklist.trace(rejectedBy: error))
        }
    }

    /// Apple App Attestation CA 1, the intermediate of every attestation so far, P-384, valid from 2020-03-18 to
    /// 2030-03-13. SHA-256 fingerprint `39EF7264E1340F9ADDA4199D3A028FDECE2ECD7BF7372420FE808AD6DA538426`. It needs no
    /// trust: it is validated up to the root like one that was sent.
    private static let appleIntermediate: [UInt8] = {
        let base64 = """
            MIICQzCCAcigAwIBAgIQCbrF4bxAGtnUU5W8OBoIVDAKBggqhkjOPQQDAzBSMSYwJAYDVQQDDB1BcHBsZSBBcHAg
            QXR0ZXN0YXRpb24gUm9vdCBDQTETMBEGA1UECgwKQXBwbGUgSW5jLjETMBEGA1UECAwKQ2FsaWZvcm5pYTAeFw0y
            MDAzMTgxODM5NTVaFw0zMDAzMTMwMDAwMDBaME8xIzAhBgNVBAMMGkFwcGxlIEFwcCBBdHRlc3RhdGlvbiBDQSAx
            MRMwEQYDVQQKDApBcHBsZSBJbmMuMRMwEQYDVQQIDApDYWxpZm9ybmlhMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE
            rls3oHdNebI1j0Dn0fImJvHCX+8XgC3qs4JqWYdP+NKtFSV4mqJmBBkSSLY8uWcGnpjTY71eNw+/oI4ynoBzqYXn
            dG6jWaL2bynbMq9FXiEWWNVnr54mfrJhTcIaZs6Zo2YwZDASBgNVHRMBAf8ECDAGAQH/AgEAMB8GA1UdIwQYMBaA
            FKyREFMzvb5oQf+nDKnl+url5YqhMB0GA1UdDgQWBBQ+410cBBmpybQx+IR01uHhV3LjmzAOBgNVHQ8BAf8EBAMC
            AQYwCgYIKoZIzj0EAwMDaQAwZgIxALu+iI1zjQUCz7z9Zm0JV1A1vNaHLD+EMEkmKe3R+RToeZkcmui1rvjTqFQz
            97YNBgIxAKs47dDMge0ApFLDukT5k2NlU/7MKX8utN+fXr5aSsq2mVxLgg35BDhveAe7WJQ5tw==
            """
        return Data(base64Encoded: base64, options: .ignoreUnknownCharacters).map(Array.init) ?? []
    }()
}
