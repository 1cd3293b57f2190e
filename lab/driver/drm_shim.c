// drm_shim.so: preloaded, makes libva take any device file, such as /dev/null, for a DRM render node.
enum { DRM_NODE_RENDER = 2 }; // as in xf86drm.h

int drmGetNodeTypeFromFd(int descriptor) {
    (void)descriptor;
    return DRM_NODE_RENDER;
}
