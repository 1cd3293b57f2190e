// limit: what one thread can do at all. Sends the frames of a stream to every connection with one system call each
// (or one batch for all), and does nothing else: no protocol to speak of, no log, no metrics. It is the measure that
// a relay is held against, and, because it stamps its frames like a publisher, the delay without a relay.
//
//   limit -P PORT -f SIZES [-v send|uring|tee|ktls] [-m streamd|ws|http|tls|wss|https] [-r FPS] [-k FRAMES]
//         [-c CERTIFICATE -y KEY]
//
// With tee, a frame is copied into a pipe once, and its pages go to all connections. With ktls the kernel encrypts, and
// each viewer costs one send.
//
// SIZES names a file with the bytes of a frame on each line, replayed in a loop. With -k so many frames are collected
// and sent together. With -m they are messages in WebSocket frames, or chunks of HTTP, which are framed beforehand; with
// tls, wss and https there is one SSL_write per viewer and frame, with the certificate of -c and the key of -y. A viewer
// whose socket is full keeps its place and catches up when the socket says so; one that is 256 frames behind is
// dropped.
#define _GNU_SOURCE
#include "basics.h"
#include "carriers.h"
#include "secure.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { HEADER = 48, BEHIND = 256, BATCH = 4096, FILES = 20000, PIPE = 1 << 20 };
typedef enum { SEND, URING, TEE, KTLS } way;
enum { FLAGS = MSG_DONTWAIT | MSG_NOSIGNAL };

typedef struct { uint8_t *bytes; uint32_t size; } message;  // one frame, or as many as are sent together
typedef struct { int fd, slot, greeted; uint64_t next; uint32_t offset; SSL *tls; int in_kernel; } viewer;

static message *messages;
static uint64_t message_count, tick;           // messages to replay; messages sent so far
static uint64_t stamped;                       // frames of the next one that have been captured
static int together = 1;
static viewer **viewers;
static int *steady;                            // by slot: the descriptor of a viewer with nothing unsent, else -1
static int count, capacity, epoll, listener;
static struct io_uring ring;
static int frame_pipe[2], copy_pipe[2], nowhere;  // for tee
static volatile sig_atomic_t stopped;
static carrier by;
static SSL_CTX *context;                       // null without TLS

static void stop(int signal) { (void)signal; stopped = 1; }

static void load(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  char line[64];
  for (uint64_t frame = 0; fgets(line, sizeof line, file);) {
    uint32_t payload = strtoul(line, 0, 10);
    if (!payload) continue;
    if (frame++ % together == 0) {
      if (!(message_count & 1023)) messages = realloc(messages, (message_count + 1024) * sizeof *messages);
      messages[message_count++] = (message){0};
    }
    message *m = &messages[message_count - 1];
    uint32_t header = by == HTTP_CHUNKS ? 0 : HEADER;
    m->bytes = realloc(m->bytes, m->size + CARRIER_PREFIX + header + payload + 2);
    uint8_t *bytes = m->bytes + m->size;
    size_t prefix = by == PLAIN ? 0 : write_prefix(bytes, by, header + payload, 0);
    bytes += prefix;
    m->size += prefix + header + payload;
    memset(bytes, 0, header);
    for (uint32_t i = header; i < header + payload; i++) bytes[i] = i * 2654435761u >> 13;
    if (by == HTTP_CHUNKS) {
      memcpy(bytes + payload, "\r\n", 2);
      m->size += 2;
      continue;
    }
    put_be(bytes, HEADER - 8 + payload, 4);
    bytes[5] = 4;                              // a frame message, of track 0, generation 0 and epoch 0
  }
  fclose(file);
  if (message_count * together <= BEHIND) fprintf(stderr, "%s: needs more than %d frames\n", path, BEHIND), exit(2);
}

static message *at(uint64_t n) { return &messages[n % message_count]; }

// Numbers the next frame of a message and says that it was captured now.
static void stamp(message *m, uint64_t nth) {
  if (by == HTTP_CHUNKS) return;
  uint8_t *frame = m->bytes;
  for (uint64_t i = 0;; i++) {
    if (by == WEB_SOCKET) frame += frame[1] == 126 ? 4 : frame[1] == 127 ? 10 : 2;
    if (i == nth || frame >= m->bytes + m->size) break;
    frame += 8 + be(frame, 4);
  }
  if (frame >= m->bytes + m->size) return;     // the last message may be shorter
  static uint64_t sequence;
  put_be(frame + 16, sequence++, 8);
  put_be(frame + 40, clock_us(CLOCK_REALTIME), 8);
}

static ssize_t put(viewer *v, const void *bytes, size_t length) {
  return v->tls && !v->in_kernel ? tls_result(v->tls, SSL_write(v->tls, bytes, length)) : send(v->fd, bytes, length, FLAGS);
}

