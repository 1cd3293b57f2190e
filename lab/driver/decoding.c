// A picture's way through a decoder: what the client asks for becomes a stream, which is decoded.
#include "decoding.h"
#include "decoder.h"
#include "decoding_request.h"
#include "faults.h"
#include "parameter_sets.h"
#include "syntax.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A random access point of which all is right at once (D.1.8): without one, libavcodec begins at IDR pictures only.
static const uint8_t recovery_point[] = {0, 0, 0, 1, 6, 6, 1, 0xc4, 0x80};

struct Decoding {
    VADriverContextP va;
    DecodingRequest request;
    long picture; // counted from 0
    Decoder *decoder;
    bool has_begun;
    VAPictureH264 last; // the picture before, of which this one may be the second field
    uint16_t last_frame_num;
};

Decoding *decoding_open(VADriverContextP va, int width, int height) {
    Decoding *decoding = calloc(1, sizeof *decoding);
    if (!decoding) return NULL;
    *decoding = (Decoding){.va = va, .request = {.width = width, .height = height}, .decoder = decoder_open()};
    if (decoding->decoder) return decoding;
    free(decoding);
    return NULL;
}

void decoding_close(Decoding *decoding) {
    decoder_close(decoding->decoder);
    request_free(&decoding->request);
    free(decoding);
}

void decoding_begin(Decoding *decoding) { request_begin(&decoding->request); }

static FILE *open_log(void) {
    const char *path = decoding_log_file();
    return path && *path ? fopen(path, "a") : NULL;
}

static void log_refusal(const Decoding *decoding, const char *reason) {
    FILE *file = open_log();
    if (!file) return;
    fprintf(file, "%ld refused: %s\n", decoding->picture, reason);
    fclose(file);
}

VAStatus decoding_take(Decoding *decoding, const Buffer *buffer) {
    VAStatus status = request_take(&decoding->request, buffer);
    if (decoding->request.fault) log_refusal(decoding, decoding->request.fault);
    return status;
}

// The PPS of a slice, unless an earlier slice has it too.
static size_t write_pps_of(const DecodingRequest *request, unsigned index, uint8_t *to) {
    unsigned id = request->slices[index].pps_id;
    int references[2] = {-1, -1};
    for (unsigned i = 0; i < request->slice_count; i++) {
        const Slice *slice = &request->slices[i];
        if (slice->pps_id != id) continue;
        if (i < index) return 0;
        for (int list = 0; list < 2; list++)
            if (references[list] < 0) references[list] = slice->default_references[list];
    }
    for (int list = 0; list < 2; list++)
        if (references[list] < 0) references[list] = 0; // no slice needs it
    return write_pps(to, &request->parameters, request->has_scaling ? &request->scaling : NULL, id, references);
}

static bool is_second_field(const Decoding *decoding) {
    const DecodingRequest *request = &decoding->request;
    const VAPictureH264 *now = &request->parameters.CurrPic, *last = &decoding->last;
    unsigned both = VA_PICTURE_H264_TOP_FIELD | VA_PICTURE_H264_BOTTOM_FIELD;
    return request->parameters.pic_fields.bits.field_pic_flag && now->picture_id == last->picture_id &&
           request->parameters.frame_num == decoding->last_frame_num && ((now->flags ^ last->flags) & both) == both;
}

static bool decode(Decoding *decoding, bool is_second, Surface *surface) {
    const DecodingRequest *request = &decoding->request;
    size_t most = sizeof recovery_point + (1 + request->slice_count) * LONGEST_PARAMETER_SET + request->length;
    uint8_t *stream = malloc(most);
    if (!stream) return false;
    size_t length = write_sps(stream, &request->parameters);
    for (unsigned i = 0; i < request->slice_count; i++) length += write_pps_of(request, i, stream + length);
    if (!decoding->has_begun && !request->slices[0].is_idr) {
        memcpy(stream + length, recovery_point, sizeof recovery_point);
        length += sizeof recovery_point;
    }
    memcpy(stream + length, request->data, request->length);
    bool is_decoded = decoder_decode(decoding->decoder, stream, length + request->length, is_second, surface);
    free(stream);
    return is_decoded;
}

static const char *type_name(const DecodingRequest *request) {
    bool has[] = {[SLICE_TYPE_P] = false, [SLICE_TYPE_B] = false, [SLICE_TYPE_I] = false};
    for (unsigned i = 0; i < request->slice_count; i++) has[request->slices[i].parameters.slice_type % 5] = true;
    if (has[SLICE_TYPE_B]) return "B";
    if (has[SLICE_TYPE_P]) return "P";
    return request->slices[0].is_idr ? "IDR" : "I";
}

static void log_picture(const Decoding *decoding, bool is_second) {
    const DecodingRequest *request = &decoding->request;
    FILE *file = open_log();
    if (!file) return;
    unsigned references = 0;
    for (int i = 0; i < 16; i++)
        references += !(request->parameters.ReferenceFrames[i].flags & VA_PICTURE_H264_INVALID);
    fprintf(file, "%ld %s%s bytes=%zu slices=%u references=%u\n", decoding->picture, type_name(request),
            is_second ? " second" : "", request->length, request->slice_count, references);
    fclose(file);
}

// A client that shows the picture although it failed is found out: it has stripes.
static VAStatus fail(const Decoding *decoding, Surface *surface, const char *reason, VAStatus status) {
    for (size_t i = 0; i < surface->size; i++) surface->data[i] = i / 32 % 2 ? 0xd0 : 0x30;
    log_refusal(decoding, reason);
    return status;
}

VAStatus decoding_end(Decoding *decoding, Surface *surface, VASurfaceID id) {
    surface->decoded = decoding->picture;
    if (fault_decoder_lost(decoding->picture))
        return fail(decoding, surface, "X264VA_DEC_FAIL_AT", VA_STATUS_ERROR_DECODING_ERROR);
    const char *fault = request_check(&decoding->request, decoding->va, surface, id);
    if (fault) return fail(decoding, surface, fault, VA_STATUS_ERROR_INVALID_PARAMETER);
    bool is_second = is_second_field(decoding);
    if (!decode(decoding, is_second, surface))
        return fail(decoding, surface, "libavcodec cannot decode it", VA_STATUS_ERROR_DECODING_ERROR);
    log_picture(decoding, is_second);
    decoding->last = decoding->request.parameters.CurrPic;
    decoding->last_frame_num = decoding->request.parameters.frame_num;
    decoding->has_begun = true;
    decoding->picture++;
    return VA_STATUS_SUCCESS;
}
