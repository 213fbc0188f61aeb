/* libsrtp2, loaded when the first peer of a live class starts. Its types and numbers come from the headers, so calls
   are type-checked. Nothing else belongs here. */
#pragma once
#include <dlfcn.h>
#include <srtp2/srtp.h>
#include <string.h>

/* The functions in use. */
#define TV_SRTP_FUNCTIONS(X) \
    X(srtp_create) X(srtp_crypto_policy_set_rtp_default) X(srtp_dealloc) X(srtp_init) X(srtp_protect) \
    X(srtp_protect_rtcp) X(srtp_unprotect) X(srtp_unprotect_rtcp)

#define TV_SRTP_MEMBER(name) __typeof__(&name) name;
struct tv_srtp { TV_SRTP_FUNCTIONS(TV_SRTP_MEMBER) };
#undef TV_SRTP_MEMBER

/* Returns NULL, or the name of a missing function or library. The library stays loaded and is initialised once. */
static inline const char *tv_srtp_load(struct tv_srtp *table) {
    void *library = dlopen("libsrtp2.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define TV_SRTP_LOOK_UP(name) \
    table->name = (__typeof__(&name))dlsym(library, #name); \
    if (!table->name) return "libsrtp2 has no " #name;
    TV_SRTP_FUNCTIONS(TV_SRTP_LOOK_UP)
#undef TV_SRTP_LOOK_UP
    return table->srtp_init() == srtp_err_status_ok ? 0 : "libsrtp2 cannot be set up";
}

/* Creates a session of one direction, for all of its streams, with AES_CM_128_HMAC_SHA1_80. `key`: 16 bytes and 14
   of salt, copied. */
static inline srtp_err_status_t tv_srtp_open(
    const struct tv_srtp *srtp, srtp_t *session, unsigned char *key, int is_outgoing) {
    srtp_policy_t policy;
    memset(&policy, 0, sizeof(policy));
    srtp->srtp_crypto_policy_set_rtp_default(&policy.rtp);
    srtp->srtp_crypto_policy_set_rtp_default(&policy.rtcp);
    policy.ssrc.type = is_outgoing ? ssrc_any_outbound : ssrc_any_inbound;
    policy.key = key;
    /* A retransmitted packet may arrive after all the others of a large key frame: 64 are not enough. */
    policy.window_size = 1024;
    policy.allow_repeat_tx = 1;
    return srtp->srtp_create(session, &policy);
}
