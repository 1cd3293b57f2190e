// pace: the publisher of the benchmarks, the same for every relay. Sends frames of given sizes at an even pace, stamped
// with the time at which they are handed to the system (stamp.h), on one or many streams.
//
//   pace -P PORT -f SIZES [-m streamd|rtmp] [-s STREAM] [-S STREAMS] [-r FPS] [-g FRAMES] [-a SECONDS]
//
//   -m streamd  speaks the protocol of Protocol.md
//   -m rtmp     publishes by RTMP
//   -f SIZES    a file with the bytes of a frame on each line, replayed in a loop
//   -S STREAMS  so many streams at once: STREAM0, STREAM1, ..., a connection each, evenly apart in time
//   -g FRAMES   a key frame comes every so many frames
//   -a SECONDS  the first frame is sent when the wall clock shows a multiple of this
//
// Frames have the NAL units that they should, but no decoder can decode the slices. When it is stopped it tells as JSON
// how many it sent, and how late it was at worst: frames that come late were not delayed by a relay.
#include "basics.h"
#include "protocol.h"
#include "rtmp.h"
#include "stamp.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BEHIND = 64 << 20, SEND_FLAGS = MSG_DONTWAIT | MSG_NOSIGNAL };

typedef struct {
  int fd;
  uint32_t epoch;
  uint64_t sent;                                  // frames
  int64_t started_us;                             // monotonic; when frame 0 was due
  uint8_t *unsent;                                // what the relay's socket did not take yet
  size_t unsent_first, unsent_end, unsent_room;
  uint8_t head[HEADER + 24];                      // of the message being read
  uint32_t have, skip;
} publisher;

// High profile at level 3.1, 1280x720: what a relay may want to read.
static const uint8_t sps[] = {0x67, 0x64, 0x00, 0x1F, 0xAC, 0xD9, 0x40, 0x50, 0x05, 0xBB, 0x01, 0x10, 0x00,
                              0x00, 0x03, 0x00, 0x10, 0x00, 0x00, 0x03, 0x03, 0xC0, 0xF1, 0x83, 0x19, 0x60};
static const uint8_t pps[] = {0x68, 0xEB, 0xE3, 0xCB, 0x22, 0xC0};
enum { SMALLEST = 4 + sizeof sps + 4 + sizeof pps + 4 + STAMP + 4 + 8 };

static publisher *publishers;
static uint32_t *sizes, size_count, largest;
static int port, stream_count, rate = 30, gop = 60, rtmp, epoll;
static const char *stream = "live";
static uint8_t *message, *body, *filler;
static int64_t latest_us;
static volatile sig_atomic_t stopped;

static void stop(int signal) { (void)signal; stopped = 1; }

static void load(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  char line[64];
  while (fgets(line, sizeof line, file)) {
    uint32_t size = strtoul(line, 0, 10);
    if (!size) continue;
    if (!(size_count & 1023)) sizes = realloc(sizes, (size_count + 1024) * sizeof *sizes);
    sizes[size_count++] = size < SMALLEST ? SMALLEST : size;
    if (size > largest) largest = size;
  }
  fclose(file);
  if (!size_count) fprintf(stderr, "%s: no sizes\n", path), exit(2);
  if (largest < SMALLEST) largest = SMALLEST;
  body = malloc(largest + 16);
  message = malloc(largest + 128 + largest / OWN_CHUNK);
  filler = malloc(largest);
  for (uint32_t i = 0; i < largest; i++) filler[i] = 0x80 | i * 2654435761u >> 17;  // never a start code
}

// ---- sending ----

static void watch(publisher *p) {
  struct epoll_event e = {.events = EPOLLIN | (p->unsent_end ? EPOLLOUT : 0), .data.ptr = p};
  epoll_ctl(epoll, EPOLL_CTL_MOD, p->fd, &e);
}

static void lost(publisher *p) {
  fprintf(stderr, "the relay closed a publisher's connection (%s)\n", strerror(errno));
  close(p->fd);
  exit(3);
}

static void flush(publisher *p) {
  ssize_t sent = send(p->fd, p->unsent + p->unsent_first, p->unsent_end - p->unsent_first, SEND_FLAGS);
  if (sent < 0 && errno != EAGAIN) lost(p);
  if (sent > 0 && (p->unsent_first += sent) == p->unsent_end) p->unsent_first = p->unsent_end = 0, watch(p);
}

static void put(publisher *p, const uint8_t *bytes, size_t length) {
  if (!p->unsent_end) {
    ssize_t sent = send(p->fd, bytes, length, SEND_FLAGS);
    if (sent < 0 && errno != EAGAIN) lost(p);
    if (sent == (ssize_t)length) return;
    if (sent > 0) bytes += sent, length -= sent;
  }
  if (p->unsent_end + length > p->unsent_room)
    p->unsent = realloc(p->unsent, p->unsent_room = 2 * (p->unsent_end + length));
  memcpy(p->unsent + p->unsent_end, bytes, length);
  p->unsent_end += length;
  if (p->unsent_end - p->unsent_first > BEHIND) fprintf(stderr, "the relay does not keep up\n"), exit(3);
  watch(p);
}

