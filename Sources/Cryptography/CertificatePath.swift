internal import COpenSSL

/// RFC 5280 path validation by libcrypto, against given anchors and nothing else: no system trust store, no network, no
/// revocation lists, and no demand on extended key usage.
package enum CertificatePath {
    /// Why a path was refused.
    package struct Refusal: Error, Equatable, Sendable {
        package enum Kind: Equatable, Sendable {
            case malformedCertificate, notYetValid, expired, signature, untrusted, other
        }
        package let kind: Kind
        /// libcrypto's words for it.
        package let explanation: String
    }

    /// Validates a path from `target` over any of `intermediates` to any of `anchors`, all DER.
    /// - Parameter time: seconds since 1970 to judge all certificates at; nil leaves validity periods unchecked, for
    ///   callers that keep the result and compare the periods themselves.
    /// - Returns: the path that was found, DER: the target first, the anchor last.
    @discardableResult
    package static func validate(
        _ target: [UInt8], intermediates: [[UInt8]] = [], anchors: [[UInt8]], at time: Int64?
    ) throws(Refusal) -> [[UInt8]] {
        let leaf = try parse(target)
        let untrusted = try CertificateStack(intermediates)
        guard let store = unsafe X509_STORE_new() else { throw outOfMemory }
        defer { unsafe X509_STORE_free(store) }
        for anchor in anchors {
            let certificate = try parse(anchor)
            guard unsafe X509_STORE_add_cert(store, certificate.pointer) == 1 else { throw outOfMemory }
        }
        guard let context = unsafe X509_STORE_CTX_new() else { throw outOfMemory }
        defer { unsafe X509_STORE_CTX_free(context) }
        guard unsafe X509_STORE_CTX_init(context, store, leaf.pointer, untrusted.pointer) == 1,
            let parameters = unsafe X509_STORE_CTX_get0_param(context)
        else { throw outOfMemory }
        if let time {
            unsafe X509_VERIFY_PARAM_set_time(parameters, time_t(time))
        } else {
            unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_NO_CHECK_TIME))
        }
        let result = unsafe X509_verify_cert(context)
        ERR_clear_error()
        guard result == 1 else { throw unsafe refusal(X509_STORE_CTX_get_error(context)) }
        guard let chain = unsafe X509_STORE_CTX_get0_chain(context) else { throw outOfMemory }
        var path: [[UInt8]] = []
        for index in 0..<(unsafe assay_x509_stack_count(chain)) {
            path.append(try unsafe encoding(of: assay_x509_stack_value(chain, index)))
        }
        return path
    }

    private static func encoding(of certificate: OpaquePointer?) throws(Refusal) -> [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        let count = unsafe i2d_X509(certificate, &output)
        guard count > 0, let bytes = unsafe output else { throw outOfMemory }
        defer { unsafe CRYPTO_free(bytes, nil, 0) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    private static let outOfMemory = Refusal(kind: .other, explanation: "libcrypto could not allocate")

    private static func refusal(_ code: Int32) -> Refusal {
        let kind: Refusal.Kind =
            switch code {
            case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid
            case X509_V_ERR_CERT_HAS_EXPIRED: .expired
            case X509_V_ERR_CERT_SIGNATURE_FAILURE: .signature
            case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
                X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
                X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
                .untrusted
            default: .other
            }
        let words = unsafe X509_verify_cert_error_string(Int(code)).map { unsafe String(cString: $0) }
        return Refusal(kind: kind, explanation: words ?? "error \(code)")
    }

    fileprivate static func parse(_ der: [UInt8]) throws(Refusal) -> ParsedCertificate {
        let certificate: OpaquePointer? = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            guard let certificate = unsafe d2i_X509(nil, &cursor, buffer.count) else { return nil }
            guard unsafe cursor == buffer.baseAddress.map({ unsafe $0 + buffer.count }) else {
                unsafe X509_free(certificate)
                return nil
            }
            return unsafe certificate
        }
        guard let certificate = unsafe certificate else {
            ERR_clear_error()
            throw Refusal(kind: .malformedCertificate, explanation: "not an X.509 certificate")
        }
        return unsafe ParsedCertificate(owning: certificate)
    }
}

/// Owns one `X509`.
@safe private struct ParsedCertificate: ~Copyable {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe X509_free(pointer) }
}

/// Owns a `STACK_OF(X509)` and, by a reference each, what is on it.
@safe private final class CertificateStack {
    let pointer: OpaquePointer

    init(_ certificates: [[UInt8]]) throws(CertificatePath.Refusal) {
        guard let stack = unsafe assay_x509_stack_new() else {
            throw CertificatePath.Refusal(kind: .other, explanation: "libcrypto could not allocate")
        }
        unsafe pointer = stack
        for der in certificates {
            let certificate = try CertificatePath.parse(der)
            if unsafe assay_x509_stack_push(stack, certificate.pointer) > 0 {
                unsafe X509_up_ref(certificate.pointer)
            }
        }
    }

    deinit { unsafe assay_x509_stack_free_all(pointer) }
}
