// What Swift sees of FFmpeg's libraries: their headers, and static inline functions for what Swift cannot import,
// which is macros that are more than a number, and functions with variable arguments.
#ifndef STREAMD_CFFMPEG_SHIM_H
#define STREAMD_CFFMPEG_SHIM_H

#include <dlfcn.h>
#include <errno.h>

#if !__has_include(<libavdevice/avdevice.h>)
#error "streamd needs FFmpeg's libraries: install libavdevice-dev, or build without the traits Capture and Player (--disable-default-traits)."
#endif
#include <libavcodec/avcodec.h>
#include <libavdevice/avdevice.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/time.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

#if LIBAVCODEC_VERSION_INT < AV_VERSION_INT(59, 37, 100)
#error "streamd needs FFmpeg 5.1 or later (libavcodec 59.37): install a newer libavdevice-dev, or build the relay alone with --disable-default-traits."
#endif

/// libav's code for an errno.
static inline int shim_error(int number) { return AVERROR(number); }

/// The errno that a libav code stands for; meaningless for the library's own codes.
static inline int shim_errno(int code) { return AVUNERROR(code); }

static inline int shim_error_end(void) { return AVERROR_EOF; }
static inline int shim_error_exit(void) { return AVERROR_EXIT; }
static inline int64_t shim_no_time(void) { return AV_NOPTS_VALUE; }

/// A line of libav's log, without its line end. Returns the length that it would have.
static inline int shim_format_log(void *object, int level, const char *format, va_list arguments, char *line, int size) {
    int print_prefix = 1;
    return av_log_format_line2(object, level, format, arguments, line, size, &print_prefix);
}

static inline void shim_ignore_alsa(const char *file, int line, const char *function, int error, const char *format, ...) {}

/// libasound, which libavdevice brings along where it is built with it, writes to standard error of its own accord.
static inline void shim_silence_alsa(void) {
    typedef void handler(const char *, int, const char *, int, const char *, ...);
    int (*set)(handler *) = (int (*)(handler *))dlsym(NULL, "snd_lib_error_set_handler");
    if (set) set(shim_ignore_alsa);
}

/// What a container says of a stream as a whole, such as its display matrix, and the size in bytes; NULL where it does
/// not say it.
static inline const uint8_t *shim_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    // FFmpeg 6.1 moved it to the codec parameters, and 8.0 took the old function away.
    const AVCodecParameters *parameters = stream->codecpar;
    const AVPacketSideData *data =
        av_packet_side_data_get(parameters->coded_side_data, parameters->nb_coded_side_data, type);
    *size = data ? data->size : 0;
    return data ? data->data : NULL;
#else
    return av_stream_get_side_data(stream, type, size);
#endif
}

/// A scaler of pictures, for `shim_scale` and `shim_scale_planes`; NULL without memory, or if libswscale cannot convert
/// so. Its type differs between versions of FFmpeg. Matrices are SWS_CS_ numbers; a range is 1 for 0 to 255. An exact scaler
/// rounds as the standards say; one that is not takes a fraction of the time.
static inline void *shim_new_scaler(int width, int height, enum AVPixelFormat format, int matrix, int range,
                                    int target_width, int target_height, enum AVPixelFormat target_format,
                                    int target_matrix, int target_range, int is_exact) {
    const int flags =
        is_exact ? SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP : SWS_BILINEAR;
    struct SwsContext *scaler = sws_getContext(width, height, format, target_width, target_height, target_format, flags,
                                               NULL, NULL, NULL);
    if (!scaler) return NULL;
    // It fails for formats without a matrix, such as grey, which need none.
    sws_setColorspaceDetails(scaler, sws_getCoefficients(matrix), range, sws_getCoefficients(target_matrix),
                             target_range, 0, 1 << 16, 1 << 16);
    return scaler;
}

static inline int shim_scale(void *scaler, const AVFrame *source, AVFrame *target) {
    return sws_scale((struct SwsContext *)scaler, (const uint8_t *const *)source->data, source->linesize, 0,
                     source->height, target->data, target->linesize);
}

/// Scales a picture of up to three planes to one of one plane. A plane that is not there is NULL.
static inline int shim_scale_planes(void *scaler, const uint8_t *first, int first_stride, const uint8_t *second,
                                    int second_stride, const uint8_t *third, int third_stride, int height,
                                    uint8_t *target, int target_stride) {
    const uint8_t *const planes[4] = {first, second, third, NULL};
    const int strides[4] = {first_stride, second_stride, third_stride, 0};
    uint8_t *const targets[4] = {target, NULL, NULL, NULL};
    const int target_strides[4] = {target_stride, 0, 0, 0};
    return sws_scale((struct SwsContext *)scaler, planes, strides, 0, height, targets, target_strides);
}

static inline void shim_free_scaler(void *scaler) { sws_freeContext((struct SwsContext *)scaler); }

#endif
