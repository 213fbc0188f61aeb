/* OpenSSL 3, loaded when the first peer of a live class starts (DTLS, the certificate of a peer, HMAC-SHA1 for STUN),
   the first encrypted segment arrives (AES), or a keeper that signs people in starts (RSA and ECDSA signatures). Its types and numbers come from the headers, so calls are
   type-checked. Nothing else belongs here.

   Macros have one inline function for each use, since Swift does not import them. */
#pragma once
#include <dlfcn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <stdint.h>
#include <sys/time.h>

/* The functions in use, by library. */
#define TV_SSL_FUNCTIONS(X) \
    X(DTLS_method) X(DTLS_set_timer_cb) X(SSL_CTX_free) X(SSL_CTX_new) X(SSL_CTX_set_cipher_list) \
    X(SSL_CTX_set_options) X(SSL_CTX_set_tlsext_use_srtp) X(SSL_CTX_set_verify) X(SSL_CTX_use_PrivateKey) \
    X(SSL_CTX_use_certificate) X(SSL_ctrl) X(SSL_do_handshake) X(SSL_export_keying_material) X(SSL_free) \
    X(SSL_get1_peer_certificate) X(SSL_get_error) X(SSL_get_selected_srtp_profile) X(SSL_new) X(SSL_read) \
    X(SSL_set_accept_state) X(SSL_set_bio) X(SSL_set_connect_state) X(SSL_shutdown)
#define TV_CRYPTO_FUNCTIONS(X) \
    X(ASN1_INTEGER_set) X(BIO_ctrl) X(BIO_new) X(BIO_read) X(BIO_s_mem) X(BIO_write) X(ERR_clear_error) \
    X(ERR_error_string_n) X(ERR_get_error) X(EVP_PKEY_Q_keygen) X(EVP_PKEY_free) X(EVP_get_digestbyname) X(EVP_sha1) \
    X(EVP_sha256) X(HMAC) X(X509_NAME_add_entry_by_txt) X(X509_digest) X(X509_free) X(X509_get_serialNumber) \
    X(X509_get_subject_name) X(X509_getm_notAfter) X(X509_getm_notBefore) X(X509_gmtime_adj) X(X509_new) \
    X(X509_set_issuer_name) X(X509_set_pubkey) X(X509_set_version) X(X509_sign)

#define TV_SSL_MEMBER(name) __typeof__(&name) name;
struct tv_ssl { TV_SSL_FUNCTIONS(TV_SSL_MEMBER) TV_CRYPTO_FUNCTIONS(TV_SSL_MEMBER) };

