/* libcurl, loaded when the first address is examined: it brings nine further libraries, which playing a file does
   not need. Its types and numbers come from the headers, so calls are type-checked. Nothing else belongs here.

   Variadic functions have one inline function for each kind of argument, since Swift does not import them. */
#pragma once
#include <curl/curl.h>
#include <dlfcn.h>

/* The functions in use. */
#define TV_CURL_FUNCTIONS(X) \
    X(curl_easy_cleanup) X(curl_easy_getinfo) X(curl_easy_init) X(curl_easy_pause) X(curl_easy_recv) X(curl_easy_send) \
    X(curl_easy_setopt) X(curl_easy_strerror) X(curl_free) X(curl_getdate) X(curl_global_init) X(curl_multi_add_handle) X(curl_multi_cleanup) \
    X(curl_multi_info_read) X(curl_multi_init) X(curl_multi_perform) X(curl_multi_poll) X(curl_multi_remove_handle) \
    X(curl_multi_strerror) X(curl_multi_wakeup) X(curl_share_cleanup) X(curl_share_init) X(curl_share_setopt) \
    X(curl_slist_append) X(curl_slist_free_all) X(curl_url) X(curl_url_cleanup) X(curl_url_get) X(curl_url_set)

#define TV_CURL_MEMBER(name) __typeof__(&name) name;
struct tv_curl { TV_CURL_FUNCTIONS(TV_CURL_MEMBER) };
#undef TV_CURL_MEMBER

/* Returns NULL, or the name of a missing function or library. The library stays loaded. Its global initialisation is
   done once, as is necessary before any thread creates a handle (safe to repeat: Debian's build is thread-safe). */
static inline const char *tv_curl_load(struct tv_curl *table) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define TV_CURL_LOOK_UP(name) \
    table->name = (__typeof__(&name))dlsym(library, #name); \
    if (!table->name) return "libcurl has no " #name;
    TV_CURL_FUNCTIONS(TV_CURL_LOOK_UP)
#undef TV_CURL_LOOK_UP
    return table->curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? 0 : "libcurl cannot be set up";
}

/* An enumeration up to libcurl 8.13, a macro with a cast afterwards. */
static const long tv_curl_netrc_optional = CURL_NETRC_OPTIONAL;

/* In the headers these are macros that check their arguments; the table has the functions. */
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_share_setopt

static inline CURLcode tv_curl_set_long(const struct tv_curl *curl, CURL *handle, CURLoption option, long value) {
    return curl->curl_easy_setopt(handle, option, value);
}
static inline CURLcode tv_curl_set_offset(
    const struct tv_curl *curl, CURL *handle, CURLoption option, curl_off_t value) {
    return curl->curl_easy_setopt(handle, option, value);
}
/* libcurl copies the text. */
static inline CURLcode tv_curl_set_text(
    const struct tv_curl *curl, CURL *handle, CURLoption option, const char *value) {
    return curl->curl_easy_setopt(handle, option, value);
}
/* Lists, handles, contexts: they must live as long as the handle uses them. */
static inline CURLcode tv_curl_set_pointer(const struct tv_curl *curl, CURL *handle, CURLoption option, void *value) {
    return curl->curl_easy_setopt(handle, option, value);
}
/* CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION. */
typedef size_t (*tv_curl_data_function)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode tv_curl_set_data_function(
    const struct tv_curl *curl, CURL *handle, CURLoption option, tv_curl_data_function value) {
    return curl->curl_easy_setopt(handle, option, value);
}
/* CURLOPT_OPENSOCKETFUNCTION, CURLOPT_SOCKOPTFUNCTION. */
typedef curl_socket_t (*tv_curl_open_function)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
static inline CURLcode tv_curl_set_open_function(
    const struct tv_curl *curl, CURL *handle, CURLoption option, tv_curl_open_function value) {
    return curl->curl_easy_setopt(handle, option, value);
}
typedef int (*tv_curl_socket_function)(void *context, curl_socket_t socket, curlsocktype purpose);
static inline CURLcode tv_curl_set_socket_function(
    const struct tv_curl *curl, CURL *handle, CURLoption option, tv_curl_socket_function value) {
    return curl->curl_easy_setopt(handle, option, value);
}
static inline CURLcode tv_curl_get_socket(const struct tv_curl *curl, CURL *handle, curl_socket_t *value) {
    return curl->curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, value);
}
static inline CURLcode tv_curl_get_long(const struct tv_curl *curl, CURL *handle, CURLINFO info, long *value) {
    return curl->curl_easy_getinfo(handle, info, value);
}
static inline CURLcode tv_curl_get_offset(
    const struct tv_curl *curl, CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl->curl_easy_getinfo(handle, info, value);
}
static inline CURLSHcode tv_curl_share_set(const struct tv_curl *curl, CURLSH *handle, curl_lock_data data) {
    return curl->curl_share_setopt(handle, CURLSHOPT_SHARE, data);
}
/* Takes the next result of a finished transfer; its message is a union in a struct that belongs to the multi handle. */
static inline int tv_curl_next_done(const struct tv_curl *curl, CURLM *multi, CURL **handle, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl->curl_multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *handle = message->easy_handle;
        *result = message->data.result;
        return 1;
    }
    return 0;
}