// An access unit, with start codes or lengths in front of its NAL units.
static uint8_t *write_unit(uint8_t *out, uint32_t size, int key, uint64_t sequence, int64_t now) {
  uint8_t *p = out;
  if (!rtmp && key) {                             // by RTMP they are in the sequence header
    p = (uint8_t *)memcpy(put_be(p, 1, 4), sps, sizeof sps) + sizeof sps;
    p = (uint8_t *)memcpy(put_be(p, 1, 4), pps, sizeof pps) + sizeof pps;
  }
  p = put_be(p, rtmp ? STAMP : 1, 4);
  write_stamp(p, sequence, now);
  p += STAMP;
  uint32_t slice = size - (p - out) - 4;
  p = put_be(p, rtmp ? slice : 1, 4);
  memcpy(p, filler, slice);
  *p = key ? 0x65 : 0x41;
  return p + slice;
}

static void send_frame(publisher *p) {
  uint64_t number = p->sent++;
  uint32_t size = sizes[number % size_count];
  int key = number % gop == 0;
  uint64_t media = number * 1000000ull / rate;
  int64_t now = clock_us(CLOCK_REALTIME);
  if (rtmp) {
    uint8_t *b = put_be(body, key ? 0x17 : 0x27, 1);
    b = write_unit(put_be(put_be(b, 1, 1), 0, 3), size, key, number, now);
    put(p, message, rtmp_message(message, 6, VIDEO, 1, media / 1000, body, b - body, OWN_CHUNK) - message);
    return;
  }
  uint8_t *m = put_be(put_be(put_be(message, FRAME_HEADER - HEADER + size, 4), FRAME, 2), key, 2);
  m = put_be(put_be(m, 0, 4), p->epoch, 4);
  m = put_be(put_be(put_be(put_be(m, number, 8), media, 8), media, 8), now, 8);
  put(p, message, write_unit(m, size, key, number, now) - message);
}

// ---- opening ----

static void get(int fd, uint8_t *bytes, size_t length) {
  if (recv(fd, bytes, length, MSG_WAITALL) != (ssize_t)length) fail("the relay does not answer");
}

static void open_streamd(publisher *p, const char *name) {
  uint8_t m[HELLO_ROOM];
  size_t length = write_hello(m, PUBLISH, name, "");
  send(p->fd, m, length, MSG_NOSIGNAL);
  get(p->fd, m, PREFACE);
  for (int type = 0; type != WELCOME;) {
    get(p->fd, m, HEADER);
    length = be(m, 4), type = be(m + 4, 2);
    if (length > 4096 || type == ERROR || type == GOODBYE) fprintf(stderr, "the relay refuses\n"), exit(3);
    get(p->fd, m, length);
  }
  p->epoch = be(m, 4);
  uint8_t *b = put_be(put_be(put_be(m, 24, 4), TRACKS, 2), 0, 2);
  b = put_be(put_be(put_be(b, p->epoch, 4), 1, 2), 0, 2);
  b = put_be(b, 0x0000010048323634, 8);           // track 0, video, H264
  b = put_be(b, 0, 8);
  send(p->fd, m, b - m, MSG_NOSIGNAL);
}

// nginx-rtmp waits with the rest of an answer until its beginning is acknowledged, for which TCP takes 40 ms by itself. A
// thousand publishers come one after the other.
static void acknowledge_at_once(int fd) { setsockopt(fd, IPPROTO_TCP, TCP_QUICKACK, &(int){1}, sizeof(int)); }

static void open_rtmp(publisher *p, const char *name) {
  uint8_t m[2 * SHAKE + 2048] = {3}, *b = m;
  send(p->fd, m, 1 + SHAKE, MSG_NOSIGNAL);
  acknowledge_at_once(p->fd);
  get(p->fd, m, 1 + 2 * SHAKE);
  send(p->fd, m + 1, SHAKE, MSG_NOSIGNAL);
  b = rtmp_publish(rtmp_connect(m, port), name);
  send(p->fd, m, b - m, MSG_NOSIGNAL);
  static const char started[] = "NetStream.Publish.Start";
  for (size_t have = 0; !memmem(m, have, started, sizeof started - 1);) {
    acknowledge_at_once(p->fd);
    ssize_t got = have < sizeof m ? recv(p->fd, m + have, sizeof m - have, 0) : 0;
    if (got <= 0) fail("the relay does not let publish");
    have += got;
  }
  uint8_t header[128], *h = put_be(put_be(header, 0x17, 1), 0, 4);
  h = put_be(put_be(h, 1, 1), be(sps + 1, 3), 3);
  h = put_be(put_be(h, 0xFFE1, 2), sizeof sps, 2);
  h = (uint8_t *)memcpy(h, sps, sizeof sps) + sizeof sps;
  h = put_be(put_be(h, 1, 1), sizeof pps, 2);
  h = (uint8_t *)memcpy(h, pps, sizeof pps) + sizeof pps;
  h = put_be(h, 0xFDF8F800, 4);                   // 4:2:0, 8 bits
  b = rtmp_message(m, 6, VIDEO, 1, 0, header, h - header, OWN_CHUNK);
  send(p->fd, m, b - m, MSG_NOSIGNAL);
}

