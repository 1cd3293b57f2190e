// Tells ThreadSanitizer of the order between threads that Swift's libraries on Linux make and do not report, because
// they are not instrumented. 'scripts/sanitize' loads this library before them. Each function here takes the place of
// one of theirs, calls it, and reports only the order that it has made.
//
// - Mutex: a thread that finds the lock taken calls into the library, and the kernel hands the lock on.
// - References: a thread that drops one is done before another finds its own to be the only one, and then writes in
//   place or frees the object. So a drop releases the object, and only the holder of the only one acquires it.
// - Continuations: a thread that resumes one is done before the task goes on. The runtime reports this itself when the
//   task already waits, but a task that finds its continuation resumed goes on at once, without a report.
//
// Drops within Swift's library, which calls itself directly, are not reported: they may
// give a false report, and hide none.
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

static void acquire(void *address) {
    if (__tsan_acquire) __tsan_acquire(address);
}

static void release(void *address) {
    if (__tsan_release) __tsan_release(address);
}

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

static void *found(void *address, const char *symbol) {
    if (address != NULL) return address;
    fprintf(stderr, "Swift's library has no %s: see %s.\n", symbol, __FILE__);
    abort();
}

// Finds the library's own function, once: every thread finds the same.
#define FIND(next, symbol)                                                                               \
    do {                                                                                                 \
        if (__atomic_load_n((void **)&next, __ATOMIC_ACQUIRE) != NULL) break;                            \
        __atomic_store_n((void **)&next, found(dlsym(RTLD_NEXT, symbol), symbol), __ATOMIC_RELEASE);     \
    } while (0)

