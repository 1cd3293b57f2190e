// What the driver can do, and what a client chose of it.
#include "driver.h"
#include "faults.h"
#include <stdlib.h>
#include <string.h>

static const VAProfile supported[PROFILE_COUNT] = {VAProfileH264ConstrainedBaseline, VAProfileH264Main,
                                                   VAProfileH264High};

static int is_supported(VAProfile profile) {
    return profile == supported[0] || profile == supported[1] || profile == supported[2];
}

static VAEntrypoint encoding_point(void) { return fault_low_power() ? VAEntrypointEncSliceLP : VAEntrypointEncSlice; }

static int exists(VAEntrypoint point) {
    return point == VAEntrypointVLD ? has_decoder() : point == encoding_point() && !fault_no_encoder();
}

VAStatus QueryConfigProfiles(VADriverContextP va, VAProfile *profiles, int *count) {
    memcpy(profiles, supported, sizeof supported);
    *count = PROFILE_COUNT;
    return VA_STATUS_SUCCESS;
}

VAStatus QueryConfigEntrypoints(VADriverContextP va, VAProfile profile, VAEntrypoint *points, int *count) {
    *count = 0;
    if (!is_supported(profile)) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
    if (exists(VAEntrypointVLD)) points[(*count)++] = VAEntrypointVLD;
    if (exists(encoding_point())) points[(*count)++] = encoding_point();
    return VA_STATUS_SUCCESS;
}

static unsigned decoding_attribute(VAConfigAttribType type) {
    switch (type) {
    case VAConfigAttribRTFormat: return VA_RT_FORMAT_YUV420;
    case VAConfigAttribDecSliceMode: return VA_DEC_SLICE_MODE_NORMAL;
    case VAConfigAttribMaxPictureWidth:
    case VAConfigAttribMaxPictureHeight: return LARGEST_SIDE;
    default: return VA_ATTRIB_NOT_SUPPORTED;
    }
}

static unsigned attribute(VAConfigAttribType type) {
    switch (type) {
    case VAConfigAttribRTFormat: return VA_RT_FORMAT_YUV420;
    case VAConfigAttribRateControl: return fault_low_power() ? VA_RC_CQP : VA_RC_CQP | VA_RC_CBR | VA_RC_VBR;
    case VAConfigAttribEncPackedHeaders:
        if (fault_no_packed_headers()) return VA_ATTRIB_NOT_SUPPORTED;
        return VA_ENC_PACKED_HEADER_SEQUENCE | VA_ENC_PACKED_HEADER_SLICE | VA_ENC_PACKED_HEADER_MISC |
               VA_ENC_PACKED_HEADER_RAW_DATA;
    case VAConfigAttribEncMaxRefFrames: return 1; // one in list 0, none in list 1: no B frames
    case VAConfigAttribEncMaxSlices: return 1;
    case VAConfigAttribEncQualityRange: return WORST_QUALITY;
    case VAConfigAttribMaxPictureWidth:
    case VAConfigAttribMaxPictureHeight: return LARGEST_SIDE;
    default: return VA_ATTRIB_NOT_SUPPORTED;
    }
}

VAStatus GetConfigAttributes(VADriverContextP va, VAProfile profile, VAEntrypoint point, VAConfigAttrib *attributes,
                             int count) {
    if (!is_supported(profile)) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
    int decodes = point == VAEntrypointVLD && has_decoder();
    if (!decodes && point != encoding_point()) return VA_STATUS_ERROR_UNSUPPORTED_ENTRYPOINT;
    for (int i = 0; i < count; i++)
        attributes[i].value = decodes ? decoding_attribute(attributes[i].type) : attribute(attributes[i].type);
    return VA_STATUS_SUCCESS;
}

VAStatus CreateConfig(VADriverContextP va, VAProfile profile, VAEntrypoint point, VAConfigAttrib *attributes, int count,
                      VAConfigID *id) {
    if (!is_supported(profile)) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
    if (!exists(point)) return VA_STATUS_ERROR_UNSUPPORTED_ENTRYPOINT;
    if (point == VAEntrypointVLD && fault_no_decoding_configuration()) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    Configuration chosen = {profile, point, VA_RC_CQP, 0};
    for (int i = 0; i < count; i++) {
        unsigned value = attributes[i].value;
        switch (attributes[i].type) {
        case VAConfigAttribRTFormat:
            if (!(value & VA_RT_FORMAT_YUV420)) return VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
            break;
        case VAConfigAttribRateControl: chosen.rate_control = value; break;
        case VAConfigAttribEncPackedHeaders: chosen.packed_headers = value; break;
        default: break;
        }
    }
    Configuration *configuration = malloc(sizeof *configuration);
    if (configuration) *configuration = chosen;
    *id = object_add(va, CONFIGURATION, configuration);
    return *id == VA_INVALID_ID ? VA_STATUS_ERROR_ALLOCATION_FAILED : VA_STATUS_SUCCESS;
}

VAStatus DestroyConfig(VADriverContextP va, VAConfigID id) {
    Configuration *configuration = object_remove(va, CONFIGURATION, id);
    free(configuration);
    return configuration ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_CONFIG;
}

VAStatus QueryConfigAttributes(VADriverContextP va, VAConfigID id, VAProfile *profile, VAEntrypoint *point,
                               VAConfigAttrib *attributes, int *count) {
    Configuration *configuration = object_find(va, CONFIGURATION, id);
    if (!configuration) return VA_STATUS_ERROR_INVALID_CONFIG;
    *profile = configuration->profile;
    *point = configuration->entry_point;
    *count = 1;
    attributes[0].type = VAConfigAttribRTFormat;
    attributes[0].value = VA_RT_FORMAT_YUV420;
    return VA_STATUS_SUCCESS;
}
