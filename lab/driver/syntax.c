#include "syntax.h"
#include <stdlib.h>

static void read_sps(ParameterSets *sets, BitReader *bits) {
    unsigned profile = read_bits(bits, 8);
    read_bits(bits, 16); // constraint flags, level
    read_ue(bits);       // seq_parameter_set_id
    if (profile >= 100) {
        read_ue(bits);      // chroma_format_idc
        read_ue(bits);      // bit_depth_luma_minus8
        read_ue(bits);      // bit_depth_chroma_minus8
        read_bits(bits, 2); // qpprime_y_zero_transform_bypass_flag, seq_scaling_matrix_present_flag
    }
    sets->log2_max_frame_num = read_ue(bits) + 4;
    sets->poc_type = read_ue(bits);
    if (sets->poc_type == 0) sets->log2_max_poc_lsb = read_ue(bits) + 4;
    if (sets->poc_type == 1) sets->delta_poc_always_zero = read_bits(bits, 1);
}

static void read_pps(ParameterSets *sets, BitReader *bits) {
    read_ue(bits); // pic_parameter_set_id
    read_ue(bits); // seq_parameter_set_id
    sets->cabac = read_bits(bits, 1);
    sets->bottom_field_poc = read_bits(bits, 1);
    read_ue(bits); // num_slice_groups_minus1
    read_ue(bits); // num_ref_idx_l0_default_active_minus1
    read_ue(bits); // num_ref_idx_l1_default_active_minus1
    sets->weighted_prediction = read_bits(bits, 1);
    read_bits(bits, 2); // weighted_bipred_idc
    sets->initial_qp = 26 + read_se(bits);
    read_se(bits); // pic_init_qs_minus26
    sets->chroma_qp_offset = read_se(bits);
    sets->deblocking_control = read_bits(bits, 1);
    read_bits(bits, 1); // constrained_intra_pred_flag
    sets->redundant_pictures = read_bits(bits, 1);
}

void read_parameter_sets(ParameterSets *sets, const uint8_t *stream, size_t count) {
    uint8_t *plain = malloc(count + 1);
    if (!plain) return;
    for (size_t start = next_nal_unit(stream, count, 0), end; start < count; start = end) {
        end = next_nal_unit(stream, count, start);
        BitReader bits = {plain, 8 * unescape(plain, stream + start, end - start), 0};
        unsigned type = read_bits(&bits, 8) & 31;
        if (type == NAL_TYPE_SPS) read_sps(sets, &bits);
        if (type == NAL_TYPE_PPS) read_pps(sets, &bits);
    }
    free(plain);
}

void skip_reference_list_modification(BitReader *bits) {
    if (!read_bits(bits, 1)) return;
    while (read_ue(bits) != 3 && bits->position < bits->count) read_ue(bits);
}

void skip_reference_picture_marking(BitReader *bits, int nal_type) {
    if (nal_type == NAL_TYPE_IDR) {
        read_bits(bits, 2);
        return;
    }
    if (!read_bits(bits, 1)) return;
    for (unsigned operation; (operation = read_ue(bits)) && bits->position < bits->count;) {
        if (operation != 5) read_ue(bits);
        if (operation == 3) read_ue(bits);
    }
}

static void skip_picture_order_count(const ParameterSets *sets, BitReader *bits) {
    if (sets->poc_type == 0) {
        read_bits(bits, sets->log2_max_poc_lsb);
        if (sets->bottom_field_poc) read_se(bits);
    } else if (sets->poc_type == 1 && !sets->delta_poc_always_zero) {
        read_se(bits);
        if (sets->bottom_field_poc) read_se(bits);
    }
}

bool read_slice_header(SliceHeader *header, const ParameterSets *sets, BitReader *bits) {
    header->ref_idc = read_bits(bits, 3);
    header->nal_type = read_bits(bits, 5);
    read_ue(bits); // first_mb_in_slice
    header->slice_type = read_ue(bits) % 5;
    bool predicted = header->slice_type == SLICE_TYPE_P;
    read_ue(bits); // pic_parameter_set_id
    read_bits(bits, sets->log2_max_frame_num);
    if (header->nal_type == NAL_TYPE_IDR) read_ue(bits); // idr_pic_id
    skip_picture_order_count(sets, bits);
    if (sets->redundant_pictures) read_ue(bits);
    if (header->slice_type == SLICE_TYPE_B || (predicted && sets->weighted_prediction)) return false;
    if (predicted) {
        if (read_bits(bits, 1)) read_ue(bits); // num_ref_idx_l0_active_minus1
        skip_reference_list_modification(bits);
    }
    if (header->ref_idc) skip_reference_picture_marking(bits, header->nal_type);
    if (sets->cabac && predicted) read_ue(bits); // cabac_init_idc
    header->qp_position = bits->position;
    header->qp_delta = read_se(bits);
    header->deblocking_position = bits->position;
    if (sets->deblocking_control && read_ue(bits) != 1) {
        read_se(bits);
        read_se(bits);
    }
    header->end = bits->position;
    return bits->position <= bits->count;
}