/* Returns NULL, or the name of a missing function or library. The libraries stay loaded. */
static inline const char *tv_ssl_load(struct tv_ssl *table) {
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define TV_SSL_LOOK_UP(name) \
    table->name = (__typeof__(&name))dlsym(library, #name); \
    if (!table->name) return "OpenSSL has no " #name;
    TV_CRYPTO_FUNCTIONS(TV_SSL_LOOK_UP)
    library = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
    TV_SSL_FUNCTIONS(TV_SSL_LOOK_UP)
    return 0;
}

/* Only ciphers: streams do not need libssl. */
#define TV_CIPHER_FUNCTIONS(X) \
    X(EVP_CIPHER_CTX_ctrl) X(EVP_CIPHER_CTX_free) X(EVP_CIPHER_CTX_new) X(EVP_CIPHER_CTX_set_padding) \
    X(EVP_CipherFinal_ex) X(EVP_CipherInit_ex) X(EVP_CipherUpdate) X(EVP_get_cipherbyname)
struct tv_cipher { TV_CIPHER_FUNCTIONS(TV_SSL_MEMBER) };

/* Returns NULL, or the name of a missing function or library. The library stays loaded. */
static inline const char *tv_cipher_load(struct tv_cipher *table) {
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
    TV_CIPHER_FUNCTIONS(TV_SSL_LOOK_UP)
    return 0;
}

/* Only signatures, which are verified without libssl. */
#define TV_SIGNATURE_FUNCTIONS(X) \
    X(ERR_clear_error) X(EVP_DigestVerify) X(EVP_DigestVerifyInit) X(EVP_MD_CTX_free) X(EVP_MD_CTX_new) \
    X(EVP_PKEY_free) X(EVP_sha256) X(d2i_PUBKEY)
struct tv_signature { TV_SIGNATURE_FUNCTIONS(TV_SSL_MEMBER) };

/* Returns NULL, or the name of a missing function or library. The library stays loaded. */
static inline const char *tv_signature_load(struct tv_signature *table) {
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
    TV_SIGNATURE_FUNCTIONS(TV_SSL_LOOK_UP)
    return 0;
}
#undef TV_SSL_MEMBER
#undef TV_SSL_LOOK_UP

/* Creates a key (P-256) and a self-signed certificate for the next month. Returns 0 on failure; OpenSSL's error
   queue has the reason. */
static inline int tv_ssl_make_identity(const struct tv_ssl *ssl, long serial, EVP_PKEY **key, X509 **certificate) {
    *certificate = 0;
    *key = ssl->EVP_PKEY_Q_keygen(0, 0, "EC", "P-256");
    if (!*key) return 0;
    X509 *made = ssl->X509_new();
    if (!made) return 0;
    X509_NAME *name = ssl->X509_get_subject_name(made);
    /* Valid from yesterday on, since clocks differ. */
    int is_done = ssl->X509_set_version(made, 2) && ssl->ASN1_INTEGER_set(ssl->X509_get_serialNumber(made), serial)
        && ssl->X509_gmtime_adj(ssl->X509_getm_notBefore(made), -86400)
        && ssl->X509_gmtime_adj(ssl->X509_getm_notAfter(made), 30 * 86400)
        && ssl->X509_NAME_add_entry_by_txt(name, "CN", 0x1000 | 1, (const unsigned char *)"WebRTC", -1, -1, 0)
        && ssl->X509_set_issuer_name(made, name) && ssl->X509_set_pubkey(made, *key)
        && ssl->X509_sign(made, *key, ssl->EVP_sha256());
    if (is_done) {
        *certificate = made;
        return 1;
    }
    ssl->X509_free(made);
    return 0;
}

/* Accepts any certificate: the other end is authenticated by its fingerprint, which is compared after the handshake. */
static inline int tv_ssl_accept_any(int is_verified, X509_STORE_CTX *context) {
    (void)is_verified, (void)context;
    return 1;
}

/* Returns microseconds until a flight is repeated: a tenth of a second at first, since a peer that is not ready yet
   has dropped the first one, then doubled each time up to one second. */
static inline unsigned tv_ssl_timer(SSL *session, unsigned previous) {
    (void)session;
    if (previous == 0) return 100000;
    return previous >= 500000 ? 1000000 : previous * 2;
}

/* Returns NULL on failure; OpenSSL's error queue has the reason. */
static inline SSL_CTX *tv_ssl_context(const struct tv_ssl *ssl, EVP_PKEY *key, X509 *certificate) {
    SSL_CTX *context = ssl->SSL_CTX_new(ssl->DTLS_method());
    if (!context) return 0;
    ssl->SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, tv_ssl_accept_any);
    ssl->SSL_CTX_set_options(context, SSL_OP_NO_QUERY_MTU | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET);
    /* The minimum: DTLS 1.2. The last one returns 0 on success. */
    if (ssl->SSL_CTX_use_certificate(context, certificate) == 1 && ssl->SSL_CTX_use_PrivateKey(context, key) == 1
        && ssl->SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20:ECDHE+AES") == 1
        && !ssl->SSL_CTX_set_tlsext_use_srtp(context, "SRTP_AES128_CM_SHA1_80"))
        return context;
    ssl->SSL_CTX_free(context);
    return 0;
}

/* Creates a session over two memory buffers, which it owns. Returns NULL without memory. */
static inline SSL *tv_ssl_session(const struct tv_ssl *ssl, SSL_CTX *context, int is_client, BIO **in, BIO **out) {
    SSL *session = ssl->SSL_new(context);
    if (!session) return 0;
    *in = ssl->BIO_new(ssl->BIO_s_mem());
    *out = ssl->BIO_new(ssl->BIO_s_mem());
    /* An empty buffer is not the end: try again. */
    ssl->BIO_ctrl(*in, BIO_C_SET_BUF_MEM_EOF_RETURN, -1, 0);
    ssl->BIO_ctrl(*out, BIO_C_SET_BUF_MEM_EOF_RETURN, -1, 0);
    ssl->SSL_set_bio(session, *in, *out);
    ssl->SSL_ctrl(session, SSL_CTRL_SET_MIN_PROTO_VERSION, DTLS1_2_VERSION, 0);
    ssl->SSL_ctrl(session, DTLS_CTRL_SET_LINK_MTU, 1200, 0);
    ssl->DTLS_set_timer_cb(session, tv_ssl_timer);
    if (is_client) ssl->SSL_set_connect_state(session);
    else ssl->SSL_set_accept_state(session);
    return session;
}

/* Returns microseconds until tv_ssl_handle_timer must be called, or -1 if no flight waits for an answer. */
static inline int64_t tv_ssl_time_left(const struct tv_ssl *ssl, SSL *session) {
    struct timeval left;
    if (ssl->SSL_ctrl(session, DTLS_CTRL_GET_TIMEOUT, 0, &left) != 1) return -1;
    return (int64_t)left.tv_sec * 1000000 + left.tv_usec;
}
/* Returns a value below 0 after too many attempts. */
static inline long tv_ssl_handle_timer(const struct tv_ssl *ssl, SSL *session) {
    return ssl->SSL_ctrl(session, DTLS_CTRL_HANDLE_TIMEOUT, 0, 0);
}
static inline long tv_ssl_pending(const struct tv_ssl *ssl, BIO *buffer) {
    return ssl->BIO_ctrl(buffer, BIO_CTRL_PENDING, 0, 0);
}
/* Writes the library's reason for the latest failure of this thread. */
static inline void tv_ssl_reason(const struct tv_ssl *ssl, char *text, size_t size) {
    ssl->ERR_error_string_n(ssl->ERR_get_error(), text, size);
    ssl->ERR_clear_error();
}
