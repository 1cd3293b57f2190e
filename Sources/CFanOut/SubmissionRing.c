// The ABI is that of io_uring(7), io_uring_setup(2) and io_uring_enter(2).
#define _GNU_SOURCE
#include "SubmissionRing.h"

#include <errno.h>

#if defined(__linux__) && __has_include(<linux/io_uring.h>)
#include <linux/io_uring.h>
#endif

// Headers older than Linux 5.7 lack more than constants.
#ifdef IORING_FEAT_FAST_POLL

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// What these headers may not know and the kernel may.
#ifndef IORING_SETUP_SUBMIT_ALL
#define IORING_SETUP_SUBMIT_ALL (1U << 7)
#endif
#ifndef IORING_SETUP_SINGLE_ISSUER
#define IORING_SETUP_SINGLE_ISSUER (1U << 12)
#endif
#ifndef IORING_SETUP_DEFER_TASKRUN
#define IORING_SETUP_DEFER_TASKRUN (1U << 13)
#endif
#ifndef IORING_FEAT_CQE_SKIP
#define IORING_FEAT_CQE_SKIP (1U << 11)
#endif
#ifndef IOSQE_CQE_SKIP_SUCCESS
#define IOSQE_CQE_SKIP_SUCCESS (1U << 6)
#endif
#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup 425
#define SYS_io_uring_enter 426
#endif

enum {
  // One mapping for both rings (5.4); completions of exceptions only (5.17).
  NEEDED = IORING_FEAT_SINGLE_MMAP | IORING_FEAT_CQE_SKIP,
  // How often the kernel may take nothing at all (EAGAIN: no memory) before the rest counts as not sent.
  ATTEMPTS = 3,
};

struct submission_ring {
  int descriptor;
  unsigned mask, completion_mask;
  _Atomic unsigned *head, *tail;                        // of what is submitted: the kernel takes, we put
  _Atomic unsigned *completion_head, *completion_tail;  // of what is answered: we take, the kernel puts
  struct io_uring_sqe *entries;
  struct io_uring_cqe *completions;
  void *rings;
  size_t rings_size, entries_size;
};

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static void *map(int descriptor, size_t size, off_t offset) {
  void *at = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor, offset);
  return at == MAP_FAILED ? 0 : at;
}

int submission_ring_open(submission_ring **opened, uint32_t room) {
  // Nothing here is left to be run later (see `submission_ring_send`), so the flags but save locks: one thread, no interruptions.
  // SUBMIT_ALL: an entry that the kernel finds fault with is answered like others and does not hold up the next.
  struct io_uring_params params = {.flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN |
                                            IORING_SETUP_SUBMIT_ALL};
  int descriptor = (int)syscall(SYS_io_uring_setup, room, &params);
  if (descriptor < 0) return errno;
  submission_ring *ring = calloc(1, sizeof *ring);
  if (!ring) {
    close(descriptor);
    return ENOMEM;
  }
  ring->descriptor = descriptor;
  int fault = (params.features & NEEDED) == NEEDED ? ENOMEM : EINVAL;
  if (fault == ENOMEM) {
    ring->rings_size = larger(params.sq_off.array + params.sq_entries * sizeof(unsigned),
                              params.cq_off.cqes + params.cq_entries * sizeof(struct io_uring_cqe));
    ring->entries_size = params.sq_entries * sizeof(struct io_uring_sqe);
    ring->rings = map(descriptor, ring->rings_size, IORING_OFF_SQ_RING);
    ring->entries = map(descriptor, ring->entries_size, IORING_OFF_SQES);
  }
  if (!ring->rings || !ring->entries) {
    submission_ring_close(ring);
    return fault;
  }
  char *base = ring->rings;
  ring->head = (void *)(base + params.sq_off.head);
  ring->tail = (void *)(base + params.sq_off.tail);
  ring->mask = *(unsigned *)(base + params.sq_off.ring_mask);
  ring->completion_head = (void *)(base + params.cq_off.head);
  ring->completion_tail = (void *)(base + params.cq_off.tail);
  ring->completion_mask = *(unsigned *)(base + params.cq_off.ring_mask);
  ring->completions = (void *)(base + params.cq_off.cqes);
  // The kernel reads entries and never writes them, so what is the same in all of them is written once.
  unsigned *order = (void *)(base + params.sq_off.array);
  for (unsigned i = 0; i < params.sq_entries; i++) {
    order[i] = i;
    ring->entries[i] = (struct io_uring_sqe){
        .opcode = IORING_OP_SEND,
        .flags = IOSQE_CQE_SKIP_SUCCESS,
        // WAITALL does not wait beside DONTWAIT: it makes a short send an exception, which is answered, with its count.
        .msg_flags = MSG_DONTWAIT | MSG_NOSIGNAL | MSG_WAITALL,
    };
  }
  *opened = ring;
  return 0;
}

