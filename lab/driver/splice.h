// One slice from two: the header that the client packed, and the data that x264 coded.
#pragma once
#include "syntax.h"

typedef struct {
    const ParameterSets *client, *x264;
    const uint8_t *header; // the client's slice header, with start code and emulation prevention
    size_t header_bits;
    const uint8_t *slice; // x264's slice, with start code and emulation prevention
    size_t slice_bytes;
} Splice;

// Writes the slice as a NAL unit with its start code, and returns its length; 0 where the two do not fit together.
// `to` needs room for half as much again as both parts, and 64 bytes.
size_t splice(const Splice *parts, uint8_t *to);
