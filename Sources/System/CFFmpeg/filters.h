/* libavfilter, loaded on first use. It brings some forty further libraries (OpenCL, Vulkan, speech synthesis and the
   like). Linked to the executable, they would double the time to start (measured on Debian 12: 61 ms of processor
   time instead of 34), for a filter that playback at normal speed never uses. */
#pragma once
#include <dlfcn.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/macros.h>

/* The functions in use. Their types come from the headers, so calls are type-checked. */
struct tv_filters {
    __typeof__(&avfilter_get_by_name) get_by_name;
    __typeof__(&avfilter_graph_alloc) graph_alloc;
    __typeof__(&avfilter_graph_config) graph_config;
    __typeof__(&avfilter_graph_create_filter) graph_create_filter;
    __typeof__(&avfilter_graph_free) graph_free;
    __typeof__(&avfilter_graph_parse_ptr) graph_parse_ptr;
    __typeof__(&avfilter_inout_alloc) inout_alloc;
    __typeof__(&avfilter_inout_free) inout_free;
    __typeof__(&avfilter_link) link;
    __typeof__(&av_buffersink_get_time_base) buffersink_get_time_base;
    __typeof__(&av_buffersink_get_frame) buffersink_get_frame;
    __typeof__(&av_buffersrc_add_frame_flags) buffersrc_add_frame_flags;
};

/* Loads the version that the headers describe. Returns NULL on success, otherwise the loader's error text. Never
   unloaded. */
static inline const char *tv_load_filters(struct tv_filters *filters) {
    void *library = dlopen("libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
    filters->get_by_name = (__typeof__(filters->get_by_name))dlsym(library, "avfilter_get_by_name");
    filters->graph_alloc = (__typeof__(filters->graph_alloc))dlsym(library, "avfilter_graph_alloc");
    filters->graph_config = (__typeof__(filters->graph_config))dlsym(library, "avfilter_graph_config");
    filters->graph_create_filter =
        (__typeof__(filters->graph_create_filter))dlsym(library, "avfilter_graph_create_filter");
    filters->graph_free = (__typeof__(filters->graph_free))dlsym(library, "avfilter_graph_free");
    filters->graph_parse_ptr = (__typeof__(filters->graph_parse_ptr))dlsym(library, "avfilter_graph_parse_ptr");
    filters->inout_alloc = (__typeof__(filters->inout_alloc))dlsym(library, "avfilter_inout_alloc");
    filters->inout_free = (__typeof__(filters->inout_free))dlsym(library, "avfilter_inout_free");
    filters->buffersink_get_time_base =
        (__typeof__(filters->buffersink_get_time_base))dlsym(library, "av_buffersink_get_time_base");
    filters->link = (__typeof__(filters->link))dlsym(library, "avfilter_link");
    filters->buffersink_get_frame =
        (__typeof__(filters->buffersink_get_frame))dlsym(library, "av_buffersink_get_frame");
    filters->buffersrc_add_frame_flags =
        (__typeof__(filters->buffersrc_add_frame_flags))dlsym(library, "av_buffersrc_add_frame_flags");
    return filters->get_by_name && filters->graph_alloc && filters->graph_config && filters->graph_create_filter
            && filters->graph_free && filters->graph_parse_ptr && filters->inout_alloc && filters->inout_free
            && filters->buffersink_get_time_base && filters->link && filters->buffersink_get_frame
            && filters->buffersrc_add_frame_flags
        ? 0 : "a function is missing";
}
