#include "include/SystemMemory.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void system_memory_give_back(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#ifdef __GLIBC__
// glibc keeps so many blocks of each size for a thread, by default ("tcache" in its manual, Memory Allocation Tunables).
enum { CACHED_BLOCKS = 7, LEAST_CACHED = 24, MOST_CACHED = 1032, CACHE_STEP = 16 };
#endif

void system_memory_renew_thread_cache(void) {
#ifdef __GLIBC__
  // Volatile, or the compiler leaves out blocks that nothing uses.
  void *volatile kept[CACHED_BLOCKS], *volatile fresh[CACHED_BLOCKS];
  for (size_t size = LEAST_CACHED; size <= MOST_CACHED; size += CACHE_STEP) {
    for (int i = 0; i < CACHED_BLOCKS; i++) kept[i] = malloc(size);
    for (int i = 0; i < CACHED_BLOCKS; i++) fresh[i] = malloc(size);
    // These fill the cache again, so that the others go back to the heap.
    for (int i = 0; i < CACHED_BLOCKS; i++) free(fresh[i]);
    for (int i = 0; i < CACHED_BLOCKS; i++) free(kept[i]);
  }
#endif
}

void system_memory_prepare(int long_buffer, int arenas) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, long_buffer);
  mallopt(M_ARENA_MAX, arenas);
#else
  (void)long_buffer;
  (void)arenas;
#endif
}