static void drop(viewer *v) {
  SSL_free(v->tls);
  v->tls = 0;
  close(v->fd);
  viewer *last = viewers[--count];
  viewers[v->slot] = last;
  steady[v->slot] = steady[count];
  last->slot = v->slot;
  v->fd = -1;                                  // not freed: an event of this turn may still name it
}

static void watch(viewer *v, int writable) {
  struct epoll_event e = {.events = EPOLLIN | (writable ? EPOLLOUT : 0), .data.ptr = v};
  epoll_ctl(epoll, EPOLL_CTL_MOD, v->fd, &e);
  steady[v->slot] = writable ? -1 : v->fd;
}

// The newest frame went out only in part, or not at all.
static void fall_behind(viewer *v, ssize_t sent) {
  if (sent < 0 && errno != EAGAIN) { drop(v); return; }
  v->next = tick;
  v->offset = sent > 0 ? sent : 0;
  watch(v, 1);
}

static void catch_up(viewer *v) {
  while (v->next <= tick) {
    message *m = at(v->next);
    ssize_t wanted = m->size - v->offset, sent = put(v, m->bytes + v->offset, wanted);
    if (sent < 0 && errno != EAGAIN) { drop(v); return; }
    if (sent < wanted) { v->offset += sent > 0 ? sent : 0; return; }
    v->next++;
    v->offset = 0;
  }
  watch(v, 0);
}

static void fan_out_send(message *m) {
  for (int i = 0; i < count; i++) {
    if (steady[i] < 0) continue;
    ssize_t sent = context ? put(viewers[i], m->bytes, m->size) : send(steady[i], m->bytes, m->size, FLAGS);
    if (sent == m->size) continue;
    viewer *v = viewers[i];
    fall_behind(v, sent);
    if (v->fd < 0) i--;
  }
}

static void fan_out_uring(message *m) {
  for (int i = 0; i < count; i++) {
    if (steady[i] < 0) continue;
    struct io_uring_sqe *e = io_uring_get_sqe(&ring);
    if (!e) { io_uring_submit(&ring); e = io_uring_get_sqe(&ring); }
    io_uring_prep_send(e, steady[i], m->bytes, m->size, FLAGS | MSG_WAITALL);
    e->flags |= IOSQE_CQE_SKIP_SUCCESS;        // only the exceptions come back
    e->user_data = (uintptr_t)viewers[i];
  }
  io_uring_submit_and_get_events(&ring);
  struct io_uring_cqe *e;
  while (!io_uring_peek_cqe(&ring, &e)) {
    errno = e->res < 0 ? -e->res : 0;
    fall_behind((viewer *)(uintptr_t)e->user_data, e->res < 0 ? -1 : e->res);
    io_uring_cqe_seen(&ring, e);
  }
}

static void open_pipes(void) {
  if (pipe2(frame_pipe, O_NONBLOCK) || pipe2(copy_pipe, O_NONBLOCK)) fail("pipe");
  if (fcntl(frame_pipe[1], F_SETPIPE_SZ, PIPE) < PIPE || fcntl(copy_pipe[1], F_SETPIPE_SZ, PIPE) < PIPE) fail("pipe size");
  if ((nowhere = open("/dev/null", O_WRONLY)) < 0) fail("/dev/null");
}

static void empty(int pipe) {
  while (splice(pipe, 0, nowhere, 0, PIPE, SPLICE_F_NONBLOCK) > 0) continue;
}

static void fan_out_tee(message *m) {
  if (write(frame_pipe[1], m->bytes, m->size) != m->size) {
    empty(frame_pipe[0]);
    fan_out_send(m);
    return;
  }
  for (int i = 0; i < count; i++) {
    if (steady[i] < 0) continue;
    if (tee(frame_pipe[0], copy_pipe[1], m->size, SPLICE_F_NONBLOCK) != m->size) fail("tee");
    ssize_t sent = splice(copy_pipe[0], 0, steady[i], 0, m->size, SPLICE_F_NONBLOCK | SPLICE_F_MOVE);
    if (sent == m->size) continue;
    int reason = errno;
    empty(copy_pipe[0]);
    errno = reason;
    viewer *v = viewers[i];
    fall_behind(v, sent);
    if (v->fd < 0) i--;
  }
  empty(frame_pipe[0]);
}

static void fan_out(way by) {
  stamp(at(tick + 1), stamped);
  if (++stamped < (uint64_t)together) return;
  stamped = 0;
  message *m = at(++tick);
  for (int i = 0; i < count; i++)
    if (viewers[i]->greeted && steady[i] < 0 && (tick - viewers[i]->next) * together > BEHIND) drop(viewers[i--]);
  by == URING ? fan_out_uring(m) : by == TEE ? fan_out_tee(m) : fan_out_send(m);
}

