#include "decoding_request.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_PPS = 256, START_CODE = 4 };

void request_begin(DecodingRequest *request) {
    request->has_parameters = request->has_scaling = false;
    request->slice_count = 0;
    request->length = 0;
    request->fault = NULL;
}

void request_free(DecodingRequest *request) {
    free(request->slices);
    free(request->data);
}

static VAStatus refuse(DecodingRequest *request, const char *reason) {
    request->fault = reason;
    return VA_STATUS_ERROR_INVALID_PARAMETER;
}

static VAStatus take_slice_parameters(DecodingRequest *request, const Buffer *buffer) {
    unsigned count = buffer->count;
    if (!count || buffer->size < count * sizeof(VASliceParameterBufferH264))
        return refuse(request, "a buffer of slice parameters is too small");
    Slice *slices = realloc(request->slices, (request->slice_count + count) * sizeof *slices);
    if (!slices) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    request->slices = slices;
    for (unsigned i = 0; i < count; i++) {
        Slice *slice = &slices[request->slice_count++];
        *slice = (Slice){0};
        memcpy(&slice->parameters, buffer->data + i * sizeof slice->parameters, sizeof slice->parameters);
    }
    return VA_STATUS_SUCCESS;
}

// The data of all slices whose parameters have come before.
static VAStatus take_slice_data(DecodingRequest *request, const Buffer *buffer) {
    unsigned taken = 0;
    for (unsigned i = 0; i < request->slice_count; i++) {
        Slice *slice = &request->slices[i];
        const VASliceParameterBufferH264 *given = &slice->parameters;
        if (slice->has_data) continue;
        if (given->slice_data_flag != VA_SLICE_DATA_FLAG_ALL) return refuse(request, "a slice is in parts");
        if (given->slice_data_size < 2 || given->slice_data_offset > buffer->size ||
            given->slice_data_size > buffer->size - given->slice_data_offset)
            return refuse(request, "a slice reaches beyond its buffer");
        uint8_t *data = realloc(request->data, request->length + START_CODE + given->slice_data_size);
        if (!data) return VA_STATUS_ERROR_ALLOCATION_FAILED;
        request->data = data;
        memcpy(data + request->length, (uint8_t[]){0, 0, 0, 1}, START_CODE);
        slice->offset = request->length + START_CODE;
        memcpy(data + slice->offset, buffer->data + given->slice_data_offset, given->slice_data_size);
        request->length = slice->offset + given->slice_data_size;
        slice->has_data = true;
        taken++;
    }
    return taken ? VA_STATUS_SUCCESS : refuse(request, "slice data have no parameters");
}

VAStatus request_take(DecodingRequest *request, const Buffer *buffer) {
    switch (buffer->type) {
    case VAPictureParameterBufferType:
        if (buffer->size < sizeof request->parameters) return refuse(request, "the picture parameters are too small");
        memcpy(&request->parameters, buffer->data, sizeof request->parameters);
        request->has_parameters = true;
        return VA_STATUS_SUCCESS;
    case VAIQMatrixBufferType:
        if (buffer->size < sizeof request->scaling) return refuse(request, "the scaling lists are too small");
        memcpy(&request->scaling, buffer->data, sizeof request->scaling);
        request->has_scaling = true;
        return VA_STATUS_SUCCESS;
    case VASliceParameterBufferType: return take_slice_parameters(request, buffer);
    case VASliceDataBufferType: return take_slice_data(request, buffer);
    default: return VA_STATUS_ERROR_UNSUPPORTED_BUFFERTYPE;
    }
}

static const char *check_picture(const DecodingRequest *request, VADriverContextP va, const Surface *surface,
                                 VASurfaceID id) {
    const VAPictureParameterBufferH264 *picture = &request->parameters;
    int width = 16 * (picture->picture_width_in_mbs_minus1 + 1),
        height = 16 * (picture->picture_height_in_mbs_minus1 + 1);
    if (picture->CurrPic.picture_id != id) return "CurrPic is not the surface of vaBeginPicture";
    if (width > ALIGNED(request->width, 16) || height > ALIGNED(request->height, 32))
        return "the picture is larger than the context";
    if (surface->width < request->width || surface->height < request->height)
        return "the surface is smaller than the context";
    if (picture->bit_depth_luma_minus8 || picture->bit_depth_chroma_minus8 ||
        picture->seq_fields.bits.chroma_format_idc > 1)
        return "it has more than 8 bits, or more chroma than 4:2:0";
    if (picture->num_ref_frames > 16 || picture->seq_fields.bits.log2_max_frame_num_minus4 > 12 ||
        picture->seq_fields.bits.pic_order_cnt_type > 2 || picture->pic_fields.bits.weighted_bipred_idc > 2)
        return "a parameter is out of range";
    for (int i = 0; i < 16; i++) {
        const VAPictureH264 *reference = &picture->ReferenceFrames[i];
        if (reference->flags & VA_PICTURE_H264_INVALID) continue;
        const Surface *of_reference = object_find(va, SURFACE, reference->picture_id);
        if (!of_reference) return "a surface among ReferenceFrames does not exist";
        if (of_reference->width < request->width || of_reference->height < request->height)
            return "a surface among ReferenceFrames is too small";
    }
    for (int i = 0; i < 6 * 16 && request->has_scaling; i++)
        if (!request->scaling.ScalingList4x4[i / 16][i % 16]) return "a scaling list has a zero";
    for (int i = 0; i < 2 * 64 && request->has_scaling; i++)
        if (!request->scaling.ScalingList8x8[i / 64][i % 64]) return "a scaling list has a zero";
    return NULL;
}

const char *request_check(DecodingRequest *request, VADriverContextP va, const Surface *surface, VASurfaceID id) {
    if (!request->has_parameters) return "it has no picture parameters";
    if (!request->slice_count) return "it has no slice";
    const char *fault = check_picture(request, va, surface, id);
    for (unsigned i = 0; i < request->slice_count && !fault; i++) {
        Slice *slice = &request->slices[i];
        if (!slice->has_data) return "a slice has no data";
        fault = check_slice(slice, request->data + slice->offset, &request->parameters);
        if (!fault) fault = check_references(slice, &request->parameters);
        if (!fault && slice->pps_id >= MOST_PPS) return "pic_parameter_set_id is out of range";
        if (!fault && slice->is_idr != request->slices[0].is_idr) return "only a part of it is an IDR picture";
    }
    return fault;
}
