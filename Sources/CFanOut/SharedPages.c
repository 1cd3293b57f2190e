// pipe(7), tee(2) and splice(2).
#define _GNU_SOURCE
#include "SharedPages.h"

#include <errno.h>

#ifdef __linux__

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct shared_pages {
  int message[2];  // holds the message
  int copy[2];     // holds references to its pages, for one socket at a time
  int nowhere;     // takes what a socket has not taken
  size_t room;     // 0 after a pipe could not be emptied: all goes by send(2) then
};

static int open_pipe(int ends[2], size_t room) {
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) {
    ends[0] = ends[1] = -1;
    return errno;
  }
  int size = fcntl(ends[1], F_SETPIPE_SZ, (int)room);
  return size < 0 ? errno : size < (int)room ? EPERM : 0;
}

// Empties a pipe. The sockets keep the pages that they still need.
static void empty(shared_pages *pages, int pipe) {
  ssize_t taken;
  do taken = splice(pipe, NULL, pages->nowhere, NULL, pages->room, SPLICE_F_NONBLOCK);
  while (taken > 0 || (taken < 0 && errno == EINTR));
  // Bytes that stayed would go out in front of the next message.
  if (taken == 0 || errno != EAGAIN) pages->room = 0;
}

// A sandbox may allow pipes, and not tee(2). Each message would then be copied into a pipe, and go by send(2) as well.
static int try_pipes(shared_pages *pages) {
  errno = 0;
  if (write(pages->message[1], "", 1) != 1 || tee(pages->message[0], pages->copy[1], 1, SPLICE_F_NONBLOCK) != 1)
    return errno ? errno : EINVAL;
  empty(pages, pages->message[0]);
  if (pages->room) empty(pages, pages->copy[0]);
  return pages->room ? 0 : EINVAL;
}

int shared_pages_open(shared_pages **opened, size_t room) {
  shared_pages *pages = malloc(sizeof *pages);
  if (!pages) return ENOMEM;
  *pages = (shared_pages){.message = {-1, -1}, .copy = {-1, -1}, .nowhere = -1, .room = room};
  int fault = open_pipe(pages->message, room);
  if (!fault) fault = open_pipe(pages->copy, room);
  if (!fault && (pages->nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)) < 0) fault = errno;
  if (!fault) fault = try_pipes(pages);
  if (fault) {
    shared_pages_close(pages);
    return fault;
  }
  *opened = pages;
  return 0;
}

void shared_pages_close(shared_pages *pages) {
  int descriptors[] = {pages->message[0], pages->message[1], pages->copy[0], pages->copy[1], pages->nowhere};
  for (int i = 0; i < 5; i++)
    if (descriptors[i] >= 0) close(descriptors[i]);
  free(pages);
}

// A socket without a reader raises SIGPIPE, and splice(2) has no flag against that, as send(2) has. It may do so after
// a part of the message, and then returns the count of that, without an error.
typedef struct {
  sigset_t pipe, before;
  int was_pending;
} signals;

static void hold_back(signals *signals) {
  sigset_t pending;
  sigemptyset(&signals->pipe);
  sigaddset(&signals->pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals->pipe, &signals->before);
  signals->was_pending = sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;
}

static void let_through(signals *signals, int may_have_raised) {
  const struct timespec now = {0, 0};
  if (may_have_raised && !signals->was_pending)
    while (sigtimedwait(&signals->pipe, NULL, &now) < 0 && errno == EINTR) continue;
  pthread_sigmask(SIG_SETMASK, &signals->before, NULL);
}

// Sends what `pipe` holds, and empties it.
static ssize_t send_pages(shared_pages *pages, int pipe, size_t length, int socket) {
  ssize_t sent = splice(pipe, NULL, socket, NULL, length, SPLICE_F_NONBLOCK | SPLICE_F_MOVE);
  if (sent < (ssize_t)length) empty(pages, pipe);
  return sent;
}

size_t shared_pages_send(shared_pages *pages, const void *bytes, size_t length, const int *sockets, size_t count,
                         fan_out_shortfall *shortfalls) {
  if (!length || !count) return 0;
  signals signals;
  hold_back(&signals);
  size_t found = 0;
  // Another write would go on in the last page, so the pipe is empty before each.
  ssize_t held = length <= pages->room ? write(pages->message[1], bytes, length) : -1;
  for (size_t i = 0; i < count; i++) {
    ssize_t sent = -1;
    if (held != (ssize_t)length || !pages->room) {
      sent = send(sockets[i], bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    } else if (i + 1 == count) {
      // The last one needs no references of its own.
      sent = send_pages(pages, pages->message[0], length, sockets[i]);
    } else if (tee(pages->message[0], pages->copy[1], length, SPLICE_F_NONBLOCK) == (ssize_t)length) {
      sent = send_pages(pages, pages->copy[0], length, sockets[i]);
    } else {
      empty(pages, pages->copy[0]);
      sent = send(sockets[i], bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    }
    if (sent < (ssize_t)length) shortfalls[found++] = (fan_out_shortfall){(uint32_t)i, sent > 0 ? (uint32_t)sent : 0};
  }
  if (held > 0 && held != (ssize_t)length) empty(pages, pages->message[0]);
  let_through(&signals, found > 0);
  return found;
}

#else

int shared_pages_open(shared_pages **opened, size_t room) {
  (void)opened, (void)room;
  return ENOSYS;
}

size_t shared_pages_send(shared_pages *pages, const void *bytes, size_t length, const int *sockets, size_t count,
                         fan_out_shortfall *shortfalls) {
  (void)pages, (void)bytes, (void)length, (void)sockets;
  for (size_t i = 0; i < count; i++) shortfalls[i] = (fan_out_shortfall){(uint32_t)i, 0};
  return count;
}

void shared_pages_close(shared_pages *pages) { (void)pages; }

#endif
