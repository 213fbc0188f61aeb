/* libmicrohttpd, loaded when the first server starts: it brings GnuTLS and its six libraries, which playback alone
   does not need. Its types and numbers come from the headers, so calls are type-checked. Nothing else belongs here.

   Variadic functions have one inline function for each use, since Swift does not import them. The library's
   callbacks are here, too: they convert its closed enumerations and its va_list to plain numbers and text. */
#pragma once
#include <dlfcn.h>
#include <microhttpd.h>
#include <netdb.h>
#include <stdio.h>
#include <sys/socket.h>

/* The functions in use. */
#define TV_MHD_FUNCTIONS(X) \
    X(MHD_add_response_header) X(MHD_create_response_from_buffer) X(MHD_create_response_from_fd_at_offset64) \
    X(MHD_destroy_response) X(MHD_get_connection_info) X(MHD_get_connection_values_n) X(MHD_get_daemon_info) \
    X(MHD_get_timeout) X(MHD_is_feature_supported) \
    X(MHD_queue_response) X(MHD_resume_connection) X(MHD_run) X(MHD_start_daemon) X(MHD_stop_daemon) \
    X(MHD_suspend_connection)

#define TV_MHD_MEMBER(name) __typeof__(&name) name;
struct tv_mhd { TV_MHD_FUNCTIONS(TV_MHD_MEMBER) };
#undef TV_MHD_MEMBER

/* Returns NULL, or the name of a missing function or library. The library stays loaded. */
static inline const char *tv_mhd_load(struct tv_mhd *table) {
    void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define TV_MHD_LOOK_UP(name) \
    table->name = (__typeof__(&name))dlsym(library, #name); \
    if (!table->name) return "libmicrohttpd has no " #name;
    TV_MHD_FUNCTIONS(TV_MHD_LOOK_UP)
#undef TV_MHD_LOOK_UP
    return 0;
}

/* The callbacks of the library. Must live as long as the server; every function is called on the thread that runs
   it. */
struct tv_mhd_handlers {
    const struct tv_mhd *table;
    void *context;
    /* A connection was opened from this numeric address. The result is its `state` from then on. */
    void *(*opened)(void *context, struct MHD_Connection *connection, int socket, const char *peer);
    void (*closed)(void *context, void *state);
    /* A request begins, with its target as received, or NULL without one. */
    void (*began)(void *context, void *state, const char *target);
    /* Called first with the head (and no bytes), then with pieces of the body, then without bytes again. Returns 0
       to end the connection. */
    int (*received)(void *context, void *state, const char *method, const char *bytes, size_t count);
    /* A request was answered or abandoned. */
    void (*completed)(void *context, void *state);
    void (*logged)(void *context, const char *line);
};

static inline void *tv_mhd_state(const struct tv_mhd *table, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        table->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : 0;
}

static inline void tv_mhd_connection(
    void *context, struct MHD_Connection *connection, void **state, enum MHD_ConnectionNotificationCode code) {
    struct tv_mhd_handlers *handlers = (struct tv_mhd_handlers *)context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        handlers->closed(handlers->context, *state);
        *state = 0;
        return;
    }
    char peer[NI_MAXHOST] = "";
    const union MHD_ConnectionInfo *address =
        handlers->table->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (address && address->client_addr) {
        socklen_t size = address->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                                                     : sizeof(struct sockaddr_in);
        if (getnameinfo(address->client_addr, size, peer, sizeof(peer), 0, 0, NI_NUMERICHOST)) peer[0] = 0;
    }
    const union MHD_ConnectionInfo *socket =
        handlers->table->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    *state = handlers->opened(handlers->context, connection, socket ? socket->connect_fd : -1, peer);
}

static inline void *tv_mhd_target(void *context, const char *target, struct MHD_Connection *connection) {
    struct tv_mhd_handlers *handlers = (struct tv_mhd_handlers *)context;
    handlers->began(handlers->context, tv_mhd_state(handlers->table, connection), target);
    return 0;
}

static inline enum MHD_Result tv_mhd_access(
    void *context, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *bytes, size_t *count, void **request) {
    struct tv_mhd_handlers *handlers = (struct tv_mhd_handlers *)context;
    (void)url, (void)version, (void)request;
    int result = handlers->received(
        handlers->context, tv_mhd_state(handlers->table, connection), method, bytes, bytes ? *count : 0);
    *count = 0;
    return result ? MHD_YES : MHD_NO;
}

