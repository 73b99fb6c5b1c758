#pragma once

// The EC_GROUP precomputation and EC_KEY calls are deprecated in OpenSSL 3 without a replacement of the same use;
// they are public API and stay available throughout the 3.x series.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Macros that Swift cannot import.
static inline EVP_PKEY *assay_rsa_generate(unsigned int bits) { return EVP_RSA_gen(bits); }
static inline EVP_PKEY *assay_ec_generate(const char *curve) { return EVP_EC_gen(curve); }
static inline STACK_OF(X509) *assay_x509_stack_new(void) { return sk_X509_new_null(); }
static inline int assay_x509_stack_push(STACK_OF(X509) *stack, X509 *certificate) {
    return sk_X509_push(stack, certificate);
}
static inline int assay_x509_stack_count(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
static inline X509 *assay_x509_stack_value(const STACK_OF(X509) *stack, int index) {
    return sk_X509_value(stack, index);
}
static inline void assay_x509_stack_free_all(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }
static inline int assay_gcm_set_tag(EVP_CIPHER_CTX *context, int count, void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, count, tag);
}
static inline int assay_gcm_get_tag(EVP_CIPHER_CTX *context, int count, void *tag) {
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, count, tag);
}
static inline int assay_pkey_public_selection(void) { return EVP_PKEY_PUBLIC_KEY; }

// Parameters want text that could be written to, which libcrypto does not do.
static inline int assay_hmac_sha256_start(EVP_MAC_CTX *context, const unsigned char *key, size_t count) {
    char digest[] = "SHA256";
    OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
                               OSSL_PARAM_construct_end()};
    return EVP_MAC_init(context, key, count, parameters);
}

// The builder keeps the pointers of the names, so they must be C's own literals.
static inline int assay_rsa_push_public(OSSL_PARAM_BLD *builder, BIGNUM *n, BIGNUM *e) {
    return OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1 &&
           OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1;
}