// The client speaks first, as to a relay. A server that did would have the client's system hold its acknowledgements
// back, in the hope of more to say with them (TCP's interactive mode), and would pay for their timers.
static void greet(viewer *v) {
  static const uint8_t preface[12] = {0x8F, 's', 't', 'r', 'm', 'd', '\r', '\n', 0, 1, 0, 1};
  if (by != PLAIN) put(v, answer_to(by), strlen(answer_to(by)));
  uint8_t first[CARRIER_PREFIX + sizeof preface];
  size_t prefix = by == WEB_SOCKET ? write_prefix(first, by, sizeof preface, 0) : 0;
  memcpy(first + prefix, preface, sizeof preface);
  if (by != HTTP_CHUNKS) put(v, first, prefix + sizeof preface);
  v->next = tick + 1;
  v->greeted = 1;
  steady[v->slot] = v->fd;
}

static void accept_all(void) {
  for (int fd; (fd = accept4(listener, 0, 0, SOCK_NONBLOCK)) >= 0;) {
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    if (count == capacity) {
      capacity = capacity ? capacity * 2 : 256;
      viewers = realloc(viewers, capacity * sizeof *viewers);
      steady = realloc(steady, capacity * sizeof *steady);
    }
    viewer *v = calloc(1, sizeof *v);
    *v = (viewer){.fd = fd, .slot = count, .tls = context ? tls_on(context, fd, 1) : 0};
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = v};
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e);
    viewers[count] = v;
    steady[count++] = -1;
  }
}

int main(int argc, char **argv) {
  int port = 0, rate = 30, option;
  way how = SEND;
  const char *sizes = 0, *mode = "streamd", *certificate = 0, *key = 0;
  while ((option = getopt(argc, argv, "P:f:v:m:r:k:c:y:")) != -1) switch (option) {
    case 'P': port = atoi(optarg); break;
    case 'f': sizes = optarg; break;
    case 'v': how = !strcmp(optarg, "uring") ? URING : !strcmp(optarg, "tee") ? TEE : !strcmp(optarg, "ktls") ? KTLS : SEND; break;
    case 'm': mode = optarg; by = carrier_of(mode); break;
    case 'c': certificate = optarg; break;
    case 'y': key = optarg; break;
    case 'r': rate = atoi(optarg); break;
    case 'k': together = atoi(optarg); break;
    default: return 64;
  }
  int fits = has_tls(mode) ? certificate && key && (how == SEND || how == KTLS) : how != KTLS;
  if (port <= 0 || !sizes || rate < 2 || together < 1 || !fits) return fprintf(stderr, "see the head of limit.c\n"), 64;
  allow_open_files(FILES);
  signal(SIGTERM, stop);
  load(sizes);
  if (has_tls(mode)) context = tls_context(certificate, key);
  if (how == KTLS) SSL_CTX_set_options(context, SSL_OP_ENABLE_KTLS);
  struct io_uring_params params = {
      .flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_CQSIZE, .cq_entries = 4 * BATCH};
  signal(SIGPIPE, SIG_IGN);  // splice has no flag against it
  if (how == TEE) open_pipes();
  if (how == URING && (errno = -io_uring_queue_init_params(BATCH, &ring, &params))) fail("io_uring");

  epoll = epoll_create1(0);
  listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
  struct sockaddr_in address = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}, {0}};
  if (bind(listener, (void *)&address, sizeof address) || listen(listener, 4096)) fail("listen");
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  struct timespec period = {0, 1000000000 / rate};
  timerfd_settime(timer, 0, &(struct itimerspec){period, period}, 0);
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = &listener}, events[256];
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &e);
  e.data.ptr = &timer;
  epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &e);

  while (!stopped) {
    int ready = epoll_wait(epoll, events, 256, 100);
    for (int i = 0; i < ready; i++) {
      void *source = events[i].data.ptr;
      uint64_t due;
      if (source == &timer) {
        if (read(timer, &due, sizeof due) == sizeof due) while (due--) fan_out(how);
      } else if (source == &listener) {
        accept_all();
      } else {
        viewer *v = source;
        char sink[4096];
        if (v->fd < 0) continue;
        if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) {
          ssize_t got = v->tls ? tls_result(v->tls, SSL_read(v->tls, sink, sizeof sink))
                               : recv(v->fd, sink, sizeof sink, MSG_DONTWAIT);
          if (got == 0 || (got < 0 && errno != EAGAIN)) { drop(v); continue; }
          if (got < 0 && !v->greeted) continue;  // a part of the handshake
        }
        if (how == KTLS && !(v->in_kernel = BIO_get_ktls_send(SSL_get_wbio(v->tls))))
          return fprintf(stderr, "this kernel or this OpenSSL has no kernel TLS\n"), 69;
        if (!v->greeted) greet(v);
        else if (steady[v->slot] < 0) catch_up(v);
      }
    }
  }
  return 0;
}
