// node_shim.so: preloaded with drm_shim.so, makes /dev/null the first render node, for programs that look for one
// themselves.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>

static int open_with(const char *path, int flags, va_list more) {
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0;
    return openat(AT_FDCWD, strcmp(path, "/dev/dri/renderD128") ? path : "/dev/null", flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int descriptor = open_with(path, flags, more);
    va_end(more);
    return descriptor;
}

int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int descriptor = open_with(path, flags | O_LARGEFILE, more);
    va_end(more);
    return descriptor;
}
