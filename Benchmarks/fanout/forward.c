// forward: what one thread needs to take frames from publishers and send them to viewers. It reads each frame whole,
// sends it to each viewer of the stream with one send, and does nothing else: no log, no checks, no keepalive.
// limit.c, which makes its frames itself, is the measure for many viewers; this one is the measure for few.
//
//   forward -P PORT
//
// Publishers and viewers speak Protocol.md, and get the shortest answers that pace.c and fanload.c accept. What a viewer's
// socket does not take is kept for it. A viewer with more than 8 MB of that is dropped.
#include "basics.h"
#include "protocol.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FILES = 20000, READ = 1 << 16, LONGEST_MESSAGE = 16 << 20, LONGEST_UNSENT = 8 << 20 };
enum { SEND_FLAGS = MSG_DONTWAIT | MSG_NOSIGNAL };

typedef struct connection connection;
typedef struct { char name[LONGEST_NAME + 1]; connection **viewers; int count, capacity; } stream;
struct connection {
  int fd, role;                                // 0 until its hello has come
  stream *stream;
  uint8_t *bytes;                              // read and not used, or not yet sent
  size_t first, end, room;
};

static stream streams[FILES];
static int stream_count, epoll, listener;

static stream *named(const char *name, size_t length) {
  for (int i = 0; i < stream_count; i++)
    if (strlen(streams[i].name) == length && !memcmp(streams[i].name, name, length)) return &streams[i];
  if (stream_count == FILES) fprintf(stderr, "too many streams\n"), exit(2);
  stream *s = &streams[stream_count++];
  memcpy(s->name, name, length);
  return s;
}

static void drop(connection *c) {
  for (int i = 0; c->role == SUBSCRIBE && i < c->stream->count; i++)
    if (c->stream->viewers[i] == c) c->stream->viewers[i--] = c->stream->viewers[--c->stream->count];
  close(c->fd);
  free(c->bytes);
  c->bytes = 0;
  c->fd = -1;                                  // not freed: an event of this turn may still name it
}

static void watch(connection *c, int writable) {
  struct epoll_event e = {.events = EPOLLIN | (writable ? EPOLLOUT : 0), .data.ptr = c};
  epoll_ctl(epoll, EPOLL_CTL_MOD, c->fd, &e);
}

static void make_room(connection *c, size_t length) {
  if (c->first == c->end) c->first = c->end = 0;
  if (c->end + length <= c->room) return;
  if (c->first) memmove(c->bytes, c->bytes + c->first, c->end - c->first);
  c->end -= c->first;
  c->first = 0;
  if (c->end + length > c->room) c->bytes = realloc(c->bytes, c->room = 2 * (c->end + length));
  if (!c->bytes) fail("memory");
}

static void put(connection *c, const uint8_t *bytes, size_t length) {
  int waits = c->end != 0;                     // the socket is full, and is watched
  ssize_t sent = waits ? 0 : send(c->fd, bytes, length, SEND_FLAGS);
  if (sent == (ssize_t)length) return;
  if ((sent < 0 && errno != EAGAIN) || c->end - c->first > LONGEST_UNSENT) { drop(c); return; }
  if (sent < 0) sent = 0;
  make_room(c, length - sent);
  memcpy(c->bytes + c->end, bytes + sent, length - sent);
  c->end += length - sent;
  if (!waits) watch(c, 1);
}

static void flush(connection *c) {
  ssize_t sent = send(c->fd, c->bytes + c->first, c->end - c->first, SEND_FLAGS);
  if (sent < 0 && errno != EAGAIN) { drop(c); return; }
  if (sent > 0 && (c->first += sent) == c->end) c->first = c->end = 0, watch(c, 0);
}

static void fan_out(stream *s, const uint8_t *message, size_t length) {
  for (int i = 0; i < s->count; i++) {
    connection *c = s->viewers[i];
    put(c, message, length);
    if (c->fd < 0) i--;
  }
}

static void greet(connection *c) {
  const uint8_t *hello = c->bytes + c->first, *body = hello + PREFACE + HEADER;
  size_t have = c->end - c->first;
  if (have < PREFACE + HEADER) return;
  uint64_t length = be(hello + PREFACE, 4);
  if (have < PREFACE + HEADER + length) return;
  if (length < 20 || length < 20u + body[1] || body[1] > LONGEST_NAME) { drop(c); return; }
  c->role = body[0] == PUBLISH ? PUBLISH : SUBSCRIBE;
  c->stream = named((const char *)body + 20, body[1]);
  c->first += PREFACE + HEADER + length;
  uint8_t answer[PREFACE + HEADER + 4];
  memcpy(answer, preface, PREFACE);
  put_be(put_be(put_be(put_be(answer + PREFACE, 4, 4), WELCOME, 2), 0, 2), 1, 4);
  send(c->fd, answer, c->role == PUBLISH ? sizeof answer : PREFACE, SEND_FLAGS);
  if (c->role == PUBLISH) return;
  c->first = c->end = 0;
  stream *s = c->stream;
  if (s->count == s->capacity) {
    s->capacity = s->capacity ? 2 * s->capacity : 4;
    if (!(s->viewers = realloc(s->viewers, s->capacity * sizeof *s->viewers))) fail("memory");
  }
  s->viewers[s->count++] = c;
}

static void serve_publisher(connection *c) {
  size_t have;
  while ((have = c->end - c->first) >= HEADER) {
    const uint8_t *message = c->bytes + c->first;
    size_t length = HEADER + be(message, 4);
    if (length > LONGEST_MESSAGE) { drop(c); return; }
    if (have < length) { make_room(c, length - have); return; }
    if (be(message + 4, 2) == FRAME) fan_out(c->stream, message, length);
    c->first += length;
  }
}

static void serve(connection *c, uint32_t events) {
  if (c->fd < 0) return;
  if (events & EPOLLOUT) flush(c);
  if (c->fd < 0 || !(events & (EPOLLIN | EPOLLHUP | EPOLLERR))) return;
  if (c->role == SUBSCRIBE) {                  // it says nothing of interest
    char sink[4096];
    ssize_t got = recv(c->fd, sink, sizeof sink, MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN)) drop(c);
    return;
  }
  make_room(c, READ);
  ssize_t got = recv(c->fd, c->bytes + c->end, c->room - c->end, MSG_DONTWAIT);
  if (got == 0 || (got < 0 && errno != EAGAIN)) { drop(c); return; }
  if (got > 0) c->end += got;
  if (!c->role) greet(c);
  if (c->fd >= 0 && c->role == PUBLISH) serve_publisher(c);
}

static void accept_all(void) {
  for (int fd; (fd = accept4(listener, 0, 0, SOCK_NONBLOCK)) >= 0;) {
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    connection *c = calloc(1, sizeof *c);
    if (!c) fail("memory");
    c->fd = fd;
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e);
  }
}

int main(int argc, char **argv) {
  int port = 0, option;
  while ((option = getopt(argc, argv, "P:")) != -1) {
    if (option != 'P') return 64;
    port = atoi(optarg);
  }
  if (port <= 0) return fprintf(stderr, "see the head of forward.c\n"), 64;
  allow_open_files(FILES);
  epoll = epoll_create1(0);
  listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
  struct sockaddr_in address = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}, {0}};
  if (bind(listener, (void *)&address, sizeof address) || listen(listener, 4096)) fail("listen");
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = &listener}, events[256];
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &e);
  for (;;) {
    int ready = epoll_wait(epoll, events, 256, -1);
    for (int i = 0; i < ready; i++) {
      if (events[i].data.ptr == &listener) accept_all();
      else serve(events[i].data.ptr, events[i].events);
    }
  }
}
