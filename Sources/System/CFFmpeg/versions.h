/* The differences in functions and declarations between FFmpeg 5.1 and 9. Swift uses only these names; the
   conditions are the versions of the libraries that introduced the newer form, according to doc/APIchanges. */
#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/frame.h>
#include <libswscale/swscale.h>

/* FFmpeg 6.1 has flags in place of key_frame and interlaced_frame, which FFmpeg 8 lacks. */
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 29, 100)
static inline int tv_frame_is_key(const AVFrame *frame) { return (frame->flags & AV_FRAME_FLAG_KEY) != 0; }
static inline int tv_frame_is_interlaced(const AVFrame *frame) {
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
}
static inline void tv_frame_mark_key(AVFrame *frame) { frame->flags |= AV_FRAME_FLAG_KEY; }
#else
static inline int tv_frame_is_key(const AVFrame *frame) { return frame->key_frame; }
static inline int tv_frame_is_interlaced(const AVFrame *frame) { return frame->interlaced_frame; }
static inline void tv_frame_mark_key(AVFrame *frame) { frame->key_frame = 1; }
#endif

/* Returns the duration in the time base of the packets, or 0 if it is unknown. */
static inline int64_t tv_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

/* Returns NULL if the stream has no side data of this kind. The data lives as long as the stream. */
static inline const uint8_t *tv_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
    const AVCodecParameters *parameters = stream->codecpar;
    const AVPacketSideData *data =
        av_packet_side_data_get(parameters->coded_side_data, parameters->nb_coded_side_data, type);
    return data ? data->data : 0;
#else
    return av_stream_get_side_data(stream, type, 0);
#endif
}

/* A converter of swscale. Its own type is opaque up to FFmpeg 7 and complete from 8 on, so Swift would see two
   types. */
struct tv_scaler;

static const int tv_scale_area = SWS_AREA;
static const int tv_scale_bicubic = SWS_BICUBIC;
static const int tv_scale_accurate = SWS_ACCURATE_RND;
static const int tv_scale_full_chroma_in = SWS_FULL_CHR_H_INP;
static const int tv_scale_full_chroma_out = SWS_FULL_CHR_H_INT;

/* Returns `old` if it fits, else a new one that replaces it, or NULL if swscale does not support the pair of
   formats. */
static inline struct tv_scaler *tv_scaler_make(
    struct tv_scaler *old, int source_width, int source_height, enum AVPixelFormat source, int width, int height,
    enum AVPixelFormat target, int flags) {
    return (struct tv_scaler *)sws_getCachedContext(
        (struct SwsContext *)old, source_width, source_height, source, width, height, target, flags, 0, 0, 0);
}
static inline void tv_scaler_free(struct tv_scaler *scaler) { sws_freeContext((struct SwsContext *)scaler); }
/* Sets the matrices (SWS_CS_ITU709 and the like) and the ranges (1 is full). */
static inline void tv_scaler_set_color(
    struct tv_scaler *scaler, int source_matrix, int source_range, int matrix, int range) {
    sws_setColorspaceDetails(
        (struct SwsContext *)scaler, sws_getCoefficients(source_matrix), source_range, sws_getCoefficients(matrix),
        range, 0, 1 << 16, 1 << 16);
}
/* Returns the number of rows written, or an error of FFmpeg. */
static inline int tv_scaler_run(
    struct tv_scaler *scaler, const uint8_t *const planes[], const int strides[], int rows, uint8_t *const target[],
    const int target_strides[]) {
    return sws_scale(
        (struct SwsContext *)scaler, planes, strides, 0, rows, (uint8_t *const *)target, target_strides);
}
