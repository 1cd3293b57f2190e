// Counts the heap allocations of the program that this is linked into: calls of malloc, calloc, realloc and those for
// aligned memory, from its own code and from every library, the Swift runtime included. Freeing is not counted.
//
// It takes the places of those functions in front of glibc's own, so it works with glibc only; under a sanitizer, which
// wants them for itself, it does nothing either.
#ifndef STREAMD_ALLOCATIONCOUNTER_H
#define STREAMD_ALLOCATIONCOUNTER_H

#include <stdbool.h>
#include <stdint.h>

// Whether anything is counted; the counts stay 0 otherwise.
bool allocations_are_counted(void) __attribute__((swift_name("allocationsAreCounted()")));

// Allocations of the calling thread since it began. What an event loop allocates must be asked on its thread.
uint64_t allocations_of_this_thread(void) __attribute__((swift_name("allocationsOfThisThread()")));

// Allocations of all threads since the program began.
uint64_t allocations_of_all_threads(void) __attribute__((swift_name("allocationsOfAllThreads()")));

#endif
