// fanload: many viewers in one thread. Connects them, drains them, and over one window tells as JSON what they got,
// how late it was, and what it cost the server.
//
//   fanload -n VIEWERS -P PORT [-m streamd|rtmp] [-s STREAM] [-k FILE] [-b FROM] [-w WARM_SECONDS] [-d SECONDS] [-p PID]
//           [-t] [-q MS] [-e]
//
//   -m streamd  speaks the protocol of Protocol.md: counts frames and gaps and checks that they cover every number
//   -m rtmp     enough of RTMP to play; counts bytes only
//   -k FILE     a token to show, as streamd token new prints it
//   -b FROM     the address of this machine to come from
//   -p PID      the server: its CPU seconds, and its memory before the viewers came and with them
//   -e          go on to the end of the stream, whenever that is, and tell of all that came from the first byte on
//   -t          also take the time at which the system received each frame, before this program read it
//   -q MS       rest this long after each turn, so that the server does not pay for waking this program with every
//               send: a viewer on another machine never costs it that
//
// Delays are microseconds from a frame's capture time, so the publisher must run on this machine. "first" and "last"
// are those of the first and the last viewer to whom each frame came.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <endian.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { FRAME = 4, GAP = 5, PING = 9, PONG = 10, ERROR = 13, GOODBYE = 14 };
enum { HEADER = 8, FRAME_HEADER = 48, PREFACE = 12, RING = 1 << 14, READ = 1 << 18 };
enum state { CONNECTING, SHAKING, FLOWING, DEAD };

typedef struct {
  int fd;
  enum state state;
  uint64_t bytes, frames, gaps, gap_frames, faults;  // faults: frames that were neither received nor named in a gap
  uint64_t window_bytes, window_frames;        // what they were when the window began
  uint8_t head[FRAME_HEADER];                  // of the message being read
  uint32_t have, skip;                         // bytes of it; bytes of the body still to come
  uint64_t epoch, next;
  int begun;
  uint8_t *handshake;                          // RTMP only
} viewer;

static viewer *viewers;
static int viewer_count = 100, port, server, takes_times, rest_ms, to_end, opened, pending, dead, rtmp;
static double warm = 3, window = 10;
static const char *stream = "live";
static char token[4097];
static struct in_addr from;
static int epoll, in_window;
static char buffer[READ];

static void fail(const char *what) { perror(what); exit(2); }

static int64_t clock_us(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return t.tv_sec * 1000000ll + t.tv_nsec / 1000;
}
static double seconds(void) { return clock_us(CLOCK_MONOTONIC) * 1e-6; }

// ---- delays: buckets of 1/64 of their power of two ----

typedef struct { uint64_t bucket[64 * 40], count, max; } histogram;
static histogram all_read, first_read, last_read, all_system, first_system, last_system;

static void note(histogram *h, int64_t delay) {
  uint64_t v = delay > 0 ? delay : 0;
  int shift = v < 128 ? 0 : 57 - __builtin_clzll(v);
  h->bucket[shift * 64 + (v >> shift)]++;      // above 127, v >> shift is 64 to 127
  h->count++;
  if (v > h->max) h->max = v;
}
static uint64_t percentile(const histogram *h, double share) {
  uint64_t wanted = share * h->count, seen = 0;
  for (int i = 0; i < 64 * 40; i++)
    if ((seen += h->bucket[i]) > wanted) return i < 128 ? (uint64_t)i : (uint64_t)(i % 64 + 64) << (i / 64 - 1);
  return h->max;
}
static void print_histogram(const char *name, const histogram *h) {
  if (h->count)
    printf(",\"%s\":{\"p50\":%llu,\"p99\":%llu,\"max\":%llu,\"count\":%llu}", name, (unsigned long long)percentile(h, .5),
           (unsigned long long)percentile(h, .99), (unsigned long long)h->max, (unsigned long long)h->count);
}

// Where each frame first came, and how many viewers have it: of the newest frames only.
static struct { uint64_t key, viewers, read_last, system_first, system_last; } arrivals[RING];

