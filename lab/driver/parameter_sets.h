// SPS and PPS from the parameters of a picture, which a client of VA-API gives instead of them (7.3.2.1, 7.3.2.2).
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <va/va.h>

enum { LONGEST_PARAMETER_SET = 1024 };

// Both write a NAL unit with its start code, at most LONGEST_PARAMETER_SET bytes, and return its length.
// What VA-API does not pass on is made up: level, cropping, display, and for picture order counts of type 1 the
// offsets, so that of B slices in such streams only those without implicit weights and temporal prediction are right.
size_t write_sps(uint8_t *to, const VAPictureParameterBufferH264 *picture);
// `scaling` may be NULL; `references` are num_ref_idx_l0_default_active_minus1 and that of list 1.
size_t write_pps(uint8_t *to, const VAPictureParameterBufferH264 *picture, const VAIQMatrixBufferH264 *scaling,
                 unsigned id, const int references[2]);
