// What Swift sees of OpenSSL: its headers, and static inline functions for what Swift cannot import, which is macros that
// are more than a number.
#ifndef STREAMD_COPENSSL_SHIM_H
#define STREAMD_COPENSSL_SHIM_H

#if !__has_include(<openssl/ssl.h>)
#error "streamd needs OpenSSL 3: install libssl-dev, or build without the trait SystemTLS (--disable-default-traits)."
#endif
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>

#if OPENSSL_VERSION_MAJOR < 3
#error "streamd needs OpenSSL 3: install a newer libssl-dev, or build without the trait SystemTLS (--disable-default-traits)."
#endif

/// Makes the settings of a server's context that are macros: no version before TLS 1.2, no renegotiation, no
/// compression, no groups whose computation takes milliseconds, sessions only in tickets, and buffers that a connection has only while they hold something.
static inline int shim_configure(SSL_CTX *context) {
    SSL_CTX_set_mode(context, SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1
        && SSL_CTX_set1_groups_list(context, "X25519:P-256:P-384") == 1;
}

/// Appends a certificate to the chain, which owns it then.
static inline int shim_add_to_chain(SSL_CTX *context, X509 *certificate) {
    return SSL_CTX_add0_chain_cert(context, certificate) == 1;
}

/// Allows one version of TLS alone.
static inline int shim_set_only_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_min_proto_version(context, version) == 1 && SSL_CTX_set_max_proto_version(context, version) == 1;
}

/// Calls a function with each message of the protocol itself, and with the argument.
static inline void shim_set_message_callback(
    SSL *ssl,
    void (*call)(int is_sent, int version, int content, const void *bytes, size_t count, SSL *ssl, void *argument),
    void *argument
) {
    SSL_set_msg_callback(ssl, call);
    SSL_set_msg_callback_arg(ssl, argument);
}

/// Lets a client ask for records of 512 bytes at most.
static inline void shim_ask_for_short_records(SSL *ssl) {
    SSL_set_tlsext_max_fragment_length(ssl, TLSEXT_max_fragment_length_512);
}

/// Says that a read or a write should be tried again.
static inline void shim_retry_read(BIO *bio) { BIO_set_retry_read(bio); }
static inline void shim_retry_write(BIO *bio) { BIO_set_retry_write(bio); }
static inline void shim_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }

/// Makes a MAC an HMAC with SHA-256.
static inline int shim_set_hmac_key(EVP_MAC_CTX *mac, const unsigned char *key, size_t count) {
    char digest[] = "SHA256";
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)key, count),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_CTX_set_params(mac, parameters);
}

#endif
