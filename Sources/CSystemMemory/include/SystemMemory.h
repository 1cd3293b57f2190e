// What glibc's malloc keeps of freed memory. Nothing happens with another C library.
#ifndef SYSTEM_MEMORY_H
#define SYSTEM_MEMORY_H

#include <stddef.h>

/// Gives memory back to the system that malloc keeps for later (malloc_trim(3)).
void system_memory_give_back(void);

/// Replaces the freed blocks that malloc keeps for the calling thread by others, which lie together. Nothing else takes
/// them away from the thread, and each keeps its page from the system. Takes about 0.2 ms.
void system_memory_renew_thread_cache(void);

/// Sets malloc up for the rest of the process (mallopt(3)).
///
/// long_buffer: bytes of a buffer that gets memory of its own from the system, and gives it back when it is freed. Once
/// set, it stays; by itself it grows with the first long buffer that is freed.
/// arenas: parts of the heap that threads share, each of which may keep free memory.
void system_memory_prepare(int long_buffer, int arenas);

/// Memory for OpenSSL, which allocates a buffer and some small blocks for each record and frees them when the record is
/// sent: each thread keeps them for its next record, until it ends. file and line are the place in OpenSSL that asks. A
/// program that has OpenSSL uses them from its beginning.
void *record_memory_allocate(size_t size, const char *file, int line);
void *record_memory_resize(void *block, size_t size, const char *file, int line);
void record_memory_free(void *block, const char *file, int line);

/// How many buffers for records the calling thread has allocated, less those that it has freed, for tests.
long record_memory_held(void);

/// How many threads keep blocks for their next record, for tests: the end of a thread frees them.
long record_memory_threads(void);

/// Refuses longer blocks to the calling thread from now on; 0 for no limit.
void record_memory_limit(size_t bytes);

#endif
