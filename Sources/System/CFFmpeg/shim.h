/* FFmpeg's headers, and the macros and variadic calls that Swift cannot import. Nothing else belongs here. */
#pragma once
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
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
#include <libavutil/spherical.h>
#include <libavutil/stereo3d.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include "devices.h"
#include "filters.h"
#include "versions.h"
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
/* Formats one line of text for a log call of FFmpeg; Swift cannot import FFmpeg's va_list type. */
static inline int tv_log_line(void *context, int level, const char *format, va_list arguments, char *line, int size) {
    int prefix = 1;
    return av_log_format_line2(context, level, format, arguments, line, size, &prefix);
}

