// What a client gives for a picture to decode, and whether it makes sense.
#pragma once
#include "driver.h"
#include "slices.h"

typedef struct {
    int width, height; // of the context
    VAPictureParameterBufferH264 parameters;
    VAIQMatrixBufferH264 scaling;
    bool has_parameters, has_scaling;
    Slice *slices;
    unsigned slice_count;
    uint8_t *data; // the NAL units of the slices, each behind a start code
    size_t length;
    const char *fault; // what was wrong with a buffer
} DecodingRequest;

void request_begin(DecodingRequest *request);
void request_free(DecodingRequest *request);
VAStatus request_take(DecodingRequest *request, const Buffer *buffer);
// Returns what is wrong with the whole, or NULL.
const char *request_check(DecodingRequest *request, VADriverContextP va, const Surface *surface, VASurfaceID id);
