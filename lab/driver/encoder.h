// libx264, set up as a client of VA-API asks for.
#pragma once
#include "driver.h"
#include "syntax.h"
#include <stdbool.h>
#include <va/va_enc_h264.h>
#include <x264.h>

// What a client asked for; kept from picture to picture until it says otherwise.
typedef struct {
    VAEncSequenceParameterBufferH264 sequence;
    VAEncPictureParameterBufferH264 picture;
    VAEncSliceParameterBufferH264 slice;
    VAEncMiscParameterRateControl rate_control;
    VAEncMiscParameterHRD buffering;
    unsigned frame_rate;    // numerator in the lower 16 bits, denominator in the upper 16
    unsigned quality_level; // 1 is the best, 0 the driver's choice; it is logged, and changes nothing
    bool has_sequence;
} Request;

typedef struct {
    x264_t *x264;
    x264_param_t parameters;
    ParameterSets sets;
    uint8_t headers[512]; // x264's own SPS and PPS, for clients without packed headers
    size_t headers_length;
} Encoder;

VAStatus encoder_open(Encoder *encoder, const Configuration *configuration, const Request *request);
// Takes over a bit rate that the client has changed.
void encoder_follow(Encoder *encoder, const Configuration *configuration, const Request *request);
void encoder_close(Encoder *encoder);
