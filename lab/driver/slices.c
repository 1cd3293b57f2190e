#include "slices.h"
#include "syntax.h"

// Longer than any header of a slice, with all weights.
enum { LONGEST_HEADER = 4096, MOST_REFERENCES = 32 };

typedef struct {
    const VAPictureParameterBufferH264 *picture;
    const VASliceParameterBufferH264 *given;
    unsigned type, counts[2]; // num_ref_idx_active_minus1
} Header;

static const char *read_order(BitReader *bits, const Header *header, bool is_idr) {
    const VAPictureParameterBufferH264 *picture = header->picture;
    if (read_bits(bits, picture->seq_fields.bits.log2_max_frame_num_minus4 + 4) != picture->frame_num)
        return "frame_num is not the slice's";
    bool is_field = !picture->seq_fields.bits.frame_mbs_only_flag && read_bits(bits, 1);
    if (is_field != picture->pic_fields.bits.field_pic_flag) return "field_pic_flag is not the slice's";
    if (is_field && read_bits(bits, 1) != !!(picture->CurrPic.flags & VA_PICTURE_H264_BOTTOM_FIELD))
        return "the field is not the slice's";
    if (is_idr) read_ue(bits); // idr_pic_id
    bool has_bottom = picture->pic_fields.bits.pic_order_present_flag && !is_field;
    if (picture->seq_fields.bits.pic_order_cnt_type == 0) {
        read_bits(bits, picture->seq_fields.bits.log2_max_pic_order_cnt_lsb_minus4 + 4);
        if (has_bottom) read_se(bits);
    }
    if (picture->seq_fields.bits.pic_order_cnt_type == 1 &&
        !picture->seq_fields.bits.delta_pic_order_always_zero_flag) {
        read_se(bits);
        if (has_bottom) read_se(bits);
    }
    if (picture->pic_fields.bits.redundant_pic_cnt_present_flag) read_ue(bits);
    return NULL;
}

static void skip_weights(BitReader *bits, const Header *header) {
    bool has_chroma = header->picture->seq_fields.bits.chroma_format_idc != 0;
    read_ue(bits);
    if (has_chroma) read_ue(bits);
    for (unsigned list = 0; list < (header->type == SLICE_TYPE_B ? 2 : 1); list++)
        for (unsigned i = 0; i <= header->counts[list]; i++) {
            if (read_bits(bits, 1))
                for (int field = 0; field < 2; field++) read_se(bits);
            if (has_chroma && read_bits(bits, 1))
                for (int field = 0; field < 4; field++) read_se(bits);
        }
}

// Up to the lists and weights of references.
static const char *read_prediction(BitReader *bits, Header *header, Slice *slice) {
    if (header->type == SLICE_TYPE_B && read_bits(bits, 1) != header->given->direct_spatial_mv_pred_flag)
        return "direct_spatial_mv_pred_flag is not the slice's";
    unsigned lists = header->type == SLICE_TYPE_I ? 0 : header->type == SLICE_TYPE_B ? 2 : 1;
    bool has_counts = lists && read_bits(bits, 1);
    unsigned given[2] = {header->given->num_ref_idx_l0_active_minus1, header->given->num_ref_idx_l1_active_minus1};
    for (unsigned list = 0; list < lists; list++) {
        header->counts[list] = has_counts ? read_ue(bits) : given[list];
        if (header->counts[list] != given[list] || given[list] >= MOST_REFERENCES)
            return "the number of references is not the slice's";
        if (!has_counts) slice->default_references[list] = (int)given[list];
    }
    for (unsigned list = 0; list < lists; list++) skip_reference_list_modification(bits);
    unsigned weights = header->type == SLICE_TYPE_B ? header->picture->pic_fields.bits.weighted_bipred_idc == 1
                                                    : header->picture->pic_fields.bits.weighted_pred_flag;
    if (lists && weights) skip_weights(bits, header);
    return NULL;
}

