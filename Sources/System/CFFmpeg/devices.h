/* libavdevice, loaded when something is first captured: it brings libraries of sound and window servers, which
   playback does not need. libavformat finds its formats once they are registered. */
#pragma once
#include <dlfcn.h>
#include <libavdevice/avdevice.h>
#include <libavutil/macros.h>

/* The functions in use. Their types come from the headers, so calls are type-checked. */
struct tv_devices {
    __typeof__(&avdevice_list_input_sources) list_input_sources;
    __typeof__(&avdevice_free_list_devices) free_list_devices;
};

/* Loads the version that the headers describe. Returns NULL on success, otherwise the loader's error text. Never
   unloaded. */
static inline const char *tv_load_devices(struct tv_devices *devices) {
    void *library = dlopen("libavdevice.so." AV_STRINGIFY(LIBAVDEVICE_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
    __typeof__(&avdevice_register_all) register_all =
        (__typeof__(&avdevice_register_all))dlsym(library, "avdevice_register_all");
    devices->list_input_sources =
        (__typeof__(devices->list_input_sources))dlsym(library, "avdevice_list_input_sources");
    devices->free_list_devices = (__typeof__(devices->free_list_devices))dlsym(library, "avdevice_free_list_devices");
    if (!register_all || !devices->list_input_sources || !devices->free_list_devices) return "a function is missing";
    register_all();
    return 0;
}
