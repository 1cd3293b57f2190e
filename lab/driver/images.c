// How a client gets at the pixels of a surface: by an image that is the surface, or by copying from and to it.
#include "driver.h"
#include "faults.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    VAImage description;
} Image;

static const VAImageFormat nv12 = {.fourcc = VA_FOURCC_NV12, .byte_order = VA_LSB_FIRST, .bits_per_pixel = 12};

VAStatus QueryImageFormats(VADriverContextP va, VAImageFormat *formats, int *count) {
    formats[0] = nv12;
    *count = 1;
    return VA_STATUS_SUCCESS;
}

// An image over the given pixels, or over new ones where `pixels` is NULL.
static VAStatus make_image(VADriverContextP va, int width, int height, int pitch, size_t size, uint8_t *pixels,
                           VAImage *description) {
    Image *image = calloc(1, sizeof *image);
    Buffer *buffer = calloc(1, sizeof *buffer);
    uint8_t *data = pixels ? pixels : calloc(1, size);
    if (!image || !buffer || !data) {
        free(image);
        free(buffer);
        if (!pixels) free(data);
        return VA_STATUS_ERROR_ALLOCATION_FAILED;
    }
    *buffer =
        (Buffer){.type = VAImageBufferType, .size = size, .count = 1, .data = data, .is_borrowed = pixels != NULL};
    image->description = (VAImage){.format = nv12,
                                   .buf = object_add(va, BUFFER, buffer),
                                   .width = width,
                                   .height = height,
                                   .data_size = size,
                                   .num_planes = 2,
                                   .pitches = {pitch, pitch},
                                   .offsets = {0, (uint32_t)chroma_offset(size)}};
    *description = image->description;
    description->image_id = object_add(va, IMAGE, image);
    return description->buf == VA_INVALID_ID || description->image_id == VA_INVALID_ID
               ? VA_STATUS_ERROR_ALLOCATION_FAILED
               : VA_STATUS_SUCCESS;
}

VAStatus CreateImage(VADriverContextP va, VAImageFormat *format, int width, int height, VAImage *image) {
    if (format->fourcc != VA_FOURCC_NV12) return VA_STATUS_ERROR_INVALID_IMAGE_FORMAT;
    if (width < 1 || height < 1 || width > LARGEST_SIDE || height > LARGEST_SIDE)
        return VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED;
    int pitch = ALIGNED(width, 64);
    return make_image(va, width, height, pitch, (size_t)pitch * ALIGNED(height, 2) * 3 / 2, NULL, image);
}

VAStatus DeriveImage(VADriverContextP va, VASurfaceID id, VAImage *image) {
    Surface *surface = object_find(va, SURFACE, id);
    if (!surface) return VA_STATUS_ERROR_INVALID_SURFACE;
    if (fault_no_derived_images() || (surface->decoded >= 0 && fault_no_copy(surface->decoded)))
        return VA_STATUS_ERROR_OPERATION_FAILED;
    return make_image(va, surface->width, surface->height, surface->pitch, surface->size, surface->data, image);
}

VAStatus DestroyImage(VADriverContextP va, VAImageID id) {
    Image *image = object_remove(va, IMAGE, id);
    if (!image) return VA_STATUS_ERROR_INVALID_IMAGE;
    DestroyBuffer(va, image->description.buf);
    free(image);
    return VA_STATUS_SUCCESS;
}

static void copy_rows(uint8_t *to, int to_pitch, const uint8_t *from, int from_pitch, int bytes, int rows) {
    for (; rows-- > 0; to += to_pitch, from += from_pitch) memcpy(to, from, bytes);
}

static int is_inside(int x, int y, int width, int height, int of_width, int of_height) {
    return x >= 0 && y >= 0 && width >= 0 && height >= 0 && x <= of_width - width && y <= of_height - height;
}

typedef struct {
    int surface_x, surface_y, image_x, image_y, width, height;
} Area;

static VAStatus copy(VADriverContextP va, VASurfaceID surface_id, VAImageID image_id, Area area, int to_surface) {
    Surface *surface = object_find(va, SURFACE, surface_id);
    Image *image = object_find(va, IMAGE, image_id);
    if (!surface) return VA_STATUS_ERROR_INVALID_SURFACE;
    if (!image) return VA_STATUS_ERROR_INVALID_IMAGE;
    VAImage *layout = &image->description;
    Buffer *buffer = object_find(va, BUFFER, layout->buf);
    if (!buffer) return VA_STATUS_ERROR_INVALID_BUFFER;
    if (!is_inside(area.surface_x, area.surface_y, area.width, area.height, surface->width, surface->height) ||
        !is_inside(area.image_x, area.image_y, area.width, area.height, layout->width, layout->height))
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    for (int plane = 0; plane < 2; plane++) { // chroma: half the rows, and two bytes for every two pixels
        int pitch = (int)layout->pitches[plane];
        uint8_t *in_surface = surface->data + (plane ? chroma_offset(surface->size) : 0) +
                              (size_t)(area.surface_y >> plane) * surface->pitch + (area.surface_x & ~plane);
        uint8_t *in_image =
            buffer->data + layout->offsets[plane] + (size_t)(area.image_y >> plane) * pitch + (area.image_x & ~plane);
        int bytes = plane ? ALIGNED(area.width, 2) : area.width, rows = plane ? (area.height + 1) / 2 : area.height;
        if (to_surface)
            copy_rows(in_surface, surface->pitch, in_image, pitch, bytes, rows);
        else
            copy_rows(in_image, pitch, in_surface, surface->pitch, bytes, rows);
    }
    return VA_STATUS_SUCCESS;
}

VAStatus GetImage(VADriverContextP va, VASurfaceID surface, int x, int y, unsigned width, unsigned height,
                  VAImageID image) {
    const Surface *from = object_find(va, SURFACE, surface);
    if (from && from->decoded >= 0 && fault_no_copy(from->decoded)) return VA_STATUS_ERROR_OPERATION_FAILED;
    return copy(va, surface, image, (Area){x, y, 0, 0, (int)width, (int)height}, 0);
}

VAStatus PutImage(VADriverContextP va, VASurfaceID surface, VAImageID image, int from_x, int from_y,
                  unsigned from_width, unsigned from_height, int to_x, int to_y, unsigned to_width,
                  unsigned to_height) {
    if (from_width != to_width || from_height != to_height) return VA_STATUS_ERROR_UNIMPLEMENTED;
    return copy(va, surface, image, (Area){to_x, to_y, from_x, from_y, (int)to_width, (int)to_height}, 1);
}
