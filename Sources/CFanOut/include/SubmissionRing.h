// Sends one message to many sockets by io_uring, in one system call and without waiting for any of them.
//
// A ring belongs to the thread that opened it: the kernel refuses what others submit (IORING_SETUP_SINGLE_ISSUER).
#ifndef SUBMISSION_RING_H
#define SUBMISSION_RING_H

#include "Shortfall.h"
#include <stddef.h>
#include <stdint.h>

typedef struct submission_ring submission_ring;

/// Opens a ring.
///
/// room: how many sockets one call reaches; a power of two, at most 32768.
///
/// Returns 0, or an errno: EPERM where it is forbidden, ENOSYS where the system has none, EINVAL where the kernel is
/// older than Linux 6.1, ENOMEM, EMFILE, ENFILE.
int submission_ring_open(submission_ring **opened, uint32_t room);

/// Sends `length` bytes to each of `count` sockets.
///
/// count: at most the ring's room. length: at most INT32_MAX.
/// shortfalls: has room for `count`. Takes those that are short, in rising order of index.
///
/// Returns the number of shortfalls. The kernel is then done with `bytes`.
size_t submission_ring_send(submission_ring *ring, const void *bytes, size_t length, const int *sockets, size_t count,
                            fan_out_shortfall *shortfalls);

void submission_ring_close(submission_ring *ring);

#endif
