// Pictures to encode, and decoded ones: NV12 in the computer's own memory.
#include "driver.h"
#include <stdlib.h>

static void free_surface(Surface *surface) {
    if (!surface) return;
    free(surface->data);
    free(surface);
}

static VASurfaceID make_surface(VADriverContextP va, unsigned width, unsigned height) {
    Surface *surface = calloc(1, sizeof *surface);
    if (!surface) return VA_INVALID_ID;
    surface->width = (int)width;
    surface->height = (int)height;
    surface->decoded = -1;
    surface->pitch = (int)ALIGNED(width + 1, 256);
    surface->size = (size_t)surface->pitch * ALIGNED(height, 32) * 3 / 2;
    surface->data = calloc(1, surface->size);
    if (!surface->data) {
        free(surface);
        return VA_INVALID_ID;
    }
    return object_add(va, SURFACE, surface);
}

static VAStatus check_attribute(const VASurfaceAttrib *attribute) {
    int value = attribute->value.value.i;
    if (attribute->type == VASurfaceAttribPixelFormat && value != VA_FOURCC_NV12)
        return VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
    if (attribute->type == VASurfaceAttribMemoryType && value != VA_SURFACE_ATTRIB_MEM_TYPE_VA)
        return VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE;
    return VA_STATUS_SUCCESS;
}

VAStatus CreateSurfaces2(VADriverContextP va, unsigned format, unsigned width, unsigned height, VASurfaceID *ids,
                         unsigned count, VASurfaceAttrib *attributes, unsigned attribute_count) {
    if (format != VA_RT_FORMAT_YUV420) return VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
    if (width > LARGEST_SIDE || height > LARGEST_SIDE || width < 1 || height < 1)
        return VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED;
    for (unsigned i = 0; i < attribute_count; i++) {
        VAStatus status = check_attribute(&attributes[i]);
        if (status) return status;
    }
    for (unsigned i = 0; i < count; i++) {
        ids[i] = make_surface(va, width, height);
        if (ids[i] == VA_INVALID_ID) {
            DestroySurfaces(va, ids, (int)i);
            return VA_STATUS_ERROR_ALLOCATION_FAILED;
        }
    }
    return VA_STATUS_SUCCESS;
}

VAStatus CreateSurfaces(VADriverContextP va, int width, int height, int format, int count, VASurfaceID *ids) {
    return CreateSurfaces2(va, format, width, height, ids, count, NULL, 0);
}

VAStatus DestroySurfaces(VADriverContextP va, VASurfaceID *ids, int count) {
    for (int i = 0; i < count; i++) {
        Surface *surface = object_remove(va, SURFACE, ids[i]);
        if (!surface) return VA_STATUS_ERROR_INVALID_SURFACE;
        free_surface(surface);
    }
    return VA_STATUS_SUCCESS;
}

VAStatus QuerySurfaceAttributes(VADriverContextP va, VAConfigID id, VASurfaceAttrib *attributes, unsigned *count) {
    static const struct {
        VASurfaceAttribType type;
        int value;
    } values[SURFACE_ATTRIBUTE_COUNT] = {
        {VASurfaceAttribPixelFormat, VA_FOURCC_NV12}, {VASurfaceAttribMinWidth, SMALLEST_SIDE},
        {VASurfaceAttribMinHeight, SMALLEST_SIDE},    {VASurfaceAttribMaxWidth, LARGEST_SIDE},
        {VASurfaceAttribMaxHeight, LARGEST_SIDE},     {VASurfaceAttribMemoryType, VA_SURFACE_ATTRIB_MEM_TYPE_VA},
    };
    if (!object_find(va, CONFIGURATION, id)) return VA_STATUS_ERROR_INVALID_CONFIG;
    for (int i = 0; attributes && i < SURFACE_ATTRIBUTE_COUNT; i++)
        attributes[i] = (VASurfaceAttrib){.type = values[i].type,
                                          .flags = VA_SURFACE_ATTRIB_GETTABLE | VA_SURFACE_ATTRIB_SETTABLE,
                                          .value = {.type = VAGenericValueTypeInteger, .value.i = values[i].value}};
    *count = SURFACE_ATTRIBUTE_COUNT;
    return VA_STATUS_SUCCESS;
}

// A picture is encoded or decoded by the time that vaEndPicture returns.
VAStatus SyncSurface(VADriverContextP va, VASurfaceID id) {
    return object_find(va, SURFACE, id) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_SURFACE;
}

VAStatus QuerySurfaceStatus(VADriverContextP va, VASurfaceID id, VASurfaceStatus *status) {
    *status = VASurfaceReady;
    return SyncSurface(va, id);
}
