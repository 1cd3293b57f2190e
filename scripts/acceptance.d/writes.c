/* Records what a program does with the files of a folder, for replays up to any point, lets a disk hang, and sets the
 * clock. For tests, with LD_PRELOAD.
 *
 * WRITES_ROOT names the folder, WRITES_LOG the log. While the file WRITES_HANG exists, synchronizations below the folder
 * WRITES_HANGING wait. The file WRITES_CLOCK has the seconds by which the wall clock is wrong. A record of the log: operation, file descriptor, length of a text,
 * length of the data (u32 each), a number (u64), the text, the data; little-endian, in the order of the calls' ends.
 *
 *   gcc -shared -fPIC -O2 -o writes.so writes.c -ldl -lpthread
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { OPEN = 1, WRITE, TRUNCATE, SYNC, CLOSE, RENAME, UNLINK, MKDIR };

/* Descriptors that are recorded; a recorder has far fewer. */
static char watched[65536];
static int log_descriptor = -1, clock_descriptor = -1;
static const char *root, *hang, *hanging;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name, type) ((type)dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("WRITES_LOG");
    root = getenv("WRITES_ROOT");
    hang = getenv("WRITES_HANG");
    hanging = getenv("WRITES_HANGING");
    if (!path || !root) return;
    int (*real)(const char *, int, ...) = REAL(open, int (*)(const char *, int, ...));
    log_descriptor = real(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (getenv("WRITES_CLOCK")) clock_descriptor = real(getenv("WRITES_CLOCK"), O_RDONLY | O_CLOEXEC);
}

static int is_inside(const char *path) {
    return log_descriptor >= 0 && path && strncmp(path, root, strlen(root)) == 0;
}

static int is_watched(int descriptor) {
    return log_descriptor >= 0 && descriptor >= 0 && descriptor < (int)sizeof watched && watched[descriptor];
}

static void put(const void *bytes, size_t count) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = REAL(write, ssize_t (*)(int, const void *, size_t));
    while (count > 0) {
        ssize_t done = real(log_descriptor, bytes, count);
        if (done <= 0) abort();
        bytes = (const char *)bytes + done;
        count -= (size_t)done;
    }
}

static void record(uint32_t operation, int descriptor, const char *text, const void *data, size_t length, uint64_t number) {
    uint32_t head[4] = {operation, (uint32_t)descriptor, text ? (uint32_t)strlen(text) : 0, (uint32_t)length};
    pthread_mutex_lock(&lock);
    put(head, sizeof head);
    put(&number, sizeof number);
    if (text) put(text, strlen(text));
    if (length) put(data, length);
    pthread_mutex_unlock(&lock);
}

static int opened(int descriptor, const char *path, int flags) {
    if (descriptor >= 0 && descriptor < (int)sizeof watched) {
        watched[descriptor] = (char)is_inside(path);
        if (watched[descriptor] && hanging && strncmp(path, hanging, strlen(hanging)) == 0) watched[descriptor] = 2;
        if (watched[descriptor]) record(OPEN, descriptor, path, NULL, 0, (uint64_t)flags);
    }
    return descriptor;
}

#define OPENER(name)                                                                       \
    int name(const char *path, int flags, ...) {                                           \
        va_list more;                                                                      \
        va_start(more, flags);                                                             \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;            \
        va_end(more);                                                                      \
        return opened(REAL(name, int (*)(const char *, int, ...))(path, flags, mode), path, flags); \
    }
OPENER(open)
OPENER(open64)

#define WRITER(name)                                                                       \
    ssize_t name(int descriptor, const void *bytes, size_t count, off_t offset) {          \
        ssize_t done = REAL(name, ssize_t (*)(int, const void *, size_t, off_t))(descriptor, bytes, count, offset); \
        if (done > 0 && is_watched(descriptor))                                            \
            record(WRITE, descriptor, NULL, bytes, (size_t)done, (uint64_t)offset);        \
        return done;                                                                       \
    }
WRITER(pwrite)
WRITER(pwrite64)

#define TRUNCATOR(name)                                                                    \
    int name(int descriptor, off_t length) {                                               \
        int result = REAL(name, int (*)(int, off_t))(descriptor, length);                  \
        if (result == 0 && is_watched(descriptor)) record(TRUNCATE, descriptor, NULL, NULL, 0, (uint64_t)length); \
        return result;                                                                     \
    }
TRUNCATOR(ftruncate)
TRUNCATOR(ftruncate64)

#define SYNCHRONIZER(name)                                                                 \
    int name(int descriptor) {                                                             \
        while (hang && descriptor >= 0 && descriptor < (int)sizeof watched && watched[descriptor] == 2 && access(hang, F_OK) == 0) \
            usleep(10000);                                                                 \
        int result = REAL(name, int (*)(int))(descriptor);                                 \
        if (result == 0 && is_watched(descriptor)) record(SYNC, descriptor, NULL, NULL, 0, 0); \
        return result;                                                                     \
    }
SYNCHRONIZER(fsync)
SYNCHRONIZER(fdatasync)

int close(int descriptor) {
    if (is_watched(descriptor)) {
        record(CLOSE, descriptor, NULL, NULL, 0, 0);
        watched[descriptor] = 0;
    }
    return REAL(close, int (*)(int))(descriptor);
}

int rename(const char *from, const char *to) {
    int result = REAL(rename, int (*)(const char *, const char *))(from, to);
    if (result == 0 && is_inside(from)) record(RENAME, -1, from, to, strlen(to), 0);
    return result;
}

int unlink(const char *path) {
    int result = REAL(unlink, int (*)(const char *))(path);
    if (result == 0 && is_inside(path)) record(UNLINK, -1, path, NULL, 0, 0);
    return result;
}

int mkdir(const char *path, mode_t mode) {
    int result = REAL(mkdir, int (*)(const char *, mode_t))(path, mode);
    if (result == 0 && is_inside(path)) record(MKDIR, -1, path, NULL, 0, 0);
    return result;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = REAL(clock_gettime, int (*)(clockid_t, struct timespec *))(clock, time);
    char text[32] = "";
    if (result == 0 && clock == CLOCK_REALTIME && clock_descriptor >= 0) {
        static ssize_t (*real)(int, void *, size_t, off_t);
        if (!real) real = REAL(pread, ssize_t (*)(int, void *, size_t, off_t));
        if (real(clock_descriptor, text, sizeof text - 1, 0) > 0) time->tv_sec += atol(text);
    }
    return result;
}
