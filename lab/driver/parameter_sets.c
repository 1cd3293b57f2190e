#include "parameter_sets.h"
#include "bits.h"
#include "syntax.h"
#include <string.h>

enum { PROFILE_HIGH = 100, HIGHEST_LEVEL = 62, FLAT = 16 };

// Coefficients in the order in which they are coded (6.4.11, figure 6-6 and 8-8), by their place in the matrix.
static const uint8_t zigzag_4x4[16] = {0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15};

static void make_zigzag_8x8(uint8_t order[64]) {
    for (int diagonal = 0, at = 0; diagonal < 15; diagonal++)
        for (int step = 0; step <= diagonal; step++) {
            int row = diagonal % 2 ? step : diagonal - step, column = diagonal - row;
            if (row < 8 && column < 8) order[at++] = (uint8_t)(row * 8 + column);
        }
}

static void write_scaling_list(BitWriter *bits, const uint8_t *list, const uint8_t *order, int count) {
    write_bits(bits, 1, 1); // pic_scaling_list_present_flag
    for (int i = 0, last = 8; i < count; i++) {
        int next = list[order[i]];
        write_se(bits, (int8_t)(next - last));
        last = next;
    }
}

static size_t finish(uint8_t *to, uint8_t header, uint8_t *content, BitWriter *bits) {
    write_bits(bits, 1, 1);
    while (bits->position % 8) write_bits(bits, 0, 1);
    memcpy(to, (uint8_t[]){0, 0, 0, 1, header}, 5);
    return 5 + escape(to + 5, content, bits->position / 8);
}

size_t write_sps(uint8_t *to, const VAPictureParameterBufferH264 *picture) {
    uint8_t content[LONGEST_PARAMETER_SET / 2];
    BitWriter bits = {content, 0};
    unsigned frames_only = picture->seq_fields.bits.frame_mbs_only_flag;
    write_bits(&bits, PROFILE_HIGH, 8); // its syntax covers the other profiles
    write_bits(&bits, 0, 8);
    write_bits(&bits, HIGHEST_LEVEL, 8);
    write_ue(&bits, 0); // seq_parameter_set_id
    write_ue(&bits, picture->seq_fields.bits.chroma_format_idc);
    write_ue(&bits, picture->bit_depth_luma_minus8);
    write_ue(&bits, picture->bit_depth_chroma_minus8);
    write_bits(&bits, 0, 2); // qpprime_y_zero_transform_bypass_flag, seq_scaling_matrix_present_flag
    write_ue(&bits, picture->seq_fields.bits.log2_max_frame_num_minus4);
    write_ue(&bits, picture->seq_fields.bits.pic_order_cnt_type);
    if (picture->seq_fields.bits.pic_order_cnt_type == 0)
        write_ue(&bits, picture->seq_fields.bits.log2_max_pic_order_cnt_lsb_minus4);
    if (picture->seq_fields.bits.pic_order_cnt_type == 1) {
        write_bits(&bits, picture->seq_fields.bits.delta_pic_order_always_zero_flag, 1);
        write_se(&bits, 0); // offset_for_non_ref_pic
        write_se(&bits, 0); // offset_for_top_to_bottom_field
        write_ue(&bits, 0); // num_ref_frames_in_pic_order_cnt_cycle
    }
    write_ue(&bits, picture->num_ref_frames);
    write_bits(&bits, picture->seq_fields.bits.gaps_in_frame_num_value_allowed_flag, 1);
    write_ue(&bits, picture->picture_width_in_mbs_minus1);
    write_ue(&bits, (picture->picture_height_in_mbs_minus1 + 1u) / (frames_only ? 1 : 2) - 1);
    write_bits(&bits, frames_only, 1);
    if (!frames_only) write_bits(&bits, picture->seq_fields.bits.mb_adaptive_frame_field_flag, 1);
    write_bits(&bits, picture->seq_fields.bits.direct_8x8_inference_flag, 1);
    write_bits(&bits, 0, 2); // frame_cropping_flag, vui_parameters_present_flag
    return finish(to, 3 << 5 | NAL_TYPE_SPS, content, &bits);
}

size_t write_pps(uint8_t *to, const VAPictureParameterBufferH264 *picture, const VAIQMatrixBufferH264 *scaling,
                 unsigned id, const int references[2]) {
    uint8_t content[LONGEST_PARAMETER_SET / 2], zigzag_8x8[64];
    BitWriter bits = {content, 0};
    write_ue(&bits, id);
    write_ue(&bits, 0); // seq_parameter_set_id
    write_bits(&bits, picture->pic_fields.bits.entropy_coding_mode_flag, 1);
    write_bits(&bits, picture->pic_fields.bits.pic_order_present_flag, 1);
    write_ue(&bits, 0); // num_slice_groups_minus1
    write_ue(&bits, references[0]);
    write_ue(&bits, references[1]);
    write_bits(&bits, picture->pic_fields.bits.weighted_pred_flag, 1);
    write_bits(&bits, picture->pic_fields.bits.weighted_bipred_idc, 2);
    write_se(&bits, picture->pic_init_qp_minus26);
    write_se(&bits, picture->pic_init_qs_minus26);
    write_se(&bits, picture->chroma_qp_index_offset);
    write_bits(&bits, picture->pic_fields.bits.deblocking_filter_control_present_flag, 1);
    write_bits(&bits, picture->pic_fields.bits.constrained_intra_pred_flag, 1);
    write_bits(&bits, picture->pic_fields.bits.redundant_pic_cnt_present_flag, 1);
    write_bits(&bits, picture->pic_fields.bits.transform_8x8_mode_flag, 1);
    write_bits(&bits, scaling != NULL, 1); // pic_scaling_matrix_present_flag
    if (scaling) {
        make_zigzag_8x8(zigzag_8x8);
        for (int i = 0; i < 6; i++) write_scaling_list(&bits, scaling->ScalingList4x4[i], zigzag_4x4, 16);
        for (int i = 0; i < 2 && picture->pic_fields.bits.transform_8x8_mode_flag; i++)
            write_scaling_list(&bits, scaling->ScalingList8x8[i], zigzag_8x8, 64);
    }
    write_se(&bits, picture->second_chroma_qp_index_offset);
    return finish(to, 3 << 5 | NAL_TYPE_PPS, content, &bits);
}