// Puts the answers that are there among the shortfalls.
static size_t take_answers(submission_ring *ring, size_t length, size_t count, fan_out_shortfall *shortfalls,
                           size_t found) {
  unsigned head = atomic_load_explicit(ring->completion_head, memory_order_relaxed);
  unsigned tail = atomic_load_explicit(ring->completion_tail, memory_order_acquire);
  for (; head != tail; head++) {
    const struct io_uring_cqe *answer = &ring->completions[head & ring->completion_mask];
    size_t sent = answer->res > 0 ? (size_t)answer->res : 0;
    if (sent >= length || answer->user_data >= count || found == count) continue;
    // They come in order, although io_uring does not promise it.
    size_t at = found++;
    for (; at && shortfalls[at - 1].index > answer->user_data; at--) shortfalls[at] = shortfalls[at - 1];
    shortfalls[at] = (fan_out_shortfall){(uint32_t)answer->user_data, (uint32_t)sent};
  }
  atomic_store_explicit(ring->completion_head, head, memory_order_release);
  return found;
}

// What is submitted has been answered, or has succeeded, when the call is back, and the kernel reads the message no
// more: MSG_DONTWAIT forbids it to put a request aside until the socket can take more, and to hand it to a thread of
// its own. There is one answer at most for each entry, and room for two, so that none is ever lost.
size_t submission_ring_send(submission_ring *ring, const void *bytes, size_t length, const int *sockets, size_t count,
                            fan_out_shortfall *shortfalls) {
  if (!length) return 0;
  unsigned begin = atomic_load_explicit(ring->tail, memory_order_relaxed), end = begin;
  if (length <= INT32_MAX && count <= ring->mask + 1) {
    for (size_t i = 0; i < count; i++) {
      struct io_uring_sqe *entry = &ring->entries[end++ & ring->mask];
      entry->fd = sockets[i];
      entry->addr = (uintptr_t)bytes;
      entry->len = (uint32_t)length;
      entry->user_data = i;
    }
  }
  atomic_store_explicit(ring->tail, end, memory_order_release);
  size_t found = 0;
  unsigned taken = begin;
  for (int attempts = ATTEMPTS; taken != end && attempts;) {
    // How many it took is read from the ring, where it stands also after an error.
    syscall(SYS_io_uring_enter, ring->descriptor, end - taken, 0, 0, (void *)0, (size_t)0);
    found = take_answers(ring, length, count, shortfalls, found);
    unsigned head = atomic_load_explicit(ring->head, memory_order_acquire);
    if (head == taken) attempts--;
    taken = head;
  }
  // What it did not take is withdrawn: it looks at the ring during the call only.
  atomic_store_explicit(ring->tail, taken, memory_order_release);
  for (size_t i = taken - begin; i < count && found < count; i++)
    shortfalls[found++] = (fan_out_shortfall){(uint32_t)i, 0};
  return found;
}

void submission_ring_close(submission_ring *ring) {
  if (ring->rings) munmap(ring->rings, ring->rings_size);
  if (ring->entries) munmap(ring->entries, ring->entries_size);
  close(ring->descriptor);
  free(ring);
}

#else

int submission_ring_open(submission_ring **opened, uint32_t room) {
  (void)opened, (void)room;
  return ENOSYS;
}

size_t submission_ring_send(submission_ring *ring, const void *bytes, size_t length, const int *sockets, size_t count,
                            fan_out_shortfall *shortfalls) {
  (void)ring, (void)bytes, (void)length, (void)sockets;
  for (size_t i = 0; i < count; i++) shortfalls[i] = (fan_out_shortfall){(uint32_t)i, 0};
  return count;
}

void submission_ring_close(submission_ring *ring) { (void)ring; }

#endif
