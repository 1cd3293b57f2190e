// The kernel's interfaces to cameras (Video for Linux, <linux/videodev2.h>) and sound cards (<sound/asound.h>): their
// requests as functions, because Swift cannot import the macros. Each returns 0, or the errno.
#ifndef STREAMD_CVIDEOFORLINUX_SHIM_H
#define STREAMD_CVIDEOFORLINUX_SHIM_H

#include <errno.h>
#include <linux/videodev2.h>
#include <sound/asound.h>
#include <string.h>
#include <sys/ioctl.h>

static inline int video_request(int descriptor, unsigned long request, void *argument) {
    int result;
    do result = ioctl(descriptor, request, argument);
    while (result < 0 && errno == EINTR);
    return result < 0 ? errno : 0;
}

static inline int video_query_capability(int descriptor, struct v4l2_capability *capability) {
    return video_request(descriptor, VIDIOC_QUERYCAP, capability);
}

static inline int video_list_format(int descriptor, struct v4l2_fmtdesc *format) {
    return video_request(descriptor, VIDIOC_ENUM_FMT, format);
}

static inline int video_list_frame_size(int descriptor, struct v4l2_frmsizeenum *size) {
    return video_request(descriptor, VIDIOC_ENUM_FRAMESIZES, size);
}

static inline int video_list_frame_interval(int descriptor, struct v4l2_frmivalenum *interval) {
    return video_request(descriptor, VIDIOC_ENUM_FRAMEINTERVALS, interval);
}

static inline int video_get_format(int descriptor, struct v4l2_format *format) {
    return video_request(descriptor, VIDIOC_G_FMT, format);
}

static inline int video_get_standard(int descriptor, v4l2_std_id *standard) {
    return video_request(descriptor, VIDIOC_G_STD, standard);
}

// Of the standards with 525 lines, whose lower field comes first.
static inline v4l2_std_id video_standards_of_525_lines(void) { return V4L2_STD_525_60; }

// What a capturing PCM can do at all: the kernel narrows a request for anything.
static inline int sound_query_limits(int descriptor, unsigned *lowest_rate, unsigned *highest_rate,
                                     unsigned *fewest_channels, unsigned *most_channels) {
    struct snd_pcm_hw_params limits;
    memset(&limits, 0, sizeof limits);
    memset(limits.masks, 0xFF, sizeof limits.masks);
    for (int i = 0; i <= SNDRV_PCM_HW_PARAM_LAST_INTERVAL - SNDRV_PCM_HW_PARAM_FIRST_INTERVAL; i++)
        limits.intervals[i].max = ~0U;
    limits.rmask = ~0U;
    int error = video_request(descriptor, SNDRV_PCM_IOCTL_HW_REFINE, &limits);
    const struct snd_interval *rate =
        &limits.intervals[SNDRV_PCM_HW_PARAM_RATE - SNDRV_PCM_HW_PARAM_FIRST_INTERVAL];
    const struct snd_interval *channels =
        &limits.intervals[SNDRV_PCM_HW_PARAM_CHANNELS - SNDRV_PCM_HW_PARAM_FIRST_INTERVAL];
    *lowest_rate = rate->min;
    *highest_rate = rate->max;
    *fewest_channels = channels->min;
    *most_channels = channels->max;
    return error;
}

#endif
