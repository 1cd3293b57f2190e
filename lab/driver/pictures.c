// A picture's way through the driver: begin, take what the client asks for, encode.
#include "encoder.h"
#include "faults.h"
#include "splice.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    Configuration configuration;
    Request request;
    Encoder encoder;
    ParameterSets client_sets;
    long frame; // counted from 0
    Surface *target;
    int has_slice;
    VAEncPackedHeaderParameterBuffer packed; // what the next packed header is
    uint8_t *headers;                        // packed headers before the slice, as given
    size_t headers_length;
    uint8_t *slice_header; // packed, with start code and emulation prevention
    size_t slice_header_bits;
} Context;

VAStatus CreateContext(VADriverContextP va, VAConfigID configuration, int width, int height, int flag,
                       VASurfaceID *surfaces, int count, VAContextID *id) {
    Configuration *chosen = object_find(va, CONFIGURATION, configuration);
    if (!chosen) return VA_STATUS_ERROR_INVALID_CONFIG;
    Context *context = calloc(1, sizeof *context);
    if (context) context->configuration = *chosen;
    *id = object_add(va, CONTEXT, context);
    return *id == VA_INVALID_ID ? VA_STATUS_ERROR_ALLOCATION_FAILED : VA_STATUS_SUCCESS;
}

VAStatus DestroyContext(VADriverContextP va, VAContextID id) {
    Context *context = object_remove(va, CONTEXT, id);
    if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
    encoder_close(&context->encoder);
    free(context->headers);
    free(context->slice_header);
    free(context);
    return VA_STATUS_SUCCESS;
}

VAStatus BeginPicture(VADriverContextP va, VAContextID id, VASurfaceID surface) {
    Context *context = object_find(va, CONTEXT, id);
    if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
    context->target = object_find(va, SURFACE, surface);
    context->headers_length = context->slice_header_bits = 0;
    context->has_slice = 0;
    context->request.picture.coded_buf = VA_INVALID_ID;
    return context->target ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_SURFACE;
}

// ---- what the client asks for ---------------------------------------------------------------------------------

