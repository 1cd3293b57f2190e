// What Swift sees of FFmpeg's libraries: their headers, and static inline functions for what Swift cannot import.
#ifndef STREAMD_CFFMPEG_SHIM_H
#define STREAMD_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavutil/avutil.h>

#endif
