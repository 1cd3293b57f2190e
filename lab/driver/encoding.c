// A picture's way through an encoder: begin, take what the client asks for, encode.
#include "encoding.h"
#include "encoder.h"
#include "faults.h"
#include "splice.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct Encoding {
    Configuration configuration;
    Request request;
    Encoder encoder;
    ParameterSets client_sets;
    long frame; // counted from 0
    int has_slice;
    VAEncPackedHeaderParameterBuffer packed; // what the next packed header is
    uint8_t *headers;                        // packed headers before the slice, as given
    size_t headers_length;
    uint8_t *slice_header; // packed, with start code and emulation prevention
    size_t slice_header_bits;
};

Encoding *encoding_open(const Configuration *configuration) {
    Encoding *encoding = calloc(1, sizeof *encoding);
    if (encoding) encoding->configuration = *configuration;
    return encoding;
}

void encoding_close(Encoding *encoding) {
    encoder_close(&encoding->encoder);
    free(encoding->headers);
    free(encoding->slice_header);
    free(encoding);
}

void encoding_begin(Encoding *encoding) {
    encoding->headers_length = encoding->slice_header_bits = 0;
    encoding->has_slice = 0;
    encoding->request.picture.coded_buf = VA_INVALID_ID;
}

// ---- what the client asks for ---------------------------------------------------------------------------------

static VAStatus take_packed_header(Encoding *encoding, const Buffer *buffer) {
    size_t length = (encoding->packed.bit_length + 7) / 8;
    if (length > buffer->size || !encoding->configuration.packed_headers || !encoding->packed.has_emulation_bytes)
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    int is_slice = encoding->packed.type == VAEncPackedHeaderSlice;
    size_t before = is_slice ? 0 : encoding->headers_length;
    uint8_t **kept = is_slice ? &encoding->slice_header : &encoding->headers;
    uint8_t *room = realloc(*kept, before + length + 1);
    if (!room) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    *kept = room;
    memcpy(room + before, buffer->data, length);
    if (is_slice)
        encoding->slice_header_bits = encoding->packed.bit_length;
    else
        encoding->headers_length += length;
    if (encoding->packed.type == VAEncPackedHeaderSequence)
        read_parameter_sets(&encoding->client_sets, buffer->data, length);
    return VA_STATUS_SUCCESS;
}

#define TAKE(field, data, length)                                                                                      \
    if ((length) < sizeof(field)) return VA_STATUS_ERROR_INVALID_BUFFER;                                               \
    memcpy(&(field), (data), sizeof(field))

static VAStatus take_setting(Request *request, const Buffer *buffer) {
    if (buffer->size < sizeof(VAEncMiscParameterBuffer)) return VA_STATUS_ERROR_INVALID_BUFFER;
    const VAEncMiscParameterBuffer *setting = (const void *)buffer->data;
    size_t length = buffer->size - sizeof *setting;
    switch (setting->type) {
    case VAEncMiscParameterTypeRateControl: TAKE(request->rate_control, setting->data, length); break;
    case VAEncMiscParameterTypeHRD: TAKE(request->buffering, setting->data, length); break;
    case VAEncMiscParameterTypeFrameRate: TAKE(request->frame_rate, setting->data, length); break;
    case VAEncMiscParameterTypeQualityLevel: TAKE(request->quality_level, setting->data, length); break;
    default: break;
    }
    return VA_STATUS_SUCCESS;
}

VAStatus encoding_take(Encoding *encoding, const Buffer *buffer) {
    Request *request = &encoding->request;
    switch (buffer->type) {
    case VAEncSequenceParameterBufferType:
        TAKE(request->sequence, buffer->data, buffer->size);
        request->has_sequence = true;
        return VA_STATUS_SUCCESS;
    case VAEncPictureParameterBufferType: TAKE(request->picture, buffer->data, buffer->size); return VA_STATUS_SUCCESS;
    case VAEncSliceParameterBufferType:
        if (encoding->has_slice++) return VA_STATUS_ERROR_INVALID_PARAMETER;
        TAKE(request->slice, buffer->data, buffer->size);
        return VA_STATUS_SUCCESS;
    case VAEncMiscParameterBufferType: return take_setting(request, buffer);
    case VAEncPackedHeaderParameterBufferType:
        TAKE(encoding->packed, buffer->data, buffer->size);
        return VA_STATUS_SUCCESS;
    case VAEncPackedHeaderDataBufferType: return take_packed_header(encoding, buffer);
    default: return VA_STATUS_ERROR_UNSUPPORTED_BUFFERTYPE;
    }
}

// ---- encoding -------------------------------------------------------------------------------------------------

static int picture_type(const Request *request) {
    if (request->picture.pic_fields.bits.idr_pic_flag) return X264_TYPE_IDR;
    return request->slice.slice_type % 5 == SLICE_TYPE_I ? X264_TYPE_I : X264_TYPE_P;
}

