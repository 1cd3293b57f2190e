// Sends one message to many sockets without a copy for each: the message is copied into the pages of a pipe once, and
// each socket sends from these pages.
#ifndef SHARED_PAGES_H
#define SHARED_PAGES_H

#include "Shortfall.h"
#include <stddef.h>

typedef struct shared_pages shared_pages;

/// Opens the pipes.
///
/// room: bytes of the longest message; a multiple of the page size.
///
/// Returns 0, or an errno: ENOSYS where the system has no splice(2), EPERM where the process may not have pipes of this
/// size, EMFILE, ENFILE, ENOMEM.
int shared_pages_open(shared_pages **opened, size_t room);

/// Sends `length` bytes to each of `count` sockets, which must not block.
///
/// length: what is longer than the room goes by send(2).
/// shortfalls: has room for `count`. Takes those that are short, in rising order of index.
///
/// Returns the number of shortfalls. The bytes are not needed any more then.
size_t shared_pages_send(shared_pages *pages, const void *bytes, size_t length, const int *sockets, size_t count,
                         fan_out_shortfall *shortfalls);

void shared_pages_close(shared_pages *pages);

#endif
