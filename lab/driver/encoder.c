#include "encoder.h"
#include <string.h>

static void set_rates(x264_param_t *parameters, const Configuration *configuration, const Request *request) {
    if (configuration->rate_control == VA_RC_CQP) {
        parameters->rc.i_rc_method = X264_RC_CQP;
        parameters->rc.i_qp_constant = request->picture.pic_init_qp;
        return;
    }
    const VAEncMiscParameterRateControl *wanted = &request->rate_control;
    unsigned most = wanted->bits_per_second ? wanted->bits_per_second : request->sequence.bits_per_second;
    unsigned percentage = wanted->target_percentage ? wanted->target_percentage : 100;
    unsigned buffer = request->buffering.buffer_size;
    parameters->rc.i_rc_method = X264_RC_ABR;
    parameters->rc.i_bitrate = (int)((uint64_t)most * percentage / 100 / 1000);
    parameters->rc.i_vbv_max_bitrate = (int)(most / 1000);
    parameters->rc.i_vbv_buffer_size = (int)((buffer ? buffer : most) / 1000);
    if (buffer) parameters->rc.f_vbv_buffer_init = (float)request->buffering.initial_buffer_fullness / buffer;
    if (wanted->min_qp) parameters->rc.i_qp_min = (int)wanted->min_qp;
    if (wanted->max_qp) parameters->rc.i_qp_max = (int)wanted->max_qp;
}

static void set_picture(x264_param_t *parameters, const Request *request) {
    const VAEncSequenceParameterBufferH264 *sequence = &request->sequence;
    parameters->i_csp = X264_CSP_NV12;
    parameters->i_level_idc = sequence->level_idc;
    parameters->i_width = sequence->picture_width_in_mbs * 16;
    parameters->i_height = sequence->picture_height_in_mbs * 16;
    if (sequence->frame_cropping_flag) {
        parameters->i_width -= 2 * (sequence->frame_crop_left_offset + sequence->frame_crop_right_offset);
        parameters->i_height -= 2 * (sequence->frame_crop_top_offset + sequence->frame_crop_bottom_offset);
    }
    parameters->b_vfr_input = 0;
    unsigned numerator = request->frame_rate & 0xffff, denominator = request->frame_rate >> 16;
    if (numerator) {
        parameters->i_fps_num = numerator;
        parameters->i_fps_den = denominator ? denominator : 1;
    } else if (sequence->num_units_in_tick) {
        parameters->i_fps_num = sequence->time_scale;
        parameters->i_fps_den = 2 * sequence->num_units_in_tick;
    }
}

// The client decides on picture types and writes the headers; x264 must code slice data that fits them.
static void set_coding(x264_param_t *parameters, const Request *request) {
    const VAEncPictureParameterBufferH264 *picture = &request->picture;
    parameters->i_threads = 1;
    parameters->b_sliced_threads = 0;
    parameters->i_keyint_max = X264_KEYINT_MAX_INFINITE;
    parameters->i_scenecut_threshold = 0;
    parameters->i_bframe = 0;
    parameters->i_frame_reference = 1;
    parameters->b_repeat_headers = 0;
    parameters->b_cabac = picture->pic_fields.bits.entropy_coding_mode_flag;
    parameters->i_cabac_init_idc = request->slice.cabac_init_idc;
    parameters->b_constrained_intra = picture->pic_fields.bits.constrained_intra_pred_flag;
    parameters->analyse.b_transform_8x8 = picture->pic_fields.bits.transform_8x8_mode_flag;
    parameters->analyse.i_weighted_pred = 0;
    parameters->analyse.b_psy = 0;
    parameters->analyse.i_chroma_qp_offset = picture->chroma_qp_index_offset;
    parameters->b_deblocking_filter = 1; // with offsets 0: what a PPS without deblocking control means
    parameters->i_deblocking_filter_alphac0 = parameters->i_deblocking_filter_beta = 0;
}

static const char *profile_name(VAProfile profile) {
    if (profile == VAProfileH264High) return "high";
    return profile == VAProfileH264Main ? "main" : "baseline";
}

VAStatus encoder_open(Encoder *encoder, const Configuration *configuration, const Request *request) {
    if (!request->has_sequence || !request->sequence.seq_fields.bits.frame_mbs_only_flag)
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    x264_param_t *parameters = &encoder->parameters;
    x264_param_default_preset(parameters, "ultrafast", "zerolatency");
    parameters->i_log_level = X264_LOG_WARNING;
    set_picture(parameters, request);
    set_coding(parameters, request);
    set_rates(parameters, configuration, request);
    x264_param_apply_profile(parameters, profile_name(configuration->profile));
    encoder->x264 = x264_encoder_open(parameters);
    if (!encoder->x264) return VA_STATUS_ERROR_ENCODING_ERROR;
    // Once and for all: asked for later, the headers would overwrite the NAL units of a frame.
    x264_nal_t *units;
    int count;
    x264_encoder_headers(encoder->x264, &units, &count);
    for (int i = 0; i < count; i++) {
        size_t length = units[i].i_payload;
        if (units[i].i_type == NAL_SEI || encoder->headers_length + length > sizeof encoder->headers) continue;
        memcpy(encoder->headers + encoder->headers_length, units[i].p_payload, length);
        encoder->headers_length += length;
    }
    read_parameter_sets(&encoder->sets, encoder->headers, encoder->headers_length);
    return VA_STATUS_SUCCESS;
}

void encoder_follow(Encoder *encoder, const Configuration *configuration, const Request *request) {
    x264_param_t wanted = encoder->parameters;
    set_rates(&wanted, configuration, request);
    if (memcmp(&wanted.rc, &encoder->parameters.rc, sizeof wanted.rc) == 0) return;
    if (x264_encoder_reconfig(encoder->x264, &wanted) == 0) encoder->parameters = wanted;
}

void encoder_close(Encoder *encoder) {
    if (encoder->x264) x264_encoder_close(encoder->x264);
    encoder->x264 = NULL;
}
