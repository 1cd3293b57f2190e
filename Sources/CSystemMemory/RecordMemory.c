#include "include/SystemMemory.h"

#include <stdatomic.h>
#include <stdlib.h>

static _Thread_local size_t limit;

void record_memory_limit(size_t bytes) { limit = bytes; }

#ifdef __GLIBC__
#include <malloc.h>
#include <pthread.h>

// What OpenSSL 3 allocates for each record that it sends, and frees again: a buffer of 16.6 KB, and some blocks of 40 bytes
// with which it builds the record.
enum { SHORTEST_RECORD = 16 * 1024, LONGEST_RECORD = 18 * 1024, SHORTEST_PART = 33, LONGEST_PART = 40, MOST_PARTS = 4 };

// The blocks that were freed last.
static _Thread_local void *record, *parts[MOST_PARTS];
static _Thread_local int part_count;
static _Thread_local long held;

static int is_record(size_t size) { return size >= SHORTEST_RECORD && size <= LONGEST_RECORD; }
static int is_part(size_t size) { return size >= SHORTEST_PART && size <= LONGEST_PART; }

static int is_record_block(void *block) { return block && is_record(malloc_usable_size(block)); }

static pthread_key_t thread_end;
static int has_thread_end;
static atomic_long threads;

static void release_kept(void *unused) {
  (void)unused;
  free(record);
  record = NULL;
  while (part_count > 0) free(parts[--part_count]);
  threads--;
}

// Whether this thread may keep a block, because its end frees it.
static int keeps(void) {
  if (!has_thread_end) return 0;
  if (pthread_getspecific(thread_end)) return 1;
  if (pthread_setspecific(thread_end, &record)) return 0;
  threads++;
  return 1;
}

static void *malloc_or_kept(size_t size) {
  if (is_part(size) && part_count > 0) return parts[--part_count];
  if (!is_record(size) || !record || malloc_usable_size(record) < size) return malloc(size);
  void *block = record;
  record = NULL;
  return block;
}
#endif

void *record_memory_allocate(size_t size, const char *file, int line) {
  (void)file, (void)line;
  if (limit && size > limit) return NULL;
#ifdef __GLIBC__
  void *block = malloc_or_kept(size);
  held += is_record_block(block);
  return block;
#else
  return malloc(size);
#endif
}

void *record_memory_resize(void *block, size_t size, const char *file, int line) {
  (void)file, (void)line;
  if (limit && size > limit) return NULL;
#ifdef __GLIBC__
  int was_record = is_record_block(block);
  void *resized = realloc(block, size);
  if (resized || !size) held += is_record_block(resized) - was_record;
  return resized;
#else
  return realloc(block, size);
#endif
}

void record_memory_free(void *block, const char *file, int line) {
  (void)file, (void)line;
#ifdef __GLIBC__
  size_t size = block ? malloc_usable_size(block) : 0;
  // A block of malloc has 8 bytes more than 16 times a number, so that each one here takes the longest part.
  if (size == LONGEST_PART && part_count < MOST_PARTS && keeps()) {
    parts[part_count++] = block;
    return;
  }
  if (is_record(size)) {
    held--;
    if (!record && keeps()) {
      record = block;
      return;
    }
  }
#endif
  free(block);
}

long record_memory_held(void) {
#ifdef __GLIBC__
  return held;
#else
  return 0;
#endif
}

long record_memory_threads(void) {
#ifdef __GLIBC__
  return threads;
#else
  return 0;
#endif
}

// OpenSSL's function, in a program that has OpenSSL.
extern int CRYPTO_set_mem_functions(
    void *(*allocate)(size_t, const char *, int),
    void *(*resize)(void *, size_t, const char *, int),
    void (*release)(void *, const char *, int)
) __attribute__((weak));

// OpenSSL takes other functions only until it has allocated something, which may be for another library: so it gets these
// before the program begins.
__attribute__((constructor)) static void record_memory_serve(void) {
#ifdef __GLIBC__
  has_thread_end = !pthread_key_create(&thread_end, release_kept);
#endif
  if (CRYPTO_set_mem_functions)
    CRYPTO_set_mem_functions(record_memory_allocate, record_memory_resize, record_memory_free);
}
