internal import COpenSSL

/// RSA with PKCS #1 v1.5 padding and SHA-256 (RFC 8017 section 8.2), the algorithm named RS256 in RFC 7518.
package enum RSA {
    package struct PublicKey: Sendable {
        let key: PKey
        /// The modulus, big-endian without leading zeros: 256 bytes for a 2048-bit key.
        package let modulus: [UInt8]
        /// The public exponent, big-endian without leading zeros: 01 00 01 as a rule.
        package let exponent: [UInt8]

        /// - Throws: `invalidKey` for a modulus under 2048 or over 4096 bits or an even or empty exponent.
        package init(modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) {
            let modulus = Array(modulus.drop { $0 == 0 })
            let exponent = Array(exponent.drop { $0 == 0 })
            guard (256...512).contains(modulus.count), (1...8).contains(exponent.count), (exponent.last ?? 0) & 1 == 1,
                exponent != [1]
            else { throw CryptographyError(.invalidKey, "RSA public key") }
            self.key = try PKey(modulus: modulus, exponent: exponent)
            (self.modulus, self.exponent) = (modulus, exponent)
        }

        package func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            signature.count == modulus.count && key.isValidSignature(signature, for: message, digest: .sha256)
        }
    }

    package struct PrivateKey: Sendable, CustomReflectable {
        private let key: PKey
        package let publicKey: PublicKey

        /// Makes a key.
        /// - Parameter bits: 2048, 3072 or 4096.
        package init(bits: Int) throws(CryptographyError) {
            guard [2048, 3072, 4096].contains(bits) else { throw CryptographyError(.invalidKey, "RSA key size") }
            try unsafe self.init(PKey(owning: require(assay_rsa_generate(UInt32(bits)), "EVP_RSA_gen")))
        }

        /// - Parameter privateKeyInfo: PKCS #8 DER.
        package init(privateKeyInfo: [UInt8]) throws(CryptographyError) {
            try self.init(PKey(privateKeyInfo: privateKeyInfo))
        }

        private init(_ key: PKey) throws(CryptographyError) {
            self.key = key
            self.publicKey = try PublicKey(
                modulus: key.number(OSSL_PKEY_PARAM_RSA_N), exponent: key.number(OSSL_PKEY_PARAM_RSA_E))
        }

        /// The signature over SHA-256 of `message`: as many bytes as the modulus.
        package func signature(for message: [UInt8]) throws(CryptographyError) -> [UInt8] {
            try key.signature(for: message, digest: .sha256)
        }

        /// PKCS #8 DER, unencrypted: to be sealed before it is stored.
        package func privateKeyInfo() throws(CryptographyError) -> [UInt8] { try key.privateKeyInfo() }

        package var customMirror: Mirror { Mirror(self, children: []) }
    }
}

extension PKey {
    fileprivate convenience init(modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) {
        let builder = try unsafe require(OSSL_PARAM_BLD_new(), "OSSL_PARAM_BLD_new")
        defer { unsafe OSSL_PARAM_BLD_free(builder) }
        let n = unsafe BN_bin2bn(modulus, Int32(modulus.count), nil)
        let e = unsafe BN_bin2bn(exponent, Int32(exponent.count), nil)
        defer {
            unsafe BN_free(n)
            unsafe BN_free(e)
        }
        guard unsafe assay_rsa_push_public(builder, n, e) == 1,
            let parameters = unsafe OSSL_PARAM_BLD_to_param(builder)
        else { throw CryptographyError(.libraryFailure, "OSSL_PARAM_BLD") }
        defer { unsafe OSSL_PARAM_free(parameters) }
        let context = try unsafe require(
            EVP_PKEY_CTX_new_from_name(nil, "RSA", nil), "EVP_PKEY_CTX_new_from_name")
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard unsafe EVP_PKEY_fromdata_init(context) == 1,
            unsafe EVP_PKEY_fromdata(context, &key, assay_pkey_public_selection(), parameters) == 1
        else { throw CryptographyError(.invalidKey, "EVP_PKEY_fromdata") }
        try unsafe self.init(owning: require(key, "EVP_PKEY_fromdata", .invalidKey))
    }

    /// A number among the key's parameters, big-endian without leading zeros.
    func number(_ name: String) throws(CryptographyError) -> [UInt8] {
        var value: OpaquePointer?
        guard unsafe EVP_PKEY_get_bn_param(pointer, name, &value) == 1, let value = unsafe value else {
            throw CryptographyError(.invalidKey, "EVP_PKEY_get_bn_param")
        }
        defer { unsafe BN_free(value) }
        var bytes = [UInt8](repeating: 0, count: (Int(unsafe BN_num_bits(value)) + 7) / 8)
        _ = unsafe BN_bn2bin(value, &bytes)
        return bytes
    }
}
