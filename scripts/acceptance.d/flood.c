// flood: attacks a server over many connections at once, and tells as JSON what became of them.
//
//   flood -P PORT [-b FROM | -6 NETWORK] [-n CONNECTIONS] [-d SECONDS] [-s BYTES_A_SECOND] [-e END] [-l LIFE] PAYLOAD...
//
//   -6       comes from 10,000 networks of 64 bits in turn, that are in this IPv6 network of 48 bits and belong to this
//            machine, and goes to the address ::1 of another of them
//   -n       how many are open at a time; one that has ended is opened again at once
//   -s       how fast each connection sends; as fast as it can unless given
//   -e END   after the payload: close (with a reset), answer (read until the server closes), hold, half (stop sending,
//            and read on)
//   -l       how long a connection may last in seconds before this side ends it
//   PAYLOAD  files, taken in turn. What follows "\n%%repeat%%\n" in a file is sent again and again, without end.
//
// Every connection reads all that it is sent, and discards it, except for the last message: the code of an error or
// goodbye of the streamd protocol, the status of an HTTP response, or the description of a TLS alert.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { KEPT = 512, WORDS = 64, SLICE = 1 << 16, NETWORKS = 10000 };
enum end { CLOSE, ANSWER, HOLD, HALF };

typedef struct { char *bytes; size_t length, repeat; } payload;  // from `repeat` on it is sent again and again

typedef struct {
  int fd, said, half;        // said: whether all was sent that is not repeated
  const payload *payload;
  size_t at, sent;
  double opened;
  uint8_t got[KEPT];         // the first that came
  size_t have, received;
} connection;

static int port, count = 100, seconds = 10, opened, failed;
static int ended_by_server, ended_here;
static uint64_t sent_bytes, received_bytes;
static double rate, life;
static enum end end_of = CLOSE;
static struct sockaddr_in from = {.sin_family = AF_INET};
static struct sockaddr_in6 site = {.sin6_family = AF_INET6};
static int by_site;
static payload *payloads;
static int payload_count, epoll;
static connection *connections;
static struct { char name[32]; int count; } words[WORDS];
static char sink[1 << 18];

static void fail(const char *what) { perror(what); exit(2); }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static payload load(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) fail(path);
  payload p = {malloc(1 << 22), 0, 0};
  p.length = fread(p.bytes, 1, 1 << 22, file);
  fclose(file);
  static const char mark[] = "\n%%repeat%%\n";
  char *found = memmem(p.bytes, p.length, mark, sizeof mark - 1);
  p.repeat = found ? (size_t)(found - p.bytes) : p.length;
  if (found) {
    memmove(found, found + sizeof mark - 1, p.bytes + p.length - found - (sizeof mark - 1));
    p.length -= sizeof mark - 1;
  }
  return p;
}

static void note(const char *name) {
  for (int i = 0; i < WORDS; i++) {
    if (words[i].count && strcmp(words[i].name, name)) continue;
    strncpy(words[i].name, name, sizeof words[i].name - 1);
    words[i].count++;
    return;
  }
}

// What the server's first bytes mean. It says its error at once where it says one at all.
static void note_word(const connection *c) {
  char name[32];
  const uint8_t *g = c->got;
  if (c->have >= 12 && g[0] == 0x8F) {
    for (size_t at = 12; at + 10 <= c->have;) {
      uint32_t length = g[at] << 24 | g[at + 1] << 16 | g[at + 2] << 8 | g[at + 3], type = g[at + 4] << 8 | g[at + 5];
      if (type == 13 || type == 14) return snprintf(name, sizeof name, "0x%02x%02x", g[at + 8], g[at + 9]), note(name);
      at += 8 + length;
    }
    return note("no error");
  }
  if (c->have >= 12 && !memcmp(g, "HTTP/1.1 ", 9)) return snprintf(name, sizeof name, "%.3s", g + 9), note(name);
  if (c->have >= 7 && g[0] == 0x15) return snprintf(name, sizeof name, "alert %d", g[6]), note(name);
  note(c->have ? g[0] == 0x16 ? "TLS" : "other" : "nothing");
}

// An address of the site: number 1 of one of its networks.
static struct sockaddr_in6 of_site(int network, int to_port) {
  struct sockaddr_in6 address = site;
  address.sin6_addr.s6_addr[6] = network >> 8, address.sin6_addr.s6_addr[7] = network & 255;
  address.sin6_addr.s6_addr[15] = 1;
  address.sin6_port = htons(to_port);
  return address;
}

// 0 where the connection is on its way.
static int connect_one(int fd) {
  if (by_site) {
    struct sockaddr_in6 here = of_site(opened % NETWORKS, 0), there = of_site(0xFFFF, port);
    if (bind(fd, (void *)&here, sizeof here)) fail("bind");
    return connect(fd, (void *)&there, sizeof there) && errno != EINPROGRESS;
  }
  if (from.sin_addr.s_addr && bind(fd, (void *)&from, sizeof from)) fail("bind");
  struct sockaddr_in to = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}, {0}};
  return connect(fd, (void *)&to, sizeof to) && errno != EINPROGRESS;
}

static void open_one(connection *c) {
  *c = (connection){.payload = &payloads[opened % payload_count], .opened = now()};
  c->fd = socket(by_site ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (c->fd < 0) fail("socket");
  // The port is chosen at connect: there are more of them then.
  setsockopt(c->fd, IPPROTO_IP, 24 /* IP_BIND_ADDRESS_NO_PORT */, &(int){1}, sizeof(int));
  int is_refused = connect_one(c->fd);
  opened++;
  if (is_refused) {
    failed++;
    close(c->fd);
    c->fd = -1;
    return;
  }
  struct epoll_event e = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP, .data.ptr = c};
  epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd, &e);
}

