// x264_drv_video.so: a VA-API driver that encodes H.264 on the CPU with libx264, and decodes it with libavcodec. For
// tests only; README.md says how.
// The client's packed SPS, PPS, SEI and delimiters are written as given. The slice header is the client's packed one
// with slice_qp_delta replaced, which is what rate control in hardware does, and x264's slice data follows.
#include "driver.h"

static VAStatus QuerySubpictureFormats(VADriverContextP va, VAImageFormat *formats, unsigned *flags, unsigned *count) {
    *count = 0;
    return VA_STATUS_SUCCESS;
}

static VAStatus QueryDisplayAttributes(VADriverContextP va, VADisplayAttribute *attributes, int *count) {
    *count = 0;
    return VA_STATUS_SUCCESS;
}

static VAStatus Terminate(VADriverContextP va) {
    objects_destroy(va);
    return VA_STATUS_SUCCESS;
}

static VAStatus unimplemented(void) { return VA_STATUS_ERROR_UNIMPLEMENTED; }

// libva looks for the entry of its own minor version first, and walks down to this one.
__attribute__((visibility("default"))) VAStatus __vaDriverInit_1_0(VADriverContextP va) {
    VAStatus status = objects_create(va);
    if (status) return status;
    va->version_major = 1;
    va->version_minor = 0;
    va->max_profiles = PROFILE_COUNT;
    va->max_entrypoints = 2;
    va->max_attributes = 16;
    va->max_image_formats = 1;
    va->max_subpic_formats = 1;
    va->max_display_attributes = 1;
    va->str_vendor = "x264 software test driver";
    struct VADriverVTable *calls = va->vtable;
#define IS(name) calls->va##name = name;
#define IS_NOT(name) calls->va##name = (void *)unimplemented;
    // clang-format off
    IS(Terminate) IS(QueryConfigProfiles) IS(QueryConfigEntrypoints) IS(GetConfigAttributes) IS(CreateConfig)
    IS(DestroyConfig) IS(QueryConfigAttributes) IS(CreateSurfaces) IS(CreateSurfaces2) IS(DestroySurfaces)
    IS(QuerySurfaceAttributes) IS(QuerySurfaceStatus) IS(SyncSurface) IS(CreateContext) IS(DestroyContext)
    IS(CreateBuffer) IS(BufferSetNumElements) IS(MapBuffer) IS(UnmapBuffer) IS(DestroyBuffer) IS(SyncBuffer)
    IS(BeginPicture) IS(RenderPicture) IS(EndPicture) IS(QueryImageFormats) IS(CreateImage) IS(DeriveImage)
    IS(DestroyImage) IS(GetImage) IS(PutImage) IS(QuerySubpictureFormats) IS(QueryDisplayAttributes)
    IS_NOT(PutSurface) IS_NOT(SetImagePalette) IS_NOT(CreateSubpicture) IS_NOT(DestroySubpicture)
    IS_NOT(SetSubpictureImage) IS_NOT(SetSubpictureChromakey) IS_NOT(SetSubpictureGlobalAlpha)
    IS_NOT(AssociateSubpicture) IS_NOT(DeassociateSubpicture) IS_NOT(GetDisplayAttributes)
    IS_NOT(SetDisplayAttributes)
        // clang-format on
        return VA_STATUS_SUCCESS;
}
