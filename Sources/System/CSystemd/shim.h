/* sd-bus, loaded on first use: the program starts and runs without libsystemd. Declared here according to Debian
   12's systemd/sd-bus.h, so that building needs no headers either. Nothing else belongs here.

   A table of functions is used instead of sd_bus_vtable, which consists of macros that Swift cannot import. One
   handler for a whole object (sd_bus_add_object) needs no sd_bus_vtable. */
#pragma once
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct { const char *name; const char *message; int need_free; } tv_bus_error;
/* Returns 0 if not handled, a positive number if handled, or a negative error number. */
typedef int (*tv_bus_handler)(sd_bus_message *message, void *context, tv_bus_error *error);

/* X(name in the table, symbol, result, parameters with names, arguments) */
#define TV_BUS_FUNCTIONS(X) \
    X(open_user, sd_bus_open_user, int, (sd_bus **bus), (bus)) \
    X(close_unref, sd_bus_close_unref, sd_bus *, (sd_bus *bus), (bus)) \
    X(request_name, sd_bus_request_name_async, int, \
      (sd_bus *bus, sd_bus_slot **slot, const char *name, uint64_t flags, tv_bus_handler handler, void *context), \
      (bus, slot, name, flags, handler, context)) \
    X(add_object, sd_bus_add_object, int, \
      (sd_bus *bus, sd_bus_slot **slot, const char *path, tv_bus_handler handler, void *context), \
      (bus, slot, path, handler, context)) \
    X(process, sd_bus_process, int, (sd_bus *bus, sd_bus_message **message), (bus, message)) \
    X(get_fd, sd_bus_get_fd, int, (sd_bus *bus), (bus)) \
    X(get_events, sd_bus_get_events, int, (sd_bus *bus), (bus)) \
    X(get_timeout, sd_bus_get_timeout, int, (sd_bus *bus, uint64_t *microseconds), (bus, microseconds)) \
    X(send, sd_bus_send, int, (sd_bus *bus, sd_bus_message *message, uint64_t *cookie), (bus, message, cookie)) \
    X(interface, sd_bus_message_get_interface, const char *, (sd_bus_message *message), (message)) \
    X(member, sd_bus_message_get_member, const char *, (sd_bus_message *message), (message)) \
    X(read_basic, sd_bus_message_read_basic, int, (sd_bus_message *message, char type, void *value), \
      (message, type, value)) \
    X(peek_type, sd_bus_message_peek_type, int, (sd_bus_message *message, char *type, const char **contents), \
      (message, type, contents)) \
    X(enter, sd_bus_message_enter_container, int, (sd_bus_message *message, char type, const char *contents), \
      (message, type, contents)) \
    X(new_return, sd_bus_message_new_method_return, int, (sd_bus_message *call, sd_bus_message **message), \
      (call, message)) \
    X(new_error, sd_bus_message_new_method_error, int, \
      (sd_bus_message *call, sd_bus_message **message, const tv_bus_error *error), (call, message, error)) \
    X(new_signal, sd_bus_message_new_signal, int, \
      (sd_bus *bus, sd_bus_message **message, const char *path, const char *interface, const char *member), \
      (bus, message, path, interface, member)) \
    X(append_basic, sd_bus_message_append_basic, int, (sd_bus_message *message, char type, const void *value), \
      (message, type, value)) \
    X(open_container, sd_bus_message_open_container, int, (sd_bus_message *message, char type, const char *contents), \
      (message, type, contents)) \
    X(close_container, sd_bus_message_close_container, int, (sd_bus_message *message), (message)) \
    X(unref, sd_bus_message_unref, sd_bus_message *, (sd_bus_message *message), (message))

#define TV_BUS_MEMBER(name, symbol, result, parameters, arguments) result (*name) parameters;
struct tv_bus { TV_BUS_FUNCTIONS(TV_BUS_MEMBER) };
#undef TV_BUS_MEMBER

/* Returns NULL, or the name of a missing function or library. The library stays loaded. */
static inline const char *tv_bus_load(struct tv_bus *table) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return "libsystemd.so.0";
#define TV_BUS_FIND(name, symbol, result, parameters, arguments) \
    table->name = (__typeof__(table->name))dlsym(library, #symbol); \
    if (!table->name) return #symbol;
    TV_BUS_FUNCTIONS(TV_BUS_FIND)
#undef TV_BUS_FIND
    return NULL;
}

#define TV_BUS_LIST(...) __VA_ARGS__
#define TV_BUS_CALL(name, symbol, result, parameters, arguments) \
    static inline result tv_bus_##name(const struct tv_bus *table, TV_BUS_LIST parameters) { \
        return table->name arguments; \
    }
TV_BUS_FUNCTIONS(TV_BUS_CALL)
#undef TV_BUS_CALL
#undef TV_BUS_LIST
