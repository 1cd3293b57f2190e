// fanload: many viewers in one thread. Connects them, drains them, and over one window tells as JSON what they got,
// how late it was, and what it cost the server.
//
//   fanload -n VIEWERS -P PORT [-m streamd|ws|http|tls|wss|https|rtmp] [-s STREAM] [-S STREAMS] [-k FILE] [-b FROM] [-w WARM_SECONDS]
//           [-d SECONDS] [-p PID] [-t] [-l MS] [-q MS] [-R] [-u] [-U FILE] [-e | -j RATE]
//
//   -m streamd  speaks the protocol of Protocol.md: counts frames and gaps and checks that they cover every number
//   -m ws       the same in WebSocket frames
//   -m http     asks for STREAM.h264, and counts chunks: each is a frame
//   -m tls, wss, https  the same in TLS, with any certificate
//   -m rtmp     plays by RTMP; counts frames, and checks their numbers and takes their times where pace.c sends them
//   -S STREAMS  the viewers spread over so many streams, which are called STREAM0, STREAM1, ...
//   -k FILE     a token to show, as streamd token new prints it
//   -b FROM     the address of this machine to come from
//   -p PID      the server: its CPU seconds, those for which it waited for a core that others had, and its memory
//               before the viewers came and with them
//   -R          say that each is a relay, which takes the stream for viewers of its own (-m streamd alone)
//   -u          come back with a session ticket, all but the first with TLS
//   -U FILE     the same, with the ticket in FILE if there is one; the first ticket that comes is kept there otherwise
//   -e          go on to the end of the stream, whenever that is, and tell of all that came from the first byte on
//   -j RATE     so many viewers come each second, whatever happens to those before, and each leaves when it has caught
//               up: when it gets a frame that was captured after it came. Ends when all have left, at the latest
//               SECONDS after the last one came, and tells of all that came from the first byte on
//   -t          also take the time at which the system received each frame, before this program read it
//   -l MS       also count the frames that were later than this
//   -q MS       rest this long after each turn, so that the server does not pay for waking this program with every
//               send: a viewer on another machine never costs it that
//
// Delays are microseconds from a frame's capture time, so the publisher must run on this machine. "first" and "last"
// are those of the first and the last viewer that received each frame. SIGUSR1 ends the window, reports it, and begins
// another; gaps, faults and closed connections are those since the start, though.
#include "server.h"
#include "viewer.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { READ = 1 << 18, AT_ONCE = 64, PATIENCE = 60 };
static int server, takes_times, rest_ms, rtmp;
static int opened, dead, left, resumes, resumed;
static SSL_CTX *context;                         // null without TLS
static double warm = 3, window = 10;
static struct in_addr from;
static int epoll;
static char buffer[READ];
static double connected_in;                      // seconds until all were
static volatile sig_atomic_t asked;

static double seconds(void) { return clock_us(CLOCK_MONOTONIC) * 1e-6; }
static void ask(int signal) { (void)signal; asked = 1; }

// ---- connections ----

static void open_one(void) {
  viewer *v = &viewers[opened++];
  v->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {AF_INET, htons(port), {htonl(INADDR_LOOPBACK)}, {0}};
  if (v->fd < 0) fail("socket");
  struct sockaddr_in own = {AF_INET, 0, from, {0}};
  if (from.s_addr && bind(v->fd, (void *)&own, sizeof own)) fail("bind");
  v->came = clock_us(CLOCK_REALTIME);
  if (connect(v->fd, (void *)&address, sizeof address) && errno != EINPROGRESS) fail("connect");
  struct epoll_event e = {.events = EPOLLOUT, .data.ptr = v};
  epoll_ctl(epoll, EPOLL_CTL_ADD, v->fd, &e);
  pending++;
}

static void open_more(double since) {
  int due = join_rate ? (int)(since * join_rate) + 1 : opened + AT_ONCE - pending;
  while (opened < viewer_count && opened < due) open_one();
}

static void begin(viewer *v);