static void note_delay(uint64_t epoch, uint64_t sequence, int64_t captured, int64_t read, int64_t system) {
  int64_t by_read = read - captured, by_system = system - captured;
  note(&all_read, by_read);
  if (system) note(&all_system, by_system);
  uint64_t key = epoch << 40 | sequence;
  typeof(arrivals[0]) *a = &arrivals[sequence % RING];
  if (a->key != key || !a->viewers) {
    *a = (typeof(*a)){.key = key, .system_first = INT64_MAX};
    note(&first_read, by_read);
  }
  if (system && by_system < (int64_t)a->system_first) a->system_first = by_system;
  if (system && by_system > (int64_t)a->system_last) a->system_last = by_system;
  if (++a->viewers < (uint64_t)viewer_count) return;
  note(&last_read, by_read);
  if (system) note(&first_system, a->system_first), note(&last_system, a->system_last);
}

// ---- the server: CPU and memory ----

static double server_cpu(void) {               // seconds, of all its threads
  char path[300];
  snprintf(path, sizeof path, "/proc/%d/task", server);
  DIR *tasks = server ? opendir(path) : 0;
  if (!tasks) return 0;
  double sum = 0;
  for (struct dirent *task; (task = readdir(tasks));) {
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/schedstat", server, task->d_name);
    FILE *file = task->d_name[0] != '.' ? fopen(path, "r") : 0;
    unsigned long long ran;
    if (file && fscanf(file, "%llu", &ran) == 1) sum += ran * 1e-9;
    if (file) fclose(file);
  }
  closedir(tasks);
  return sum;
}
static long server_memory(const char *field) { // kB, from smaps_rollup
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", server);
  FILE *file = server ? fopen(path, "r") : 0;
  long kb = 0;
  while (file && fgets(line, sizeof line, file))
    if (!strncmp(line, field, strlen(field))) sscanf(line + strlen(field), ": %ld", &kb);
  if (file) fclose(file);
  return kb;
}

// ---- streamd ----

static void put(viewer *v, const void *bytes, size_t length) {
  if (send(v->fd, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)length) fprintf(stderr, "short write\n");
}

static void say_hello(viewer *v) {
  uint8_t m[PREFACE + HEADER + 20 + 255 + 4 + sizeof token] = {0x8F, 's', 't', 'r', 'm', 'd', '\r', '\n', 0, 1, 0, 1};
  size_t name = strlen(stream), secret = strlen(token), body = 20 + name + (secret ? 4 + secret : 0);
  m[14] = body >> 8, m[15] = body;
  m[17] = 1;                                   // hello
  m[20] = 2;                                   // subscribe
  m[21] = name;
  for (int i = 24; i < 40; i++) m[i] = random();
  memcpy(m + 40, stream, name);
  if (secret) {
    uint8_t option[4] = {0x80, 0x01, secret >> 8, secret};
    memcpy(m + 40 + name, option, 4);
    memcpy(m + 44 + name, token, secret);
  }
  put(v, m, PREFACE + HEADER + body);
}

static uint64_t be(const uint8_t *p, int bytes) {
  uint64_t value = 0;
  while (bytes--) value = value << 8 | *p++;
  return value;
}

// The numbers of a track must go on where they ended, by frames or by gaps.
static void account(viewer *v, uint64_t epoch, uint64_t first, uint64_t count) {
  if (!v->begun || v->epoch != epoch) {
    if (v->begun && first) v->faults += first;
    v->next = first;
    v->begun = 1;
    v->epoch = epoch;
  }
  if (first != v->next) v->faults += first > v->next ? first - v->next : 1;
  v->next = first + count;
}

static void answer(viewer *v) {
  uint8_t pong[HEADER + 24] = {0, 0, 0, 24, 0, PONG};
  uint64_t now = htobe64(clock_us(CLOCK_REALTIME));
  memcpy(pong + 8, v->head + 8, 8);
  memcpy(pong + 16, &now, 8);
  memcpy(pong + 24, &now, 8);
  put(v, pong, sizeof pong);
}

// Bytes of a message that are looked at, by its type.
static uint32_t wanted_head(int type) {
  return type == FRAME ? FRAME_HEADER : type == GAP ? HEADER + 24 : type == PING ? HEADER + 8 : HEADER;
}