static const char *read_quantiser(BitReader *bits, const Header *header) {
    const VASliceParameterBufferH264 *given = header->given;
    bool has_cabac = header->picture->pic_fields.bits.entropy_coding_mode_flag;
    if (has_cabac && header->type != SLICE_TYPE_I && read_ue(bits) != given->cabac_init_idc)
        return "cabac_init_idc is not the slice's";
    if (read_se(bits) != given->slice_qp_delta) return "slice_qp_delta is not the slice's";
    unsigned mode = 0;
    int alpha = 0, beta = 0;
    if (header->picture->pic_fields.bits.deblocking_filter_control_present_flag && (mode = read_ue(bits)) != 1) {
        alpha = read_se(bits);
        beta = read_se(bits);
    }
    if (mode != given->disable_deblocking_filter_idc || alpha != given->slice_alpha_c0_offset_div2 ||
        beta != given->slice_beta_offset_div2)
        return "deblocking is not the slice's";
    return NULL;
}

const char *check_slice(Slice *slice, const uint8_t *unit, const VAPictureParameterBufferH264 *picture) {
    uint8_t plain[LONGEST_HEADER];
    const VASliceParameterBufferH264 *given = &slice->parameters;
    size_t length = given->slice_data_size < LONGEST_HEADER ? given->slice_data_size : LONGEST_HEADER;
    BitReader bits = {plain, 8 * unescape(plain, unit, length), 0};
    if (read_bits(&bits, 1)) return "a slice does not begin with the header of a NAL unit";
    unsigned ref_idc = read_bits(&bits, 2), unit_type = read_bits(&bits, 5);
    if (unit_type != NAL_TYPE_SLICE && unit_type != NAL_TYPE_IDR) return "a NAL unit is none of a slice";
    if ((ref_idc != 0) != picture->pic_fields.bits.reference_pic_flag) return "reference_pic_flag is not the slice's";
    slice->is_idr = unit_type == NAL_TYPE_IDR;
    slice->default_references[0] = slice->default_references[1] = -1;
    if (read_ue(&bits) != given->first_mb_in_slice) return "first_mb_in_slice is not the slice's";
    Header header = {picture, given, read_ue(&bits) % 5, {0, 0}};
    if (header.type != given->slice_type % 5 || header.type > SLICE_TYPE_I) return "slice_type is not the slice's";
    slice->pps_id = read_ue(&bits);
    const char *fault = read_order(&bits, &header, slice->is_idr);
    if (!fault) fault = read_prediction(&bits, &header, slice);
    if (fault) return fault;
    if (ref_idc) skip_reference_picture_marking(&bits, (int)unit_type);
    fault = read_quantiser(&bits, &header);
    if (fault) return fault;
    if (bits.position != given->slice_data_bit_offset || bits.position > bits.count)
        return "slice_data_bit_offset is not where the slice's data begins";
    return NULL;
}

static bool has(const VAPictureParameterBufferH264 *picture, VASurfaceID id) {
    for (int i = 0; i < 16; i++) {
        const VAPictureH264 *reference = &picture->ReferenceFrames[i];
        if (!(reference->flags & VA_PICTURE_H264_INVALID) && reference->picture_id == id) return true;
    }
    return false;
}

const char *check_references(const Slice *slice, const VAPictureParameterBufferH264 *picture) {
    const VASliceParameterBufferH264 *given = &slice->parameters;
    unsigned counts[2] = {given->num_ref_idx_l0_active_minus1 + 1u, given->num_ref_idx_l1_active_minus1 + 1u};
    unsigned type = given->slice_type % 5, lists = type == SLICE_TYPE_I ? 0 : type == SLICE_TYPE_B ? 2 : 1;
    for (unsigned list = 0; list < lists; list++)
        for (unsigned i = 0; i < counts[list]; i++) {
            const VAPictureH264 *reference = list ? &given->RefPicList1[i] : &given->RefPicList0[i];
            if (!(reference->flags & VA_PICTURE_H264_INVALID) && !has(picture, reference->picture_id))
                return "a slice refers to a picture that is not among ReferenceFrames";
        }
    return NULL;
}
