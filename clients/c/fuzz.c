/* Fuzzes streamd.c with libFuzzer. An input is what the relay sends, and for a publisher also what its input has. The
 * program runs as it is, from main to its end; sockets, files, names and clocks are the functions below. They deliver
 * and take bytes in pieces of any size, and refuse some.
 *
 *   clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -fuse-ld=lld \
 *       fuzz.c -o fuzz
 *   python3 test.py --seeds corpus && ./fuzz corpus -max_len=20000 -max_total_time=3600
 */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { SOCKET = 100, RANDOM, CONNECTIONS = 4, POLLS = 4000, BEFORE = 12, MESSAGE_HEADER = 8 };
static struct { const uint8_t *at; size_t left; } relay_bytes, file_bytes;
static uint64_t seed, microseconds; /* of the sizes of pieces; that have passed */
static unsigned connections, polls; static bool is_file; static void (*on_stop)(int);
static struct { uint8_t header[MESSAGE_HEADER]; size_t have; uint64_t skipped; } sent; /* what the relay receives */

static unsigned below(unsigned bound) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33) % bound;
}
static void end_run(void);
static void require(bool holds) { if (!holds) abort(); }
static ssize_t blocked(void) { errno = EAGAIN; return -1; }
/* Bytes of a piece of at most so many: often one, often all. */
static size_t piece(size_t most) {
    unsigned kind = below(8);
    return !most ? 0 : kind == 0 ? 1 : kind < 4 ? most : 1 + below(most < 4000 ? (unsigned)most : 4000);
}

static ssize_t fuzz_recv(int fd, void *to, size_t most, int flags) {
    require(fd == SOCKET && most && !flags);
    if (!relay_bytes.left) return below(2) ? 0 : (errno = ECONNRESET, -1);
    if (!below(16)) return blocked();
    size_t n = piece(most < relay_bytes.left ? most : relay_bytes.left);
    memcpy(to, relay_bytes.at, n); relay_bytes.at += n; relay_bytes.left -= n;
    return (ssize_t)n;
}
/* What the client sends is a preface and then whole messages, whose types and lengths are those of the protocol. */
static ssize_t fuzz_send(int fd, const void *from, size_t length, int flags) {
    require(fd == SOCKET && length && flags == MSG_NOSIGNAL);
    if (!below(16)) return blocked();
    if (!below(200)) { errno = EPIPE; return -1; }
    size_t n = piece(length);
    for (size_t i = 0; i < n; i++) {
        if (sent.skipped) { sent.skipped--; continue; }
        sent.header[sent.have++] = ((const uint8_t *)from)[i];
        if (sent.have < MESSAGE_HEADER) continue;
        const uint8_t *h = sent.header;
        uint32_t bytes = (uint32_t)h[0] << 24 | (uint32_t)h[1] << 16 | (uint32_t)h[2] << 8 | h[3];
        uint32_t type = (uint32_t)h[4] << 8 | h[5];
        require(type && type < 16 && bytes <= (type == 4 ? (4u << 20) + 40 : 8192));
        sent.skipped = bytes; sent.have = 0;
    }
    return (ssize_t)n;
}
static ssize_t fuzz_read(int fd, void *to, size_t most) {
    if (fd == RANDOM) { memset(to, 0x5A, most); return (ssize_t)most; }
    require(fd == 0 && most);
    if (!below(16)) return blocked();
    size_t n = piece(most < file_bytes.left ? most : file_bytes.left);
    memcpy(to, file_bytes.at, n); file_bytes.at += n; file_bytes.left -= n;
    return (ssize_t)n;
}
/* A sentence has no control characters but its end. */
static ssize_t fuzz_write(int fd, const void *from, size_t length) {
    const uint8_t *bytes = from;
    require(fd == 1 || (fd == 2 && length && bytes[length - 1] == '\n'));
    for (size_t i = 0; fd == 2 && i + 1 < length; i++) require(bytes[i] >= ' ' && bytes[i] <= '~');
    uint8_t sum = 0;
    for (size_t i = 0; i < length; i++) sum ^= bytes[i]; /* the sanitizer sees that all of them may be read */
    if (fd == 1 && !below(16)) return blocked();
    if (fd == 1 && !below(500)) { errno = below(2) ? EPIPE : ENOSPC; return -1; }
    return fd == 2 || sum == 1 ? (ssize_t)length : (ssize_t)piece(length);
}
static int fuzz_poll(struct pollfd *f, nfds_t count, int timeout) {
    microseconds += below(4) ? 1000 : 1000 * (uint64_t)timeout;
    for (nfds_t i = 0; i < count; i++) {
        f[i].revents = f[i].fd >= 0 && below(8) ? f[i].events : 0;
        if (f[i].fd == 1 && !below(300)) f[i].revents = POLLERR;
    }
    if (!below(400)) on_stop(below(2) ? SIGINT : SIGTERM);
    if (++polls > POLLS) end_run();
    return 1;
}
static int fuzz_connect(int fd, const struct sockaddr *to, socklen_t length) {
    require(fd == SOCKET && to && length);
    if (++connections > CONNECTIONS) end_run();
    sent.have = 0; sent.skipped = BEFORE;
    return below(8) ? 0 : (errno = ECONNREFUSED, -1);
}
static int fuzz_getaddrinfo(const char *host, const char *port, const struct addrinfo *want, struct addrinfo **found) {
    static struct sockaddr address; static struct addrinfo info = { .ai_addr = &address, .ai_addrlen = sizeof address };
    require(*host && *port && want->ai_socktype == SOCK_STREAM);
    *found = &info;
    return below(8) ? 0 : EAI_NONAME;
}
static int fuzz_clock_gettime(clockid_t id, struct timespec *time) {
    microseconds++;
    uint64_t now = microseconds + (id == CLOCK_REALTIME ? UINT64_C(1700000000000000) : 0);
    time->tv_sec = (time_t)(now / 1000000); time->tv_nsec = (long)(now % 1000000 * 1000);
    return 0;
}
static void fuzz_signal(int number, void (*handler)(int)) { if (number != SIGPIPE) on_stop = handler; }
static int fuzz_setsockopt(int fd, int level, int name, const void *value, socklen_t length) {
    (void)level; (void)name;
    require(fd == SOCKET && value && length == sizeof(int));
    return 0;
}
static int fuzz_close(int fd) { require(fd == SOCKET); return 0; }

