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

void system_memory_prepare(int long_buffer, int arenas) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, long_buffer);
  mallopt(M_ARENA_MAX, arenas);
#else
  (void)long_buffer;
  (void)arenas;
#endif
}