static VAStatus take_packed_header(Context *context, const Buffer *buffer) {
    size_t length = (context->packed.bit_length + 7) / 8;
    if (length > buffer->size || !context->configuration.packed_headers || !context->packed.has_emulation_bytes)
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    int is_slice = context->packed.type == VAEncPackedHeaderSlice;
    size_t before = is_slice ? 0 : context->headers_length;
    uint8_t **kept = is_slice ? &context->slice_header : &context->headers;
    uint8_t *room = realloc(*kept, before + length + 1);
    if (!room) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    *kept = room;
    memcpy(room + before, buffer->data, length);
    if (is_slice)
        context->slice_header_bits = context->packed.bit_length;
    else
        context->headers_length += length;
    if (context->packed.type == VAEncPackedHeaderSequence)
        read_parameter_sets(&context->client_sets, buffer->data, length);
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

static VAStatus take(Context *context, const Buffer *buffer) {
    Request *request = &context->request;
    switch (buffer->type) {
    case VAEncSequenceParameterBufferType:
        TAKE(request->sequence, buffer->data, buffer->size);
        request->has_sequence = true;
        return VA_STATUS_SUCCESS;
    case VAEncPictureParameterBufferType: TAKE(request->picture, buffer->data, buffer->size); return VA_STATUS_SUCCESS;
    case VAEncSliceParameterBufferType:
        if (context->has_slice++) return VA_STATUS_ERROR_INVALID_PARAMETER;
        TAKE(request->slice, buffer->data, buffer->size);
        return VA_STATUS_SUCCESS;
    case VAEncMiscParameterBufferType: return take_setting(request, buffer);
    case VAEncPackedHeaderParameterBufferType:
        TAKE(context->packed, buffer->data, buffer->size);
        return VA_STATUS_SUCCESS;
    case VAEncPackedHeaderDataBufferType: return take_packed_header(context, buffer);
    default: return VA_STATUS_ERROR_UNSUPPORTED_BUFFERTYPE;
    }
}

VAStatus RenderPicture(VADriverContextP va, VAContextID id, VABufferID *buffers, int count) {
    Context *context = object_find(va, CONTEXT, id);
    if (!context || !context->target) return VA_STATUS_ERROR_INVALID_CONTEXT;
    for (int i = 0; i < count; i++) {
        Buffer *buffer = object_find(va, BUFFER, buffers[i]);
        VAStatus status = buffer ? take(context, buffer) : VA_STATUS_ERROR_INVALID_BUFFER;
        if (status) return status;
    }
    return VA_STATUS_SUCCESS;
}

// ---- encoding -------------------------------------------------------------------------------------------------

static int picture_type(const Request *request) {
    if (request->picture.pic_fields.bits.idr_pic_flag) return X264_TYPE_IDR;
    return request->slice.slice_type % 5 == SLICE_TYPE_I ? X264_TYPE_I : X264_TYPE_P;
}

static void log_frame(const Context *context, int type, size_t bytes) {
    FILE *file = log_file() ? fopen(log_file(), "a") : NULL;
    if (!file) return;
    const x264_param_t *used = &context->encoder.parameters;
    unsigned control = context->configuration.rate_control;
    const char *mode = control == VA_RC_CQP ? "cqp" : control == VA_RC_CBR ? "cbr" : "vbr";
    const char *name = type == X264_TYPE_IDR ? "IDR" : type == X264_TYPE_I ? "I" : "P";
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    fprintf(file, "%ld %s bytes=%zu quality=%u at=%lld mode=%s ", context->frame, name, bytes,
            context->request.quality_level, (long long)now.tv_sec * 1000000 + now.tv_nsec / 1000, mode);
    if (control == VA_RC_CQP)
        fprintf(file, "qp=%d\n", context->request.picture.pic_init_qp + context->request.slice.slice_qp_delta);
    else
        fprintf(file, "kbps=%d max=%d buf=%d\n", used->rc.i_bitrate, used->rc.i_vbv_max_bitrate,
                used->rc.i_vbv_buffer_size);
    fclose(file);
}

// Puts a coded picture together from the client's headers, where it packs them, and x264's slices.
static VAStatus assemble(Context *context, int type, const x264_nal_t *units, int count, Buffer *coded) {
    unsigned packed = context->configuration.packed_headers;
    const Encoder *encoder = &context->encoder;
    size_t length = context->headers_length, most = length + encoder->headers_length + 64;
    for (int i = 0; i < count; i++) most += units[i].i_payload * 3 / 2 + context->slice_header_bits / 5 + 64;
    if (most > coded->size) return VA_STATUS_ERROR_NOT_ENOUGH_BUFFER;
    if (length) memcpy(coded->data, context->headers, length);
    if (type == X264_TYPE_IDR && !(packed & VA_ENC_PACKED_HEADER_SEQUENCE)) {
        memcpy(coded->data + length, encoder->headers, encoder->headers_length);
        length += encoder->headers_length;
    }
    for (int i = 0; i < count; i++) {
        if (units[i].i_type != NAL_SLICE && units[i].i_type != NAL_SLICE_IDR) continue;
        size_t written = units[i].i_payload;
        if (packed & VA_ENC_PACKED_HEADER_SLICE) {
            Splice parts = {&context->client_sets,      &encoder->sets,     context->slice_header,
                            context->slice_header_bits, units[i].p_payload, written};
            written = context->slice_header_bits ? splice(&parts, coded->data + length) : 0;
            if (!written) return VA_STATUS_ERROR_INVALID_PARAMETER;
        } else
            memcpy(coded->data + length, units[i].p_payload, written);
        length += written;
    }
    coded->coded = (VACodedBufferSegment){.size = (uint32_t)length, .buf = coded->data};
    return VA_STATUS_SUCCESS;
}

static VAStatus encode(Context *context, const Surface *surface, Buffer *coded) {
    Encoder *encoder = &context->encoder;
    if (surface->width < encoder->parameters.i_width || surface->height < encoder->parameters.i_height)
        return VA_STATUS_ERROR_INVALID_SURFACE;
    const Request *request = &context->request;
    x264_picture_t in, out;
    x264_picture_init(&in);
    in.i_type = picture_type(request);
    in.i_pts = context->frame;
    in.img.i_csp = X264_CSP_NV12;
    in.img.i_plane = 2;
    in.img.i_stride[0] = in.img.i_stride[1] = surface->pitch;
    in.img.plane[0] = surface->data;
    in.img.plane[1] = surface->data + chroma_offset(surface->size);
    if (context->configuration.rate_control == VA_RC_CQP)
        in.i_qpplus1 = request->picture.pic_init_qp + request->slice.slice_qp_delta + 1;
    x264_nal_t *units;
    int count;
    if (x264_encoder_encode(encoder->x264, &units, &count, &in, &out) <= 0 || out.i_type != in.i_type)
        return VA_STATUS_ERROR_ENCODING_ERROR;
    VAStatus status = assemble(context, in.i_type, units, count, coded);
    if (status) return status;
    if (out.i_qpplus1) coded->coded.status = (out.i_qpplus1 - 1) & VA_CODED_BUF_STATUS_PICTURE_AVE_QP_MASK;
    if (fault_delay_milliseconds() > 0) usleep(1000u * fault_delay_milliseconds());
    log_frame(context, in.i_type, coded->coded.size);
    return VA_STATUS_SUCCESS;
}

VAStatus EndPicture(VADriverContextP va, VAContextID id) {
    Context *context = object_find(va, CONTEXT, id);
    if (!context || !context->target) return VA_STATUS_ERROR_INVALID_CONTEXT;
    const Surface *surface = context->target;
    context->target = NULL;
    Buffer *coded = object_find(va, BUFFER, context->request.picture.coded_buf);
    if (!coded || coded->type != VAEncCodedBufferType || !context->has_slice) return VA_STATUS_ERROR_INVALID_BUFFER;
    if (fault_device_lost(context->frame)) return VA_STATUS_ERROR_ENCODING_ERROR;
    VAStatus status = VA_STATUS_SUCCESS;
    if (context->encoder.x264)
        encoder_follow(&context->encoder, &context->configuration, &context->request);
    else
        status = encoder_open(&context->encoder, &context->configuration, &context->request);
    if (!status) status = encode(context, surface, coded);
    if (status) return status;
    context->frame++;
    return VA_STATUS_SUCCESS;
}
