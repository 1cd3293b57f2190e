// Tells ThreadSanitizer of the slow paths of Synchronization.Mutex on Linux.
//
// A thread that finds the lock taken calls into Swift's library, which is not instrumented, and the kernel hands the
// lock on. These functions take the places of those three, call them, and say what they have done. This is what Swift's
// runtime does for its own locks. 'scripts/sanitize' loads them before the library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Functions of the sanitizer's runtime; absent in programs that are not instrumented.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void mutex_lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool mutex_try_lock_slow(SELF) __asm__(TRY_LOCK);
SWIFT void mutex_unlock_slow(SELF) __asm__(UNLOCK);

static SWIFT void (*next_lock)(uint32_t thread, SELF);
static SWIFT bool (*next_try_lock)(SELF);
static SWIFT void (*next_unlock)(SELF);

// Finds the library's own function, once: every thread finds the same.
#define FIND(next, symbol)                                                      \
    do {                                                                        \
        if (__atomic_load_n((void **)&next, __ATOMIC_ACQUIRE) != NULL) break;   \
        void *found = dlsym(RTLD_NEXT, symbol);                                 \
        if (found == NULL) {                                                    \
            fprintf(stderr, "Swift's library has no %s: see %s.\n", symbol, __FILE__); \
            abort();                                                            \
        }                                                                       \
        __atomic_store_n((void **)&next, found, __ATOMIC_RELEASE);              \
    } while (0)

SWIFT void mutex_lock_slow(uint32_t thread, SELF) {
    FIND(next_lock, LOCK);
    next_lock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool mutex_try_lock_slow(SELF) {
    FIND(next_try_lock, TRY_LOCK);
    bool is_locked = next_try_lock(mutex);
    if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
    return is_locked;
}

SWIFT void mutex_unlock_slow(SELF) {
    FIND(next_unlock, UNLOCK);
    if (__tsan_release) __tsan_release(mutex);
    next_unlock(mutex);
}