static void log_frame(const Encoding *encoding, int type, size_t bytes) {
    FILE *file = log_file() ? fopen(log_file(), "a") : NULL;
    if (!file) return;
    const x264_param_t *used = &encoding->encoder.parameters;
    unsigned control = encoding->configuration.rate_control;
    const char *mode = control == VA_RC_CQP ? "cqp" : control == VA_RC_CBR ? "cbr" : "vbr";
    const char *name = type == X264_TYPE_IDR ? "IDR" : type == X264_TYPE_I ? "I" : "P";
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    fprintf(file, "%ld %s bytes=%zu quality=%u at=%lld mode=%s ", encoding->frame, name, bytes,
            encoding->request.quality_level, (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000, mode);
    if (control == VA_RC_CQP)
        fprintf(file, "qp=%d\n", encoding->request.picture.pic_init_qp + encoding->request.slice.slice_qp_delta);
    else
        fprintf(file, "kbps=%d max=%d buf=%d\n", used->rc.i_bitrate, used->rc.i_vbv_max_bitrate,
                used->rc.i_vbv_buffer_size);
    fclose(file);
}

// Puts a coded picture together from the client's headers, where it packs them, and x264's slices.
static VAStatus assemble(Encoding *encoding, int type, const x264_nal_t *units, int count, Buffer *coded) {
    unsigned packed = encoding->configuration.packed_headers;
    const Encoder *encoder = &encoding->encoder;
    size_t length = encoding->headers_length, most = length + encoder->headers_length + 64;
    for (int i = 0; i < count; i++) most += units[i].i_payload * 3 / 2 + encoding->slice_header_bits / 5 + 64;
    if (most > coded->size) return VA_STATUS_ERROR_NOT_ENOUGH_BUFFER;
    if (length) memcpy(coded->data, encoding->headers, length);
    if (type == X264_TYPE_IDR && !(packed & VA_ENC_PACKED_HEADER_SEQUENCE)) {
        memcpy(coded->data + length, encoder->headers, encoder->headers_length);
        length += encoder->headers_length;
    }
    for (int i = 0; i < count; i++) {
        if (units[i].i_type != NAL_SLICE && units[i].i_type != NAL_SLICE_IDR) continue;
        size_t written = units[i].i_payload;
        if (packed & VA_ENC_PACKED_HEADER_SLICE) {
            Splice parts = {&encoding->client_sets,      &encoder->sets,     encoding->slice_header,
                            encoding->slice_header_bits, units[i].p_payload, written};
            written = encoding->slice_header_bits ? splice(&parts, coded->data + length) : 0;
            if (!written) return VA_STATUS_ERROR_INVALID_PARAMETER;
        } else
            memcpy(coded->data + length, units[i].p_payload, written);
        length += written;
    }
    coded->coded = (VACodedBufferSegment){.size = (uint32_t)length, .buf = coded->data};
    return VA_STATUS_SUCCESS;
}

static VAStatus encode(Encoding *encoding, const Surface *surface, Buffer *coded) {
    Encoder *encoder = &encoding->encoder;
    if (surface->width < encoder->parameters.i_width || surface->height < encoder->parameters.i_height)
        return VA_STATUS_ERROR_INVALID_SURFACE;
    const Request *request = &encoding->request;
    x264_picture_t in, out;
    x264_picture_init(&in);
    in.i_type = picture_type(request);
    in.i_pts = encoding->frame;
    in.img.i_csp = X264_CSP_NV12;
    in.img.i_plane = 2;
    in.img.i_stride[0] = in.img.i_stride[1] = surface->pitch;
    in.img.plane[0] = surface->data;
    in.img.plane[1] = surface->data + chroma_offset(surface->size);
    if (encoding->configuration.rate_control == VA_RC_CQP)
        in.i_qpplus1 = request->picture.pic_init_qp + request->slice.slice_qp_delta + 1;
    x264_nal_t *units;
    int count;
    if (x264_encoder_encode(encoder->x264, &units, &count, &in, &out) <= 0 || out.i_type != in.i_type)
        return VA_STATUS_ERROR_ENCODING_ERROR;
    VAStatus status = assemble(encoding, in.i_type, units, count, coded);
    if (status) return status;
    if (out.i_qpplus1) coded->coded.status = (out.i_qpplus1 - 1) & VA_CODED_BUF_STATUS_PICTURE_AVE_QP_MASK;
    if (fault_delay_milliseconds() > 0) usleep(1000u * fault_delay_milliseconds());
    log_frame(encoding, in.i_type, coded->coded.size);
    return VA_STATUS_SUCCESS;
}

VAStatus encoding_end(Encoding *encoding, VADriverContextP va, const Surface *surface) {
    Buffer *coded = object_find(va, BUFFER, encoding->request.picture.coded_buf);
    if (!coded || coded->type != VAEncCodedBufferType || !encoding->has_slice) return VA_STATUS_ERROR_INVALID_BUFFER;
    if (fault_device_lost(encoding->frame)) return VA_STATUS_ERROR_ENCODING_ERROR;
    VAStatus status = VA_STATUS_SUCCESS;
    if (encoding->encoder.x264)
        encoder_follow(&encoding->encoder, &encoding->configuration, &encoding->request);
    else
        status = encoder_open(&encoding->encoder, &encoding->configuration, &encoding->request);
    if (!status) status = encode(encoding, surface, coded);
    if (status) return status;
    encoding->frame++;
    return VA_STATUS_SUCCESS;
}
