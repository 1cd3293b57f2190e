// Parameters on their way to the driver, and coded pictures on their way back.
#include "driver.h"
#include <stdlib.h>
#include <string.h>

VAStatus CreateBuffer(VADriverContextP va, VAContextID context, VABufferType type, unsigned size, unsigned count,
                      void *data, VABufferID *id) {
    Buffer *buffer = calloc(1, sizeof *buffer);
    if (!buffer) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    *buffer = (Buffer){.type = type, .size = (size_t)size * count, .count = count};
    buffer->data = calloc(1, buffer->size + 1);
    if (!buffer->data) {
        free(buffer);
        return VA_STATUS_ERROR_ALLOCATION_FAILED;
    }
    if (data) memcpy(buffer->data, data, buffer->size);
    *id = object_add(va, BUFFER, buffer);
    return *id == VA_INVALID_ID ? VA_STATUS_ERROR_ALLOCATION_FAILED : VA_STATUS_SUCCESS;
}

VAStatus BufferSetNumElements(VADriverContextP va, VABufferID id, unsigned count) {
    Buffer *buffer = object_find(va, BUFFER, id);
    if (!buffer) return VA_STATUS_ERROR_INVALID_BUFFER;
    if (count > buffer->count) return VA_STATUS_ERROR_INVALID_PARAMETER;
    buffer->count = count;
    return VA_STATUS_SUCCESS;
}

VAStatus MapBuffer(VADriverContextP va, VABufferID id, void **data) {
    Buffer *buffer = object_find(va, BUFFER, id);
    if (!buffer) return VA_STATUS_ERROR_INVALID_BUFFER;
    *data = buffer->type == VAEncCodedBufferType ? (void *)&buffer->coded : buffer->data;
    return VA_STATUS_SUCCESS;
}

VAStatus UnmapBuffer(VADriverContextP va, VABufferID id) {
    return object_find(va, BUFFER, id) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_BUFFER;
}

VAStatus DestroyBuffer(VADriverContextP va, VABufferID id) {
    Buffer *buffer = object_remove(va, BUFFER, id);
    if (!buffer) return VA_STATUS_ERROR_INVALID_BUFFER;
    if (!buffer->is_borrowed) free(buffer->data);
    free(buffer);
    return VA_STATUS_SUCCESS;
}

VAStatus SyncBuffer(VADriverContextP va, VABufferID id, uint64_t nanoseconds) { return UnmapBuffer(va, id); }