static void finish_message(viewer *v, int64_t read, int64_t system) {
  uint8_t *m = v->head;
  switch (be(m + 4, 2)) {
    case FRAME: {
      uint64_t epoch = be(m + 12, 4), sequence = be(m + 16, 8), captured = be(m + 40, 8);
      if (be(m + 8, 2)) break;                 // of the first track only
      v->frames++;
      account(v, epoch, sequence, 1);
      if (in_window && captured) note_delay(epoch, sequence, captured, read, system);
      break;
    }
    case GAP:
      v->gaps++;
      v->gap_frames += be(m + 24, 8);
      account(v, be(m + 12, 4), be(m + 16, 8), be(m + 24, 8));
      break;
    case PING: answer(v); break;
    case ERROR: case GOODBYE:
      if (!to_end) fprintf(stderr, "the server says goodbye\n");
      break;
  }
  v->have = 0;
}

static void take(viewer *v, const uint8_t *p, size_t length, int64_t read, int64_t system) {
  while (length) {
    if (v->skip) {
      size_t n = length < v->skip ? length : v->skip;
      p += n, length -= n, v->skip -= n;
      if (!v->skip) finish_message(v, read, system);
      continue;
    }
    uint32_t wanted = v->have < HEADER ? HEADER : wanted_head(be(v->head + 4, 2));
    if (v->state == SHAKING) wanted = PREFACE;
    size_t n = length < wanted - v->have ? length : wanted - v->have;
    memcpy(v->head + v->have, p, n);
    p += n, length -= n, v->have += n;
    if (v->have < wanted) return;
    if (v->state == SHAKING) { v->state = FLOWING; v->have = 0; pending--; continue; }
    wanted = wanted_head(be(v->head + 4, 2));
    if (v->have < wanted) continue;
    v->skip = be(v->head, 4) + HEADER - wanted;
    if (!v->skip) finish_message(v, read, system);
  }
}

// ---- RTMP: the handshake, and a request to play ----

static uint8_t *amf_key(uint8_t *p, const char *s) {
  size_t n = strlen(s);
  *p++ = n >> 8, *p++ = n;
  return (uint8_t *)memcpy(p, s, n) + n;
}
static uint8_t *amf_text(uint8_t *p, const char *s) { return *p = 2, amf_key(p + 1, s); }
static uint8_t *amf_number(uint8_t *p, double number) {
  uint64_t bits;
  memcpy(&bits, &number, 8);
  bits = htobe64(bits);
  *p = 0;
  return (uint8_t *)memcpy(p + 1, &bits, 8) + 8;
}
static uint8_t *rtmp_command(uint8_t *p, int chunks, int id, const uint8_t *body, size_t length) {
  *p++ = chunks, *p++ = 0, *p++ = 0, *p++ = 0, *p++ = 0, *p++ = length >> 8, *p++ = length, *p++ = 20;
  *p++ = id, *p++ = 0, *p++ = 0, *p++ = 0;
  for (size_t i = 0, n; i < length; i += n, p += n) {
    if (i) *p++ = 0xC0 | chunks;
    n = length - i < 128 ? length - i : 128;
    memcpy(p, body + i, n);
  }
  return p;
}
static size_t rtmp_play(uint8_t *out) {
  uint8_t body[512], *p = out, *b;
  char url[64];
  snprintf(url, sizeof url, "rtmp://127.0.0.1:%d/live", port);
  b = amf_number(amf_text(body, "connect"), 1), *b++ = 3;
  b = amf_text(amf_key(b, "app"), "live"), b = amf_text(amf_key(b, "tcUrl"), url);
  *b++ = 0, *b++ = 0, *b++ = 9;
  p = rtmp_command(p, 3, 0, body, b - body);
  b = amf_number(amf_text(body, "createStream"), 2), *b++ = 5;
  p = rtmp_command(p, 3, 0, body, b - body);
  b = amf_number(amf_text(body, "play"), 3), *b++ = 5, b = amf_number(amf_text(b, stream), -2000);
  return rtmp_command(p, 4, 1, body, b - body) - out;
}
static ssize_t rtmp_shake(viewer *v) {
  ssize_t got = recv(v->fd, v->handshake + v->have, 3073 - v->have, 0);
  if (got <= 0 || (v->have += got) < 3073) return got;
  uint8_t reply[1536 + 1024];
  memcpy(reply, v->handshake + 1, 1536);
  put(v, reply, 1536 + rtmp_play(reply + 1536));
  free(v->handshake);
  v->state = FLOWING;
  pending--;
  return got;
}

