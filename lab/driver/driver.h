// The parts of the driver: each file implements the calls of one kind of object.
#pragma once
#include "objects.h"
#include <stddef.h>
#include <stdint.h>
#include <va/va.h>
#include <va/va_backend.h>

#define ALIGNED(value, to) (((value) + (to)-1) / (to) * (to))

enum { LARGEST_SIDE = 4096, SMALLEST_SIDE = 32, PROFILE_COUNT = 3, WORST_QUALITY = 7, SURFACE_ATTRIBUTE_COUNT = 6 };

typedef struct {
    VAProfile profile;
    VAEntrypoint entry_point;
    unsigned rate_control, packed_headers;
} Configuration;

// NV12: the luma plane, and the interleaved chroma plane behind it. The pitch is never the width, so that a client
// that takes the one for the other shows it.
typedef struct {
    int width, height, pitch;
    uint8_t *data;
    size_t size;
    long decoded; // the number of the picture that a context last decoded into it; -1 without one
} Surface;

typedef struct {
    VABufferType type;
    size_t size;
    unsigned count;
    uint8_t *data;
    int is_borrowed;            // the data belongs to a surface
    VACodedBufferSegment coded; // of a coded buffer: what a client sees when it maps it
} Buffer;

static inline size_t chroma_offset(size_t size) { return size / 3 * 2; }

// configurations.c
VAStatus QueryConfigProfiles(VADriverContextP va, VAProfile *profiles, int *count);
VAStatus QueryConfigEntrypoints(VADriverContextP va, VAProfile profile, VAEntrypoint *points, int *count);
VAStatus GetConfigAttributes(VADriverContextP va, VAProfile profile, VAEntrypoint point, VAConfigAttrib *attributes,
                             int count);
VAStatus CreateConfig(VADriverContextP va, VAProfile profile, VAEntrypoint point, VAConfigAttrib *attributes, int count,
                      VAConfigID *id);
VAStatus DestroyConfig(VADriverContextP va, VAConfigID id);
VAStatus QueryConfigAttributes(VADriverContextP va, VAConfigID id, VAProfile *profile, VAEntrypoint *point,
                               VAConfigAttrib *attributes, int *count);

// surfaces.c
VAStatus CreateSurfaces(VADriverContextP va, int width, int height, int format, int count, VASurfaceID *ids);
VAStatus CreateSurfaces2(VADriverContextP va, unsigned format, unsigned width, unsigned height, VASurfaceID *ids,
                         unsigned count, VASurfaceAttrib *attributes, unsigned attribute_count);
VAStatus DestroySurfaces(VADriverContextP va, VASurfaceID *ids, int count);
VAStatus QuerySurfaceAttributes(VADriverContextP va, VAConfigID id, VASurfaceAttrib *attributes, unsigned *count);
VAStatus QuerySurfaceStatus(VADriverContextP va, VASurfaceID id, VASurfaceStatus *status);
VAStatus SyncSurface(VADriverContextP va, VASurfaceID id);

// images.c
VAStatus QueryImageFormats(VADriverContextP va, VAImageFormat *formats, int *count);
VAStatus CreateImage(VADriverContextP va, VAImageFormat *format, int width, int height, VAImage *image);
VAStatus DeriveImage(VADriverContextP va, VASurfaceID id, VAImage *image);
VAStatus DestroyImage(VADriverContextP va, VAImageID id);
VAStatus GetImage(VADriverContextP va, VASurfaceID surface, int x, int y, unsigned width, unsigned height,
                  VAImageID image);
VAStatus PutImage(VADriverContextP va, VASurfaceID surface, VAImageID image, int from_x, int from_y,
                  unsigned from_width, unsigned from_height, int to_x, int to_y, unsigned to_width, unsigned to_height);

// buffers.c
VAStatus CreateBuffer(VADriverContextP va, VAContextID context, VABufferType type, unsigned size, unsigned count,
                      void *data, VABufferID *id);
VAStatus BufferSetNumElements(VADriverContextP va, VABufferID id, unsigned count);
VAStatus MapBuffer(VADriverContextP va, VABufferID id, void **data);
VAStatus UnmapBuffer(VADriverContextP va, VABufferID id);
VAStatus DestroyBuffer(VADriverContextP va, VABufferID id);
VAStatus SyncBuffer(VADriverContextP va, VABufferID id, uint64_t nanoseconds);

// contexts.c
VAStatus CreateContext(VADriverContextP va, VAConfigID configuration, int width, int height, int flag,
                       VASurfaceID *surfaces, int count, VAContextID *id);
VAStatus DestroyContext(VADriverContextP va, VAContextID id);
VAStatus BeginPicture(VADriverContextP va, VAContextID id, VASurfaceID surface);
VAStatus RenderPicture(VADriverContextP va, VAContextID id, VABufferID *buffers, int count);
VAStatus EndPicture(VADriverContextP va, VAContextID id);