// MARK: Mutex

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void mutex_lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT bool mutex_try_lock_slow(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT void mutex_unlock_slow(SELF void *mutex) __asm__(UNLOCK);

static SWIFT void (*next_lock)(uint32_t thread, SELF void *mutex);
static SWIFT bool (*next_try_lock)(SELF void *mutex);
static SWIFT void (*next_unlock)(SELF void *mutex);

SWIFT void mutex_lock_slow(uint32_t thread, SELF void *mutex) {
    FIND(next_lock, LOCK);
    next_lock(thread, mutex);
    acquire(mutex);
}

SWIFT bool mutex_try_lock_slow(SELF void *mutex) {
    FIND(next_try_lock, TRY_LOCK);
    bool is_locked = next_try_lock(mutex);
    if (is_locked) acquire(mutex);
    return is_locked;
}

SWIFT void mutex_unlock_slow(SELF void *mutex) {
    FIND(next_unlock, UNLOCK);
    release(mutex);
    next_unlock(mutex);
}

// MARK: References that are dropped

// The compiler calls these functions as C's: on x86-64 they keep no more registers.
#define IS_UNIQUE_OBJECT "swift_isUniquelyReferenced_nonNull_native"

// The bits of a bridge object that are its address, and the sign that says that it is no object.
#define OBJECT UINTPTR_MAX
#define BRIDGE_OBJECT 0x80fffffffffffff9
#define OF(reference, mask) ((void *)((uintptr_t)(reference) & (mask)))

static bool (*next_is_unique)(void *object);

static void acquire_unique(void *object) {
    FIND(next_is_unique, IS_UNIQUE_OBJECT);
    if (next_is_unique(object)) acquire(object);
}

static void report_drop(void *object) {
    // The library ignores these too: they are no objects.
    if ((intptr_t)object <= 0) return;
    FIND(next_is_unique, IS_UNIQUE_OBJECT);
    if (!next_is_unique(object)) release(object);
    // This drop frees the object. The others may have dropped theirs since the line above.
    acquire_unique(object);
}

#define DROP(symbol, mask)                                        \
    void symbol(void *reference) {                                \
        static void (*next)(void *reference);                     \
        FIND(next, #symbol);                                      \
        report_drop(OF(reference, mask));                         \
        next(reference);                                          \
    }

// Whether it is the only one can be asked of one reference, so the last is dropped alone.
#define DROP_MANY(symbol, one, mask)                              \
    void symbol(void *reference, uint32_t count) {                \
        static void (*next)(void *reference, uint32_t count);     \
        FIND(next, #symbol);                                      \
        if (count > 1) next(reference, count - 1);                \
        if (count > 0) one(reference);                            \
    }

DROP(swift_release, OBJECT)
DROP(swift_bridgeObjectRelease, BRIDGE_OBJECT)
DROP_MANY(swift_release_n, swift_release, OBJECT)
DROP_MANY(swift_bridgeObjectRelease_n, swift_bridgeObjectRelease, BRIDGE_OBJECT)

// MARK: References that are the only one

// What the compiler calls.
#define IS_UNIQUE(symbol, mask)                                    \
    bool symbol(void *reference) {                                 \
        static bool (*next)(void *reference);                      \
        FIND(next, #symbol);                                       \
        bool is_unique = next(reference);                          \
        if (is_unique) acquire(OF(reference, mask));               \
        return is_unique;                                          \
    }

IS_UNIQUE(swift_isUniquelyReferenced, OBJECT)
IS_UNIQUE(swift_isUniquelyReferenced_native, OBJECT)
IS_UNIQUE(swift_isUniquelyReferenced_nonNull, OBJECT)
IS_UNIQUE(swift_isUniquelyReferenced_nonNull_native, OBJECT)
IS_UNIQUE(swift_isUniquelyReferencedNonObjC, OBJECT)
IS_UNIQUE(swift_isUniquelyReferencedNonObjC_nonNull, OBJECT)
IS_UNIQUE(swift_isUniquelyReferenced_nonNull_bridgeObject, BRIDGE_OBJECT)
IS_UNIQUE(swift_isUniquelyReferencedNonObjC_nonNull_bridgeObject, BRIDGE_OBJECT)

// What the library's own functions for it do, which call the above directly.
#define IS_UNIQUE_MANAGED "$ss20ManagedBufferPointerV17isUniqueReferenceSbyF"
#define IS_UNIQUE_KNOWN "$ss25isKnownUniquelyReferencedySbxzRlzClF"
#define IS_UNIQUE_OPTIONAL "$ss25isKnownUniquelyReferencedySbxSgzRlzClF"
#define MAKE_UNIQUE_ARRAY "$sSa21_makeMutableAndUniqueyyF"
#define MAKE_UNIQUE_CONTIGUOUS "$ss15ContiguousArrayV21_makeMutableAndUniqueyyF"

SWIFT bool is_unique_managed(void *type, SELF void **reference) __asm__(IS_UNIQUE_MANAGED);
SWIFT bool is_unique_known(void **reference, void *type) __asm__(IS_UNIQUE_KNOWN);
SWIFT bool is_unique_optional(void **reference, void *type) __asm__(IS_UNIQUE_OPTIONAL);
SWIFT void make_unique_array(void *type, SELF void **storage) __asm__(MAKE_UNIQUE_ARRAY);
SWIFT void make_unique_contiguous(void *type, SELF void **storage) __asm__(MAKE_UNIQUE_CONTIGUOUS);

SWIFT bool is_unique_managed(void *type, SELF void **reference) {
    static SWIFT bool (*next)(void *type, SELF void **reference);
    FIND(next, IS_UNIQUE_MANAGED);
    bool is_unique = next(type, reference);
    if (is_unique) acquire(*reference);
    return is_unique;
}

SWIFT bool is_unique_known(void **reference, void *type) {
    static SWIFT bool (*next)(void **reference, void *type);
    FIND(next, IS_UNIQUE_KNOWN);
    bool is_unique = next(reference, type);
    if (is_unique) acquire(*reference);
    return is_unique;
}

SWIFT bool is_unique_optional(void **reference, void *type) {
    static SWIFT bool (*next)(void **reference, void *type);
    FIND(next, IS_UNIQUE_OPTIONAL);
    bool is_unique = next(reference, type);
    if (is_unique) acquire(*reference);
    return is_unique;
}

// An array's storage is its own after these, unless it is the one of all arrays that are empty.
SWIFT void make_unique_array(void *type, SELF void **storage) {
    static SWIFT void (*next)(void *type, SELF void **storage);
    FIND(next, MAKE_UNIQUE_ARRAY);
    next(type, storage);
    acquire_unique(*storage);
}

SWIFT void make_unique_contiguous(void *type, SELF void **storage) {
    static SWIFT void (*next)(void *type, SELF void **storage);
    FIND(next, MAKE_UNIQUE_CONTIGUOUS);
    next(type, storage);
    acquire_unique(*storage);
}

// MARK: Continuations

#define AWAIT "swift_continuation_await"
#define SWIFT_ASYNC __attribute__((swiftasynccall))

struct continuation;
typedef SWIFT_ASYNC void go_on(__attribute__((swift_async_context)) struct continuation *continuation);

// The begin of the runtime's ContinuationAsyncContext.
struct continuation {
    void *parent;
    go_on *go_on;
    uintptr_t flags;
};

// The task goes on in its executor, by way of the executor's jobs, which the runtime reports.
#define CHANGES_EXECUTOR 2

extern void *swift_task_getCurrent(void) __attribute__((weak));

// Where the task of this thread goes on, while it is not known whether it has to wait.
static __thread go_on *next_go_on;

// The runtime calls this, still in 'await', only when the continuation has been resumed. Its 'resume' has released the
// task.
static SWIFT_ASYNC void go_on_at_once(__attribute__((swift_async_context)) struct continuation *continuation) {
    acquire(swift_task_getCurrent());
    go_on *next = next_go_on;
    continuation->go_on = next;
    __attribute__((musttail)) return next(continuation);
}

SWIFT_ASYNC void swift_continuation_await(struct continuation *continuation) {
    static SWIFT_ASYNC void (*next)(struct continuation *continuation);
    FIND(next, AWAIT);
    // A task that waits goes on from a copy of the pointer, which the runtime made before.
    if (!(continuation->flags & CHANGES_EXECUTOR)) {
        next_go_on = continuation->go_on;
        continuation->go_on = go_on_at_once;
    }
    __attribute__((musttail)) return next(continuation);
}