// ---- connections ----

static void open_one(void) {
  viewer *v = &viewers[opened++];
  v->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}, {0}};
  if (v->fd < 0) fail("socket");
  struct sockaddr_in own = {AF_INET, 0, from, {0}};
  if (from.s_addr && bind(v->fd, (void *)&own, sizeof own)) fail("bind");
  if (connect(v->fd, (void *)&address, sizeof address) && errno != EINPROGRESS) fail("connect");
  struct epoll_event e = {.events = EPOLLOUT, .data.ptr = v};
  epoll_ctl(epoll, EPOLL_CTL_ADD, v->fd, &e);
  pending++;
}

static void connected(viewer *v) {
  int error = 0;
  getsockopt(v->fd, SOL_SOCKET, SO_ERROR, &error, &(socklen_t){sizeof error});
  if (error) errno = error, fail("connect");
  setsockopt(v->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
  if (takes_times) setsockopt(v->fd, SOL_SOCKET, SO_TIMESTAMPNS, &(int){1}, sizeof(int));
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = v};
  epoll_ctl(epoll, EPOLL_CTL_MOD, v->fd, &e);
  v->state = SHAKING;
  if (!rtmp) { say_hello(v); return; }
  uint8_t c0c1[1537] = {3};
  v->handshake = malloc(3073);
  put(v, c0c1, sizeof c0c1);
}

static ssize_t receive(viewer *v, int64_t *system) {
  if (!takes_times) return recv(v->fd, buffer, READ, 0);
  char control[128];
  struct iovec bytes = {buffer, READ};
  struct msghdr m = {.msg_iov = &bytes, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  ssize_t got = recvmsg(v->fd, &m, 0);
  for (struct cmsghdr *c = CMSG_FIRSTHDR(&m); got > 0 && c; c = CMSG_NXTHDR(&m, c))
    if (c->cmsg_type == SCM_TIMESTAMPNS) {
      struct timespec t;
      memcpy(&t, CMSG_DATA(c), sizeof t);
      *system = t.tv_sec * 1000000ll + t.tv_nsec / 1000;
    }
  return got;
}

static void readable(viewer *v) {
  int64_t system = 0;
  ssize_t got = rtmp && v->state == SHAKING ? rtmp_shake(v) : receive(v, &system);
  if (got > 0) {
    v->bytes += got;
    if (!rtmp) take(v, (uint8_t *)buffer, got, clock_us(CLOCK_REALTIME), system);
  } else if (got == 0 || errno != EAGAIN) {
    if (v->state != FLOWING) pending--;
    v->state = DEAD;
    dead++;
    close(v->fd);
  }
}

static void read_token(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file || !fgets(token, sizeof token, file)) fail(path);
  fclose(file);
  token[strcspn(token, "\r\n")] = 0;
}

