/* libavdevice, loaded when something is first captured: it brings libraries of sound servers and of windows, which no
   player needs. Only its registration is called; its formats are then found by libavformat. */
#pragma once
#include <dlfcn.h>
#include <libavdevice/avdevice.h>
#include <libavutil/macros.h>

/* The version that the headers describe; null on success, else the loader's words. Never unloaded. */
static inline const char *tv_load_devices(void) {
    void *library = dlopen("libavdevice.so." AV_STRINGIFY(LIBAVDEVICE_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
    __typeof__(&avdevice_register_all) register_all =
        (__typeof__(&avdevice_register_all))dlsym(library, "avdevice_register_all");
    if (!register_all) return "a function is missing";
    register_all();
    return 0;
}