// Goes on with the handshake of TLS. A server that answers at once completes it in the first call.
static ssize_t shake_hands(viewer *v) {
  ssize_t done = tls_result(v->tls, SSL_do_handshake(v->tls));
  if (done <= 0) return done;
  v->secured = 1;
  resumed += SSL_session_reused(v->tls);
  begin(v);
  return done;
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
  if (context) {
    v->tls = tls_on(context, v->fd, 0);
    shake_hands(v);
    return;
  }
  begin(v);
}

static void begin(viewer *v) {
  if (by != PLAIN) {
    char request[CARRIER_REQUEST];
    put(v, request, write_request(request, by, name_of(v)));
    return;
  }
  if (!rtmp) {
    say_hello(v);
    return;
  }
  uint8_t c0c1[1 + SHAKE] = {3};
  v->handshake = malloc(1 + 2 * SHAKE);
  put(v, c0c1, sizeof c0c1);
}

static ssize_t receive(viewer *v, int64_t *system) {
  if (v->tls && !v->secured) {
    ssize_t done = shake_hands(v);
    if (done <= 0) return done;
  }
  if (v->tls) {                                // a record at a time
    ssize_t got = 0, more = 0;
    while (got < READ / 2 && (more = tls_result(v->tls, SSL_read(v->tls, buffer + got, READ - got))) > 0) got += more;
    if (takes_times) *system = clock_us(CLOCK_REALTIME);
    return got ? got : more;
  }
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
  int shaking = rtmp && v->state == SHAKING;
  ssize_t got = shaking ? rtmp_shake(v) : receive(v, &system);
  if (got > 0) {
    v->bytes += got;
    if (!shaking) (rtmp ? rtmp_take : by == PLAIN ? take : carried_take)(v, (uint8_t *)buffer, got, clock_us(CLOCK_REALTIME), system);
    if (v->state != LEAVING) return;
    left++;
  } else if (got == 0 || errno != EAGAIN) {
    if (v->state != FLOWING) pending--;
    dead++;
  } else {
    return;
  }
  v->state = DEAD;
  SSL_free(v->tls);
  v->tls = 0;
  close(v->fd);
}

static void read_token(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file || !fgets(token, sizeof token, file)) fail(path);
  fclose(file);
  token[strcspn(token, "\r\n")] = 0;
}

// ---- the window ----

