// A context encodes or decodes: the calls for a picture go to the one or the other.
#include "decoding.h"
#include "encoding.h"
#include "faults.h"
#include <stdlib.h>

typedef struct {
    Encoding *encoding;
    Decoding *decoding;
    Surface *target; // of the picture that was begun
    VASurfaceID target_id;
} Context;

static void free_context(Context *context) {
    if (context->encoding) encoding_close(context->encoding);
    if (context->decoding) decoding_close(context->decoding);
    free(context);
}

VAStatus CreateContext(VADriverContextP va, VAConfigID configuration, int width, int height, int flag,
                       VASurfaceID *surfaces, int count, VAContextID *id) {
    Configuration *chosen = object_find(va, CONFIGURATION, configuration);
    if (!chosen) return VA_STATUS_ERROR_INVALID_CONFIG;
    int decodes = chosen->entry_point == VAEntrypointVLD;
    if (decodes && fault_no_decoding_context()) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    for (int i = 0; i < count; i++)
        if (!object_find(va, SURFACE, surfaces[i])) return VA_STATUS_ERROR_INVALID_SURFACE;
    Context *context = calloc(1, sizeof *context);
    if (!context) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    if (decodes)
        context->decoding = decoding_open(va, width, height);
    else
        context->encoding = encoding_open(chosen);
    if (!context->encoding && !context->decoding) {
        free_context(context);
        return VA_STATUS_ERROR_ALLOCATION_FAILED;
    }
    *id = object_add(va, CONTEXT, context);
    return *id == VA_INVALID_ID ? VA_STATUS_ERROR_ALLOCATION_FAILED : VA_STATUS_SUCCESS;
}

VAStatus DestroyContext(VADriverContextP va, VAContextID id) {
    Context *context = object_remove(va, CONTEXT, id);
    if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
    free_context(context);
    return VA_STATUS_SUCCESS;
}

VAStatus BeginPicture(VADriverContextP va, VAContextID id, VASurfaceID surface) {
    Context *context = object_find(va, CONTEXT, id);
    if (!context) return VA_STATUS_ERROR_INVALID_CONTEXT;
    context->target = object_find(va, SURFACE, surface);
    context->target_id = surface;
    if (context->decoding)
        decoding_begin(context->decoding);
    else
        encoding_begin(context->encoding);
    return context->target ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_SURFACE;
}

VAStatus RenderPicture(VADriverContextP va, VAContextID id, VABufferID *buffers, int count) {
    Context *context = object_find(va, CONTEXT, id);
    if (!context || !context->target) return VA_STATUS_ERROR_INVALID_CONTEXT;
    for (int i = 0; i < count; i++) {
        Buffer *buffer = object_find(va, BUFFER, buffers[i]);
        if (!buffer) return VA_STATUS_ERROR_INVALID_BUFFER;
        VAStatus status =
            context->decoding ? decoding_take(context->decoding, buffer) : encoding_take(context->encoding, buffer);
        if (status) return status;
    }
    return VA_STATUS_SUCCESS;
}

VAStatus EndPicture(VADriverContextP va, VAContextID id) {
    Context *context = object_find(va, CONTEXT, id);
    if (!context || !context->target) return VA_STATUS_ERROR_INVALID_CONTEXT;
    Surface *target = context->target;
    context->target = NULL;
    if (context->decoding) return decoding_end(context->decoding, target, context->target_id);
    return encoding_end(context->encoding, va, target);
}
