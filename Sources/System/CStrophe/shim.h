/* libstrophe, a stream of XMPP over TCP and TLS. Nothing else belongs here. */
#pragma once
#include <stdlib.h>
#include <strophe.h>

/* Heap memory that one context holds: it shows how much data the server has sent. For one thread. */
struct tv_strophe_ledger {
    long blocks;
};
static inline void *tv_strophe_allocate(size_t size, void *ledger) {
    void *block = malloc(size);
    if (block) ((struct tv_strophe_ledger *)ledger)->blocks++;
    return block;
}
static inline void tv_strophe_free(void *block, void *ledger) {
    if (block) ((struct tv_strophe_ledger *)ledger)->blocks--;
    free(block);
}
static inline void *tv_strophe_reallocate(void *block, size_t size, void *ledger) {
    void *moved = realloc(block, size);
    if (!block && moved) ((struct tv_strophe_ledger *)ledger)->blocks++;
    return moved;
}
static inline void tv_strophe_set_memory(xmpp_mem_t *memory, struct tv_strophe_ledger *ledger) {
    memory->alloc = tv_strophe_allocate;
    memory->free = tv_strophe_free;
    memory->realloc = tv_strophe_reallocate;
    memory->userdata = ledger;
}