static double own_cpu(void) {
  struct rusage r;
  getrusage(RUSAGE_SELF, &r);
  return r.ru_utime.tv_sec + r.ru_stime.tv_sec + (r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1e-6;
}

static struct { double at, own; thread_times server; } began;
static long anonymous_before, rss_before;

static void begin_window(int from_first_byte) {
  for (int i = 0; i < viewer_count && !from_first_byte; i++) {
    viewers[i].window_bytes = viewers[i].bytes;
    viewers[i].window_frames = viewers[i].frames;
  }
  memset(&delays, 0, sizeof delays);
  in_window = 1;
  began.own = own_cpu();
  read_thread_times(server, &began.server);
  began.at = seconds();
}

static void tell_of_window(void) {
  thread_times now;
  read_thread_times(server, &now);
  double lasted = seconds() - began.at, own = own_cpu() - began.own;
  unsigned long long bytes = 0, frames = 0, fewest = -1, most = 0, gaps = 0, gap_frames = 0, faults = 0;
  for (viewer *v = viewers; v < viewers + viewer_count; v++) {
    uint64_t f = v->frames - v->window_frames;
    bytes += v->bytes - v->window_bytes;
    frames += f;
    if (f < fewest) fewest = f;
    if (f > most) most = f;
    gaps += v->gaps;
    gap_frames += v->gap_frames;
    faults += v->faults;
  }
  printf("{\"viewers\":%d,\"connected_in\":%.3f,\"closed\":%d,\"seconds\":%.3f,\"bytes\":%llu,\"frames\":%llu,"
         "\"frames_fewest\":%llu,\"frames_most\":%llu,\"farewells\":%d,\"gaps\":%llu,\"gap_frames\":%llu,\"faults\":%llu,"
         "\"server_cpu\":%.4f,\"server_waited\":%.4f,\"own_cpu\":%.3f",
         viewer_count, connected_in, dead, lasted, bytes, frames, fewest, most, farewells, gaps, gap_frames,
         faults,         now.sum - began.server.sum, now.waited - began.server.waited, own);
  printf(",\"server_threads\":[");
  print_thread_times(&began.server, &now);
  printf("],\"memory_kb\":{\"anonymous_before\":%ld,\"anonymous\":%ld,\"private_dirty\":%ld,\"rss_before\":%ld,"
         "\"rss\":%ld}", anonymous_before, server_memory(server, "Anonymous"), server_memory(server, "Private_Dirty"), rss_before,
         server_memory(server, "Rss"));
  print_delays();
  if (join_rate) printf(",\"left\":%d,\"resumed\":%d", left, resumed);
  print_histogram("first_frame", &first_frame);
  print_histogram("caught_up", &caught_up);
  printf("}\n");
  fflush(stdout);
}

int main(int argc, char **argv) {
  int option;
  while ((option = getopt(argc, argv, "n:P:m:s:S:k:b:w:d:p:tl:q:Rej:uU:")) != -1) switch (option) {
    case 'n': viewer_count = atoi(optarg); break;
    case 'P': port = atoi(optarg); break;
    case 'm': rtmp = !strcmp(optarg, "rtmp"), by = carrier_of(optarg), context = has_tls(optarg) ? tls_context(0, 0) : 0; break;
    case 's': stream = optarg; break;
    case 'S': stream_count = atoi(optarg); break;
    case 'k': read_token(optarg); break;
    case 'b': if (!inet_aton(optarg, &from)) return fprintf(stderr, "no address: %s\n", optarg), 64; break;
    case 'w': warm = atof(optarg); break;
    case 'd': window = atof(optarg); break;
    case 'p': server = atoi(optarg); break;
    case 't': takes_times = 1; break;
    case 'l': late_us = atof(optarg) * 1000; break;
    case 'R': role = RELAY; break;
    case 'e': to_end = 1; break;
    case 'u': resumes = 1; break;
    case 'U': resumes = 1, ticket_file = optarg; break;
    case 'j': join_rate = atof(optarg); break;
    case 'q': rest_ms = atoi(optarg); break;
    default: return 64;
  }
  if (port <= 0 || viewer_count < 1 || stream_count < 0 || strlen(stream) > 100 || join_rate < 0)
    return fprintf(stderr, "see the head of fanload.c\n"), 64;
  allow_open_files(viewer_count + 16);
  if (resumes && context) resume_sessions(context);
  signal(SIGUSR1, ask);
  viewers = calloc(viewer_count, sizeof *viewers);
  epoll = epoll_create1(0);
  anonymous_before = server_memory(server, "Anonymous"), rss_before = server_memory(server, "Rss");
  double started = seconds(), connected_at = 0;
  struct epoll_event events[1024];
  if (join_rate) begin_window(1);
  while (to_end || join_rate ? dead + left < viewer_count : !in_window || seconds() - began.at < window) {
    open_more(seconds() - started);
    int ready = epoll_wait(epoll, events, 1024, join_rate && opened < viewer_count ? 1 : 20);
    for (int i = 0; i < ready; i++) {
      viewer *v = events[i].data.ptr;
      if (v->state == CONNECTING) connected(v);
      else if (v->state != DEAD) readable(v);
    }
    if (rest_ms && connected_at) usleep(rest_ms * 1000);
    double now = seconds();
    if (!connected_at && opened == viewer_count && (join_rate || !pending))
      connected_at = now, connected_in = now - started;
    if (join_rate && connected_at && now - connected_at > window) break;
    if (!connected_at && now - started > PATIENCE) return fprintf(stderr, "not all connected within a minute\n"), 3;
    if (!to_end && !join_rate && dead == viewer_count) return fprintf(stderr, "every connection was closed\n"), 3;
    if (connected_at && !in_window && now - connected_at >= warm) begin_window(to_end);
    if (asked && in_window) asked = 0, tell_of_window(), begin_window(0);
  }
  tell_of_window();
  return 0;
}
