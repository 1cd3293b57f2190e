// A slice as a client of the decoder gives it: a NAL unit, and parameters that say the same as its header (7.3.3).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <va/va.h>

typedef struct {
    VASliceParameterBufferH264 parameters;
    size_t offset; // of the NAL unit, without start code, in the data of the picture
    bool has_data, is_idr;
    unsigned pps_id;
    int default_references[2]; // num_ref_idx_default_active_minus1 of its PPS; -1 where the slice does not tell
} Slice;

// Reads the header, and compares it with the parameters. Returns what differs, or NULL.
const char *check_slice(Slice *slice, const uint8_t *unit, const VAPictureParameterBufferH264 *picture);
// Compares the lists of references with the picture's. Returns what is wrong, or NULL.
const char *check_references(const Slice *slice, const VAPictureParameterBufferH264 *picture);
