/* FFmpeg's headers, and the macros and variadic calls that Swift cannot import. Nothing else belongs here. */
#pragma once
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/display.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>

static const int tv_averror_eof = AVERROR_EOF;
static const int tv_averror_eagain = AVERROR(EAGAIN);
static const int tv_averror_exit = AVERROR_EXIT;
static const int tv_averror_io = AVERROR(EIO);
static const int tv_averror_nosys = AVERROR(ENOSYS);
static const int64_t tv_nopts = AV_NOPTS_VALUE;

static inline int tv_averror(int posix) { return AVERROR(posix); }
static inline void tv_strerror(int code, char *text, size_t size) { av_strerror(code, text, size); }
/* One line of text for a log call of FFmpeg; FFmpeg's own va_list type does not survive the way into Swift. */
static inline int tv_log_line(void *context, int level, const char *format, va_list arguments, char *line, int size) {
    int prefix = 1;
    return av_log_format_line2(context, level, format, arguments, line, size, &prefix);
}

/* libavfilter, which brings thirty libraries with it (11 MB and half of the time to start) and is needed for another
   speed only: its header gives the types, the library is loaded when it is first wanted. */
typedef struct {
    __typeof__(&avfilter_graph_alloc) graph_alloc;
    __typeof__(&avfilter_graph_free) graph_free;
    __typeof__(&avfilter_graph_config) graph_config;
    __typeof__(&avfilter_graph_create_filter) graph_create_filter;
    __typeof__(&avfilter_get_by_name) get_by_name;
    __typeof__(&avfilter_link) link;
    __typeof__(&av_buffersrc_add_frame_flags) add_frame;
    __typeof__(&av_buffersink_get_frame) get_frame;
} tv_filters;
#define TV_FIND(field, name) ((filters->field = (__typeof__(&name))dlsym(library, #name)) != NULL)
/* Fills `filters`; 0 where the library of the header's major version is not there. It stays loaded. */
static inline int tv_load_filters(tv_filters *filters) {
    void *library = dlopen("libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    return library != NULL && TV_FIND(graph_alloc, avfilter_graph_alloc) && TV_FIND(graph_free, avfilter_graph_free) &&
           TV_FIND(graph_config, avfilter_graph_config) &&
           TV_FIND(graph_create_filter, avfilter_graph_create_filter) &&
           TV_FIND(get_by_name, avfilter_get_by_name) && TV_FIND(link, avfilter_link) &&
           TV_FIND(add_frame, av_buffersrc_add_frame_flags) && TV_FIND(get_frame, av_buffersink_get_frame);
}
#undef TV_FIND