static double own_cpu(void) {
  struct rusage r;
  getrusage(RUSAGE_SELF, &r);
  return r.ru_utime.tv_sec + r.ru_stime.tv_sec + (r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1e-6;
}

int main(int argc, char **argv) {
  int option;
  while ((option = getopt(argc, argv, "n:P:m:s:k:b:w:d:p:tq:e")) != -1) switch (option) {
    case 'n': viewer_count = atoi(optarg); break;
    case 'P': port = atoi(optarg); break;
    case 'm': rtmp = !strcmp(optarg, "rtmp"); break;
    case 's': stream = optarg; break;
    case 'k': read_token(optarg); break;
    case 'b': if (!inet_aton(optarg, &from)) return fprintf(stderr, "no address: %s\n", optarg), 64; break;
    case 'w': warm = atof(optarg); break;
    case 'd': window = atof(optarg); break;
    case 'p': server = atoi(optarg); break;
    case 't': takes_times = 1; break;
    case 'e': to_end = 1; break;
    case 'q': rest_ms = atoi(optarg); break;
    default: return 64;
  }
  if (port <= 0 || viewer_count < 1 || strlen(stream) > 200) return fprintf(stderr, "see the head of fanload.c\n"), 64;
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_cur < (rlim_t)viewer_count + 16) {
    files.rlim_cur = viewer_count + 16;
    if (files.rlim_max < files.rlim_cur) files.rlim_max = files.rlim_cur;
    if (setrlimit(RLIMIT_NOFILE, &files)) fail("more open files are needed than the system allows (ulimit -n)");
  }
  viewers = calloc(viewer_count, sizeof *viewers);
  epoll = epoll_create1(0);
  long anonymous0 = server_memory("Anonymous"), rss0 = server_memory("Rss");
  double began = seconds(), connected_at = 0, window_at = 0, cpu0 = 0, own0 = 0;
  struct epoll_event events[1024];
  while (to_end ? dead < viewer_count : !window_at || seconds() - window_at < window) {
    while (opened < viewer_count && pending < 64) open_one();
    int ready = epoll_wait(epoll, events, 1024, 20);
    for (int i = 0; i < ready; i++) {
      viewer *v = events[i].data.ptr;
      if (v->state == CONNECTING) connected(v);
      else if (v->state != DEAD) readable(v);
    }
    if (rest_ms && connected_at) usleep(rest_ms * 1000);
    double now = seconds();
    if (!connected_at && opened == viewer_count && !pending) connected_at = now;
    if (!connected_at && now - began > 60) return fprintf(stderr, "not all connected within a minute\n"), 3;
    if (!to_end && dead == viewer_count) return fprintf(stderr, "every connection was closed\n"), 3;
    if (connected_at && !window_at && now - connected_at >= warm) {
      for (int i = 0; i < viewer_count && !to_end; i++) {
        viewers[i].window_bytes = viewers[i].bytes;
        viewers[i].window_frames = viewers[i].frames;
      }
      in_window = 1;
      own0 = own_cpu();
      cpu0 = server_cpu();
      window_at = seconds();
    }
  }
  double cpu = server_cpu() - cpu0, lasted = seconds() - window_at, own = own_cpu() - own0;
  uint64_t bytes = 0, frames = 0, fewest = UINT64_MAX, most = 0, gaps = 0, gap_frames = 0, faults = 0;
  for (int i = 0; i < viewer_count; i++) {
    uint64_t f = viewers[i].frames - viewers[i].window_frames;
    bytes += viewers[i].bytes - viewers[i].window_bytes;
    frames += f;
    if (f < fewest) fewest = f;
    if (f > most) most = f;
    gaps += viewers[i].gaps;
    gap_frames += viewers[i].gap_frames;
    faults += viewers[i].faults;
  }
  printf("{\"viewers\":%d,\"closed\":%d,\"seconds\":%.3f,\"bytes\":%llu,\"frames\":%llu,\"frames_fewest\":%llu,"
         "\"frames_most\":%llu,\"gaps\":%llu,\"gap_frames\":%llu,\"faults\":%llu,\"server_cpu\":%.4f,\"own_cpu\":%.3f",
         viewer_count, dead, lasted, (unsigned long long)bytes, (unsigned long long)frames, (unsigned long long)fewest,
         (unsigned long long)most, (unsigned long long)gaps, (unsigned long long)gap_frames, (unsigned long long)faults, cpu, own);
  printf(",\"memory_kb\":{\"anonymous_before\":%ld,\"anonymous\":%ld,\"private_dirty\":%ld,\"rss_before\":%ld,\"rss\":%ld}",
         anonymous0, server_memory("Anonymous"), server_memory("Private_Dirty"), rss0, server_memory("Rss"));
  print_histogram("read", &all_read);
  print_histogram("read_first", &first_read);
  print_histogram("read_last", &last_read);
  print_histogram("system", &all_system);
  print_histogram("system_first", &first_system);
  print_histogram("system_last", &last_system);
  printf("}\n");
  return 0;
}
