#include "AllocationCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif

#if defined(__GLIBC__) && !IS_SANITIZED

// Not allocated on first use, which would call malloc.
static _Thread_local __attribute__((tls_model("initial-exec"))) uint64_t of_this_thread;
static _Atomic uint64_t of_all_threads;

bool allocations_are_counted(void) { return true; }
uint64_t allocations_of_this_thread(void) { return of_this_thread; }
uint64_t allocations_of_all_threads(void) { return atomic_load_explicit(&of_all_threads, memory_order_relaxed); }

static void count(void) {
    of_this_thread += 1;
    atomic_fetch_add_explicit(&of_all_threads, 1, memory_order_relaxed);
}

// glibc's own functions, under the names that it keeps for programs that replace them.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count();
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    count();
    void *aligned = __libc_memalign(alignment, size);
    if (aligned == NULL) return ENOMEM;
    *memory = aligned;
    return 0;
}

#else

bool allocations_are_counted(void) { return false; }
uint64_t allocations_of_this_thread(void) { return 0; }
uint64_t allocations_of_all_threads(void) { return 0; }

#endif