#define recv fuzz_recv
#define send fuzz_send
#define read fuzz_read
#define write fuzz_write
#define poll fuzz_poll
#define close fuzz_close
#define connect fuzz_connect
#define setsockopt fuzz_setsockopt
#define signal fuzz_signal
#define getaddrinfo fuzz_getaddrinfo
#define freeaddrinfo(list) ((void)(list))
#define clock_gettime fuzz_clock_gettime
#define socket(...) SOCKET
#define shutdown(...) 0
#define open(...) RANDOM
#define lseek(...) (is_file ? 0 : -1)
#define fpathconf(...) 4096
#define getenv(name) ((char *)token)
#define main streamd_main
static const char *token;
#include "streamd.c"
static void end_run(void) { me.over = true; }

static const struct { char *words[5]; int count; } lines[] = {
    { { "streamd-c", "watch", "127.0.0.1/live" }, 3 }, { { "streamd-c", "publish", "relay.example/live" }, 3 },
    { { "streamd-c", "publish", "--fps", "30000/1001", "[::1]:1/a" }, 5 } };

/* Byte 0: role, token, kind of file; 1 to 4: pieces; 5 and 6: bytes of the relay, of which the publisher's follow. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { CHOICES = 7 };
    if (size < CHOICES) return 0;
    int role = (data[0] & 3) % 3; size_t rest = size - CHOICES, from_relay = (size_t)data[5] << 8 | data[6];
    if (!role || from_relay > rest) from_relay = rest;
    relay_bytes.at = data + CHOICES; relay_bytes.left = from_relay;
    file_bytes.at = data + CHOICES + from_relay; file_bytes.left = rest - from_relay;
    memcpy(&seed, data + 1, 4); seed |= (uint64_t)data[0] << 32;
    microseconds = 5000000; connections = polls = 0; is_file = data[0] & 0x40;
    token = data[0] & 0x80 ? "secret" : NULL;
    memset(&me, 0, sizeof me); memset(&c, 0, sizeof c); memset(&v, 0, sizeof v); memset(&p, 0, sizeof p);
    memset(&t, 0, sizeof t); memset(&m, 0, sizeof m);
    strcpy(me.user.stream, "live"); me.token = ""; c.fd = -1; v.track = TRACKS; v.waits = true; stop = 0;
    char *words[5]; memcpy(words, lines[role].words, sizeof words);
    int status = streamd_main(lines[role].count, words);
    require(status == 0 || status == 1);
    return 0;
}
