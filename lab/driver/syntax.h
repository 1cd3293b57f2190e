// As much of the syntax of H.264 as it takes to find the end of a slice header (7.3.2.1, 7.3.2.2, 7.3.3).
#pragma once
#include "bits.h"
#include <stdbool.h>

enum {
    NAL_TYPE_SLICE = 1,
    NAL_TYPE_IDR = 5,
    NAL_TYPE_SPS = 7,
    NAL_TYPE_PPS = 8,
    SLICE_TYPE_P = 0,
    SLICE_TYPE_B = 1,
    SLICE_TYPE_I = 2
};

// What a slice header depends on, of one SPS and one PPS.
typedef struct {
    int log2_max_frame_num, poc_type, log2_max_poc_lsb;
    bool delta_poc_always_zero;
    bool cabac, bottom_field_poc, weighted_prediction, deblocking_control, redundant_pictures;
    int initial_qp, chroma_qp_offset;
} ParameterSets;

// Reads every SPS and PPS of an Annex B stream.
void read_parameter_sets(ParameterSets *sets, const uint8_t *stream, size_t count);

typedef struct {
    int nal_type, ref_idc, slice_type, qp_delta;
    size_t qp_position, deblocking_position, end; // in bits, of a NAL unit without emulation prevention
} SliceHeader;

// False where the header is cut short, or of a kind that the driver never makes: B slices, weighted prediction.
bool read_slice_header(SliceHeader *header, const ParameterSets *sets, BitReader *bits);

void skip_reference_list_modification(BitReader *bits); // of one list (7.3.3.1)
void skip_reference_picture_marking(BitReader *bits, int nal_type);