static void drop(connection *c, int by_server) {
  if (by_server) ended_by_server++; else ended_here++;
  note_word(c);
  // No TIME_WAIT: there would be no ports left within seconds.
  setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
  close(c->fd);
  c->fd = -1;
}

static void wants(connection *c, int out) {
  struct epoll_event e = {.events = EPOLLIN | EPOLLRDHUP | (out ? EPOLLOUT : 0), .data.ptr = c};
  epoll_ctl(epoll, EPOLL_CTL_MOD, c->fd, &e);
}

// Returns 0 when the connection is gone.
static int speak(connection *c, double t) {
  const payload *p = c->payload;
  size_t room = rate ? (size_t)(rate * (t - c->opened)) + 1 : SIZE_MAX;
  for (int turn = 0; turn < 4; turn++) {
    if (c->at == p->length && p->repeat < p->length) c->at = p->repeat;
    size_t n = p->length - c->at;
    if (!n) break;
    if (rate && c->sent >= room) return wants(c, 0), 1;
    if (n > SLICE) n = SLICE;
    if (n > room - c->sent) n = room - c->sent;
    ssize_t gone = send(c->fd, p->bytes + c->at, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (gone < 0) {
      if (errno == EAGAIN) return 1;
      return drop(c, 1), 0;
    }
    c->at += gone, c->sent += gone, sent_bytes += gone;
  }
  if (c->at < p->length || p->repeat < p->length) return 1;
  if (end_of == CLOSE) return drop(c, 0), 0;
  if (end_of == HALF && !c->half) shutdown(c->fd, SHUT_WR), c->half = 1;
  wants(c, 0);
  return 1;
}

static void listen_to(connection *c) {
  ssize_t got;
  while ((got = recv(c->fd, sink, sizeof sink, MSG_DONTWAIT)) > 0) {
    size_t n = (size_t)got < KEPT - c->have ? (size_t)got : KEPT - c->have;
    memcpy(c->got + c->have, sink, n);
    c->have += n, received_bytes += got;
  }
  if (got == 0 || errno != EAGAIN) drop(c, 1);
}

int main(int argc, char **argv) {
  int option;
  while ((option = getopt(argc, argv, "P:b:6:n:d:s:e:l:")) != -1) switch (option) {
    case 'P': port = atoi(optarg); break;
    case 'b': if (!inet_aton(optarg, &from.sin_addr)) return 64; break;
    case '6': if (inet_pton(AF_INET6, optarg, &site.sin6_addr) != 1) return 64; by_site = 1; break;
    case 'n': count = atoi(optarg); break;
    case 'd': seconds = atoi(optarg); break;
    case 's': rate = atof(optarg); break;
    case 'l': life = atof(optarg); break;
    case 'e': end_of = *optarg == 'a' ? ANSWER : !strcmp(optarg, "hold") ? HOLD : *optarg == 'c' ? CLOSE : HALF; break;
    default: return 64;
  }
  payload_count = argc - optind;
  if (port <= 0 || count < 1 || payload_count < 1) return fprintf(stderr, "see the head of flood.c\n"), 64;
  payloads = calloc(payload_count, sizeof *payloads);
  for (int i = 0; i < payload_count; i++) payloads[i] = load(argv[optind + i]);
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_cur < (rlim_t)count + 16) return fprintf(stderr, "too few open files allowed (ulimit -Hn)\n"), 2;
  connections = calloc(count, sizeof *connections);
  for (int i = 0; i < count; i++) connections[i].fd = -1;
  epoll = epoll_create1(0);
  struct epoll_event events[1024];
  double began = now(), looked = began, t = began;
  int next = 0, open_now = 0;
  while ((t = now()) - began < seconds) {
    // A few at a time, so that those that are open get their turn.
    for (int i = 0, made = 0; i < count && made < 64; i++, next = (next + 1) % count)
      if (connections[next].fd < 0) open_one(&connections[next]), made++;
    int ready = epoll_wait(epoll, events, 1024, 10);
    t = now();
    for (int i = 0; i < ready; i++) {
      connection *c = events[i].data.ptr;
      if (c->fd >= 0 && events[i].events & EPOLLOUT && !speak(c, t)) continue;
      if (c->fd >= 0 && events[i].events & ~EPOLLOUT) listen_to(c);
    }
    if (t - looked < 0.1) continue;
    looked = t;
    for (int i = 0; i < count; i++) {
      connection *c = &connections[i];
      if (c->fd >= 0 && life && t - c->opened > life) drop(c, 0);
      if (c->fd >= 0 && rate) speak(c, t);
    }
  }
  for (int i = 0; i < count; i++) open_now += connections[i].fd >= 0;
  printf("{\"opened\":%d,\"failed\":%d,\"open\":%d,\"ended_by_server\":%d,\"ended_here\":%d,\"sent_bytes\":%llu,"
         "\"received_bytes\":%llu,\"seconds\":%.1f,\"words\":{", opened, failed, open_now, ended_by_server, ended_here,
         (unsigned long long)sent_bytes, (unsigned long long)received_bytes, t - began);
  for (int i = 0; i < WORDS && words[i].count; i++)
    printf("%s\"%s\":%d", i ? "," : "", words[i].name, words[i].count);
  printf("}}\n");
  return 0;
}