static void open_publisher(publisher *p, int index) {
  char name[LONGEST_NAME + 1];
  snprintf(name, sizeof name, stream_count ? "%s%d" : "%s", stream, index);
  struct sockaddr_in address = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}, {0}};
  struct timeval patience = {20, 0};
  p->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (p->fd < 0 || connect(p->fd, (void *)&address, sizeof address)) fail("connect");
  setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
  setsockopt(p->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  rtmp ? open_rtmp(p, name) : open_streamd(p, name);
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = p};
  epoll_ctl(epoll, EPOLL_CTL_ADD, p->fd, &e);
}

// ---- what the relay says meanwhile ----

static void take(publisher *p, const uint8_t *bytes, size_t length) {
  while (length) {
    size_t n = p->skip;
    if (n) {
      n = length < n ? length : n;
      p->skip -= n;
    } else {
      uint32_t wanted = p->have >= HEADER && be(p->head + 4, 2) == PING ? HEADER + 8 : HEADER;
      n = length < wanted - p->have ? length : wanted - p->have;
      memcpy(p->head + p->have, bytes, n);
      p->have += n;
      int type = p->have >= HEADER ? be(p->head + 4, 2) : 0;
      if (type == ERROR || type == GOODBYE) fprintf(stderr, "the relay says goodbye\n"), exit(3);
      if (type == PING && p->have == HEADER + 8) {
        uint8_t pong[HEADER + 24];
        put(p, pong, write_pong(pong, p->head));
        p->have = 0;
      } else if (type && type != PING) {
        p->skip = be(p->head, 4);                 // wishes for key frames too: they come when they come
        p->have = 0;
      }
    }
    bytes += n, length -= n;
  }
}

static void serve(publisher *p, uint32_t events) {
  static uint8_t buffer[1 << 16];
  if (events & EPOLLOUT) flush(p);
  if (!(events & (EPOLLIN | EPOLLHUP | EPOLLERR))) return;
  ssize_t got = recv(p->fd, buffer, sizeof buffer, MSG_DONTWAIT);
  if (got == 0 || (got < 0 && errno != EAGAIN)) lost(p);
  if (got > 0 && !rtmp) take(p, buffer, got);
}

// ---- the pace ----

static int64_t due(const publisher *p) { return p->started_us + (int64_t)(p->sent * 1000000ull / rate); }

static void begin(double aligned) {
  int count = stream_count ? stream_count : 1;
  int64_t now = clock_us(CLOCK_MONOTONIC), start = now + 50000;
  if (aligned > 0) {
    int64_t wall = clock_us(CLOCK_REALTIME), step = aligned * 1e6;
    start = now + step - wall % step;
  }
  for (int i = 0; i < count; i++) publishers[i].started_us = start + 1000000ll * i / rate / count;
}

int main(int argc, char **argv) {
  int option;
  double aligned = 0;
  const char *file = 0;
  while ((option = getopt(argc, argv, "P:f:m:s:S:r:g:a:")) != -1) switch (option) {
    case 'P': port = atoi(optarg); break;
    case 'f': file = optarg; break;
    case 'm': rtmp = !strcmp(optarg, "rtmp"); break;
    case 's': stream = optarg; break;
    case 'S': stream_count = atoi(optarg); break;
    case 'r': rate = atoi(optarg); break;
    case 'g': gop = atoi(optarg); break;
    case 'a': aligned = atof(optarg); break;
    default: return 64;
  }
  if (port <= 0 || !file || rate < 1 || gop < 1 || stream_count < 0 || strlen(stream) > 100)
    return fprintf(stderr, "see the head of pace.c\n"), 64;
  int count = stream_count ? stream_count : 1;
  allow_open_files(count + 16);
  signal(SIGTERM, stop);
  srandom(getpid());
  load(file);
  epoll = epoll_create1(0);
  publishers = calloc(count, sizeof *publishers);
  for (int i = 0; i < count; i++) open_publisher(&publishers[i], i);
  begin(aligned);

  struct epoll_event events[256];
  int next = 0;                                   // whose turn it is: they come in order, round after round
  while (!stopped) {
    publisher *p = &publishers[next];
    int64_t early = due(p) - clock_us(CLOCK_MONOTONIC);
    if (early <= 0) {
      if (-early > latest_us) latest_us = -early;
      send_frame(p);
      next = (next + 1) % count;
    }
    struct timespec patience = {0, early > 0 ? (early < 100000 ? early : 100000) * 1000 : 0};
    int ready = epoll_pwait2(epoll, events, 256, &patience, 0);
    for (int i = 0; i < ready; i++) serve(events[i].data.ptr, events[i].events);
  }
  uint64_t sent = 0;
  for (int i = 0; i < count; i++) sent += publishers[i].sent;
  printf("{\"frames\":%llu,\"late_us\":%lld}\n", (unsigned long long)sent, (long long)latest_us);
  return 0;
}
