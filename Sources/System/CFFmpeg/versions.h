/* What FFmpeg 5.1 to 9 call or declare differently. Swift uses these names alone; the fences are the versions of the
   libraries in which the newer form arrived, as doc/APIchanges has them. */
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

/* In the time base of the packets; 0 where it is unknown. */
static inline int64_t tv_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

/* NULL where the stream has none of this kind. The data lives as long as the stream. */
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

/* A converter of swscale. Its own type is opaque up to FFmpeg 7 and complete from 8 on, so that Swift sees two types. */
struct tv_scaler;

static const int tv_scale_area = SWS_AREA;
static const int tv_scale_bicubic = SWS_BICUBIC;
static const int tv_scale_accurate = SWS_ACCURATE_RND;
static const int tv_scale_full_chroma_in = SWS_FULL_CHR_H_INP;
static const int tv_scale_full_chroma_out = SWS_FULL_CHR_H_INT;

/* `old` where it fits, else a new one in its place; NULL where swscale does not know the pair of formats. */
static inline struct tv_scaler *tv_scaler_make(
    struct tv_scaler *old, int source_width, int source_height, enum AVPixelFormat source, int width, int height,
    enum AVPixelFormat target, int flags) {
    return (struct tv_scaler *)sws_getCachedContext(
        (struct SwsContext *)old, source_width, source_height, source, width, height, target, flags, 0, 0, 0);
}
static inline void tv_scaler_free(struct tv_scaler *scaler) { sws_freeContext((struct SwsContext *)scaler); }
/* Matrices as SWS_CS_ITU709 and the like name them; ranges: 1 is full. */
static inline void tv_scaler_set_color(
    struct tv_scaler *scaler, int source_matrix, int source_range, int matrix, int range) {
    sws_setColorspaceDetails(
        (struct SwsContext *)scaler, sws_getCoefficients(source_matrix), source_range, sws_getCoefficients(matrix),
        range, 0, 1 << 16, 1 << 16);
}
/* The count of rows written, or an error of FFmpeg. */
static inline int tv_scaler_run(
    struct tv_scaler *scaler, const uint8_t *const planes[], const int strides[], int rows, uint8_t *const target[],
    const int target_strides[]) {
    return sws_scale(
        (struct SwsContext *)scaler, planes, strides, 0, rows, (uint8_t *const *)target, target_strides);
}
