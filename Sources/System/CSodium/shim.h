/* libsodium, loaded when something is encrypted or checked: nothing else needs it. Its types and numbers come from the
   headers, so that a call is checked as any other. Nothing else belongs here. */
#pragma once
#include <dlfcn.h>
#include <sodium.h>

/* The functions in use. */
#define TV_SODIUM_FUNCTIONS(X) \
    X(sodium_init) X(sodium_memzero) X(randombytes_buf) X(crypto_generichash) \
    X(crypto_aead_xchacha20poly1305_ietf_encrypt) X(crypto_aead_xchacha20poly1305_ietf_decrypt) \
    X(crypto_hash_sha256_init) X(crypto_hash_sha256_update) X(crypto_hash_sha256_final)

#define TV_SODIUM_MEMBER(name) __typeof__(&name) name;
struct tv_sodium { TV_SODIUM_FUNCTIONS(TV_SODIUM_MEMBER) };
#undef TV_SODIUM_MEMBER

/* NULL, or what is missing. The library stays loaded and is set up. */
static inline const char *tv_sodium_load(struct tv_sodium *table) {
    void *library = dlopen("libsodium.so.23", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define TV_SODIUM_LOOK_UP(name) \
    table->name = (__typeof__(&name))dlsym(library, #name); \
    if (!table->name) return "libsodium has no " #name;
    TV_SODIUM_FUNCTIONS(TV_SODIUM_LOOK_UP)
#undef TV_SODIUM_LOOK_UP
    return table->sodium_init() < 0 ? "libsodium cannot be set up" : 0;
}