static inline void tv_mhd_completed(
    void *context, struct MHD_Connection *connection, void **request, enum MHD_RequestTerminationCode code) {
    struct tv_mhd_handlers *handlers = (struct tv_mhd_handlers *)context;
    (void)request, (void)code;
    handlers->completed(handlers->context, tv_mhd_state(handlers->table, connection));
}

static inline void tv_mhd_log(void *context, const char *format, va_list arguments) {
    struct tv_mhd_handlers *handlers = (struct tv_mhd_handlers *)context;
    char line[512];
    vsnprintf(line, sizeof(line), format, arguments);
    handlers->logged(handlers->context, line);
}

/* Does not unescape: the handler (`began`) parses targets itself. */
static inline size_t tv_mhd_unescape(void *context, struct MHD_Connection *connection, char *text) {
    (void)context, (void)connection;
    return strlen(text);
}

struct tv_mhd_limits {
    unsigned connections;
    /* 0 for no limit. */
    unsigned connections_per_address;
    /* Bytes for the head, and for each read. */
    size_t memory_per_connection;
};

/* Returns NULL on failure, after passing the reason to `logged`. `key` and `certificate`: PEM, or NULL for plain
   HTTP; like the priorities of GnuTLS they must live as long as the server. The socket is listening already, and is
   closed with the server. */
static inline struct MHD_Daemon *tv_mhd_start(
    struct tv_mhd_handlers *handlers, int socket, struct tv_mhd_limits limits, const char *certificate, const char *key,
    const char *priorities) {
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)priorities},
        {MHD_OPTION_END, 0, 0},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, 0}};
    struct MHD_OptionItem options[] = {
        {MHD_OPTION_EXTERNAL_LOGGER, (intptr_t)tv_mhd_log, handlers},
        {MHD_OPTION_LISTEN_SOCKET, socket, 0},
        {MHD_OPTION_CONNECTION_LIMIT, (intptr_t)limits.connections, 0},
        {MHD_OPTION_PER_IP_CONNECTION_LIMIT, (intptr_t)limits.connections_per_address, 0},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)limits.memory_per_connection, 0},
        {MHD_OPTION_STRICT_FOR_CLIENT, 1, 0},
        {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)tv_mhd_connection, handlers},
        {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)tv_mhd_completed, handlers},
        {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)tv_mhd_target, handlers},
        {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)tv_mhd_unescape, 0},
        {MHD_OPTION_ARRAY, 0, certificate ? tls : none},
        {MHD_OPTION_END, 0, 0},
    };
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG | (certificate ? MHD_USE_TLS : 0);
    return handlers->table->MHD_start_daemon(
        flags, 0, 0, 0, tv_mhd_access, handlers, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

/* Readable when there is work. */
static inline int tv_mhd_descriptor(const struct tv_mhd *table, struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = table->MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

/* Returns milliseconds until there is work, or -1 to wait for the descriptor only. */
static inline int tv_mhd_timeout(const struct tv_mhd *table, struct MHD_Daemon *daemon) {
    MHD_UNSIGNED_LONG_LONG time = 0;
    if (table->MHD_get_timeout(daemon, &time) != MHD_YES) return -1;
    return time > 60000 ? 60000 : (int)time;
}

/* Whether the library was built with GnuTLS. */
static inline int tv_mhd_has_tls(const struct tv_mhd *table) {
    return table->MHD_is_feature_supported(MHD_FEATURE_TLS) == MHD_YES;
}

typedef void (*tv_mhd_field)(void *context, const char *name, size_t name_size, const char *value, size_t value_size);
struct tv_mhd_fields { void *context; tv_mhd_field each; };

static inline enum MHD_Result tv_mhd_each_field(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value, size_t value_size) {
    struct tv_mhd_fields *fields = (struct tv_mhd_fields *)context;
    (void)kind;
    fields->each(fields->context, name, name_size, value, value ? value_size : 0);
    return MHD_YES;
}

static inline void tv_mhd_read_fields(
    const struct tv_mhd *table, struct MHD_Connection *connection, void *context, tv_mhd_field each) {
    struct tv_mhd_fields fields = {context, each};
    table->MHD_get_connection_values_n(connection, MHD_HEADER_KIND, tv_mhd_each_field, &fields);
}

/* Copies the bytes. */
static inline struct MHD_Response *tv_mhd_response(const struct tv_mhd *table, const void *bytes, size_t count) {
    return table->MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/* Returns 0 if the response cannot be queued now. */
static inline int tv_mhd_queue(
    const struct tv_mhd *table, struct MHD_Connection *connection, unsigned status, struct MHD_Response *response) {
    return table->MHD_queue_response(connection, status, response) == MHD_YES;
}
