/* streamd-c publishes and watches H.264 by the streamd protocol, version 1. Names in quotation marks are sections of
 * Protocol.md. All buffers are static: the program allocates nothing, and takes no memory for what a length says. */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
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
#define SECOND INT64_C(1000000) /* all times are microseconds */
typedef uint8_t u8; typedef uint32_t u32; typedef uint64_t u64; typedef int64_t i64;
enum { /* "Limits", and the sizes of fixed fields */
    PREFACE = 12, HEADER = 8, FIELDS = 40 /* "Frame" */, HELLO_MAX = 8192, TABLE_MAX = 65536, BODY_MAX = 4096,
    TRACKS = 16, OPTIONS = 32, CONFIGURATION_MAX = 3072, NAME_BYTES = 255, TOKEN_MAX = 4096, TEXT_MAX = 128,
    REASON_MAX = 512, REDIRECT_MAX = 512, PATH_BYTES = 64 /* "Path": 4 ids */, REDIRECTS = 5 /* "Reconnecting" */,
    FRAME_ROOM = 4 << 20 /* "Welcome": a client may have a lower bound for frames than the relay's */,
    CONTROL_ROOM = 2 * HELLO_MAX, CONTROL_SPARE = 1024 /* for the answers to one message */,
    SETS = 64, SET_MAX = 1024, SETS_ROOM = 16384, DELIMITER_MAX = 16 /* "Codecs": what the program keeps */ };
enum { HELLO = 1, WELCOME, TABLE, FRAME, GAP, KEY_FRAME, REPORT, COUNT, PING, PONG, STATE, OFFSET, FAILURE, GOODBYE,
       STREAMS /* "Messages" */, RANDOM_ACCESS = 1, DISCARDABLE = 2, GRADUAL = 8 /* "Frame" */ };
enum { DONE, END_OF_STREAM, REDIRECT = 3, REPLACED, NOT_THIS = 0x100, VERSION, MALFORMED, TOO_LONG, UNEXPECTED,
       CRITICAL, LOOP = 0x208 /* "Error registry" */ };
static const u8 magic[PREFACE] = { 0x8F, 's', 't', 'r', 'm', 'd', '\r', '\n', 0, 1, 0, 1 };
static const struct option { u32 number, least, most; bool text; }
    of_welcome[] = { { 1, 0, TEXT_MAX, 1 }, { 2, 4, 4, 0 }, { 3, 16, PATH_BYTES, 0 }, { 0 } },
    of_end[] = { { 1, 0, REDIRECT_MAX, 1 }, { 0 } },
    of_track[] = { { 1, 4, 4, 0 }, { 2, 8, 8, 0 }, { 3, 4, 4, 0 }, { 4, 1, 1, 0 }, { 5, 0, TEXT_MAX, 1 }, { 0 } };
struct in { const u8 *at; size_t left; bool bad; };             /* reads a body; bad after a read beyond its end */
static struct out { u8 *at; size_t room, length; bool bad; } m; /* writes bytes; bad beyond its room; m: a message */
static struct { /* the program */
    bool publish, over, file; /* file: standard input or output is one, and never waits */
    const char *token; u8 id[16]; /* "Hello": id is the instance */
    i64 now, wall;            /* a clock that is never set; the wall clock minus this one */
    struct address { char host[256], port[6], stream[NAME_BYTES + 1]; } user, at; /* at: perhaps from a redirect */
    struct addrinfo *hosts; int redirects, failures, status; bool turns; /* relays welcome and redirect in turns */
} me = { .user = { .stream = "live" }, .token = "" };
static struct { /* one connection: "Transport" to "Messages" */
    enum { PAUSED, GREETING, READY, ENDING } state;
    enum { IN_PREFACE, IN_HEADER, IN_BODY, IN_PAYLOAD, IN_SKIPPED } part;
    bool ignores, deaf, shut;      /* reads no messages any more; cannot send; has closed its sending direction */
    i64 deadline, began, heard, silence; u8 *to, body[TABLE_MAX], control[CONTROL_ROOM];
    size_t need, have, from, upto; /* of the part that comes; of control: what waits to be sent */
    u32 length, type, flags, epoch, longest; int fd;
} c = { .fd = -1 };
static struct { /* "Rules for a viewer" */
    struct position { bool known; u32 epoch; u64 next; } at[TRACKS];
    u32 epoch, mask, track;        /* of the newest table of this connection; the track that is written */
    bool waits, fresh;             /* for a start frame; this connection has brought no frame of the track */
    size_t written, pending, most; u64 instance; /* most: what the output takes at once */
} v = { .track = TRACKS, .waits = true };
static struct { /* "Rules for a publisher": the arena has the frame in flight, a whole unit, a part of the next */
    size_t head, whole, scan, end, cut; bool begun, ended, said, open, slice, looked, all, skips, waited, ordered;
    i64 came, start, output, base, first, high, low, last; /* from output on: the order of output, "Frame" */
    u64 number, sequence, gap, flags; /* of the unit in the input; of the next frame; left out before it; of the unit */
    double period;             /* from unit to unit; 0 if their times are those of their arrival */
    u32 set_count; struct set { u8 type, id, data[SET_MAX]; size_t length; } sets[SETS];
    struct sps { bool have, planes, frames; u32 number_bits, order, order_bits, reorder; } sps[32];
    u8 sps_of[256];            /* of each PPS: 1 more than the number of its SPS */
} p;
static struct { u8 head[HEADER + FIELDS + DELIMITER_MAX + SETS_ROOM]; size_t start, body, length, at; bool active; } t;
static u8 arena[FRAME_ROOM]; static char line[1536]; static volatile sig_atomic_t stop;

#define say(...) (snprintf(line, sizeof line - 1, "streamd-c: " __VA_ARGS__), show())
static void show(void) { /* "Conventions": a control character could steer a terminal */
    size_t n = 0;
    for (; line[n]; n++) if (line[n] < ' ' || line[n] > '~') line[n] = '?';
    if (line[n++] = '\n', write(2, line, n) < 0) return;
}
static bool busy(void) { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }
static void finish(int status) { me.over = true; me.status = status; }
static i64 tell(clockid_t id) { struct timespec s; clock_gettime(id, &s); return s.tv_sec * SECOND + s.tv_nsec / 1000; }
static struct in take(struct in *r, size_t n) {
    if (r->left < n) { r->bad = true; r->left = n = 0; }
    r->at += n; r->left -= n; return (struct in){ r->at - n, n, false };
}
static u64 get(struct in *r, size_t n) {
    u64 value = 0;
    for (struct in s = take(r, n); s.left; s.left--) value = value << 8 | *s.at++;
    return value;
}
static void put_bytes(struct out *w, const void *bytes, size_t n) {
    if (w->room - w->length < n) { w->bad = true; return; }
    memcpy(w->at + w->length, bytes, n); w->length += n;
}
static void put(struct out *w, u64 value, u32 n) { while (n--) put_bytes(w, &(u8){ (u8)(value >> 8 * n) }, 1); }
static void put_option(u64 id, const void *value, size_t n) { put(&m, id << 16 | n, 4); put_bytes(&m, value, n); }
static bool is_text(struct in s) { /* "Conventions": UTF-8 */
    while (s.left) {
        u32 a = get(&s, 1), more = a < 0x80 ? 0 : a < 0xE0 ? 1 : a < 0xF0 ? 2 : 3, b = s.left ? *s.at : 0;
        if ((a > 0x7F && a < 0xC2) || a > 0xF4 || s.left < more || (a == 0xE0 && b < 0xA0) || (a == 0xED && b > 0x9F) ||
            (a == 0xF0 && b < 0x90) || (a == 0xF4 && b > 0x8F)) return false;
        while (more--) if (get(&s, 1) >> 6 != 2) return false;
    }
    return true;
}
static u32 read_options(struct in r, const struct option *known, struct in *first) { /* "Options": 0 or the error */
    u32 seen[OPTIONS];
    for (u32 n = 0; r.left; n++) {
        const struct option *o = known;
        if (r.left < 4 || n == OPTIONS) return MALFORMED;
        seen[n] = get(&r, 2);
        for (u32 i = 0; i < n; i++) if (seen[i] == seen[n]) return MALFORMED;
        while (o->number && o->number != seen[n]) o++;
        if (!o->number && seen[n] & 0x8000) return CRITICAL;
        struct in value = take(&r, get(&r, 2));
        if (r.bad || (o->text && !is_text(value))) return MALFORMED;
        if (!o->number) continue;
        if (value.left < o->least || (o->most == PATH_BYTES && value.left % 16)) return MALFORMED;
        if (value.left > o->most) return o->most == PATH_BYTES ? LOOP : MALFORMED;
        if (first && o == known) *first = value;
    }
    return 0;
}
static void begin(u64 type) { /* a message; it has room, because the program reads only while CONTROL_SPARE is free */
    memmove(c.control, c.control + c.from, c.upto -= c.from); c.from = 0;
    m = (struct out){ c.control + c.upto, CONTROL_ROOM - c.upto, 0, false }; put(&m, type << 16, 8);
}
static void end(void) {
    put(&(struct out){ m.at, 4, 0, false }, m.length - HEADER, 4);
    if (!m.bad && c.state != ENDING) c.upto += m.length; /* "Closing": nothing follows an error or a goodbye */
}
static void name_gap(void) { /* "Gap": the reason is publisher */
    if (p.gap) { begin(GAP); put(&m, 3ULL << 40 | c.epoch, 8); put(&m, p.sequence, 8); put(&m, p.gap, 8); end(); }
    p.sequence += p.gap; p.gap = 0;
}
static void leave(u64 code, const char *reason, int status) { /* "Closing" */
    if (c.state == PAUSED) { finish(status); return; }
    if (c.state == READY && code == END_OF_STREAM) { name_gap(); p.said = true; }
    begin(code < 0x100 ? GOODBYE : FAILURE);
    put(&m, code << 48, 8); put(&m, strlen(reason), 2); put_bytes(&m, reason, strlen(reason)); end();
    c.state = ENDING; c.deadline = me.now + SECOND; c.ignores = !p.said; me.status = status;
    v.pending = 0; t.active = t.active && t.at; /* a frame that has not begun stays here */
}
static void fault(u32 code, const char *reason) {
    say("The relay breaks the protocol: %s (0x%04x).", reason, code);
    leave(code, reason, 1); c.ignores = true;
}
static void flush(void) { /* "Small devices": a frame, once begun, is sent to its end */
    while (!c.deaf && (t.active || c.from < c.upto)) {
        bool frame = t.active && (t.at || c.from == c.upto), head = t.at < t.start;
        const u8 *from = !frame ? c.control + c.from : head ? t.head + t.at : arena + t.body + (t.at - t.start);
        size_t left = !frame ? c.upto - c.from : (head ? t.start : t.start + t.length) - t.at;
        ssize_t n = send(c.fd, from, left, MSG_NOSIGNAL);
        if (n < 0 && busy()) return;
        if (n < 0) c.deaf = true; /* "Errors of the other side": the program reads on, for the reason */
        else if (!frame) c.from += n;
        else t.active = (t.at += n) < t.start + t.length;
    }
    if (c.state == ENDING && !c.shut && !c.deaf) c.shut = !shutdown(c.fd, SHUT_WR);
}
static bool read_address(const char *text, struct address *a) { /* "Transport"; tls:// is not for this program */
    if (!strncmp(text, "streamd://", 10)) text += 10;
    bool six = *text == '[';
    const char *host = text + six, *end = host + strcspn(host, six ? "]" : ":/"), *rest = end + (six && *end);
    size_t n = end - host, digits = *rest == ':' ? strspn(rest + 1, "0123456789") : 0;
    int port = digits && digits < 6 ? atoi(rest + 1) : *rest == ':' ? 0 : 7450;
    if (*rest == ':') rest += 1 + digits;
    if (!n || n >= sizeof a->host || (six && !*end) || port < 1 || port > 65535) return false;
    if ((*rest && *rest != '/') || strlen(rest) > 1 + NAME_BYTES) return false;
    memset(a->host, 0, sizeof a->host); memcpy(a->host, host, n); snprintf(a->port, sizeof a->port, "%d", port);
    if (*rest && rest[1]) snprintf(a->stream, sizeof a->stream, "%s", rest + 1); /* without a stream, it stays */
    return true;
}
static void use(const struct address *a) {
    struct addrinfo want = { .ai_socktype = SOCK_STREAM };
    bool here = !strcmp(a->host, "localhost") || !strcmp(a->host, "::1") ||
                (!strncmp(a->host, "127.", 4) && !a->host[strspn(a->host, "0123456789.")]); /* "Security" */
    if (me.hosts) freeaddrinfo(me.hosts);
    if (getaddrinfo(a->host, a->port, &want, &me.hosts)) me.hosts = NULL;
    if (!me.hosts) { say("The host %s has no address.", a->host); finish(1); }
    else if (*me.token && !here) { say("Without encryption the token goes to this machine only."); finish(1); }
    me.at = *a;
}
static void hang_up(void) {
    if (c.fd >= 0) close(c.fd);
    if (c.began && me.now - c.began >= 10 * SECOND) me.failures = me.turns = false; /* "Reconnecting" */
    c.state = PAUSED; c.deadline = me.now; c.fd = -1;
    c.began = c.from = c.upto = t.active = c.shut = c.deaf = c.ignores = false;
}
static void try_again(u32 after, const char *why) { /* "Reconnecting" */
    hang_up(); i64 most = me.failures < 6 ? SECOND / 4 << me.failures++ : 10 * SECOND;
    i64 wait = after ? after * INT64_C(1000) : (i64)((double)most * rand() / RAND_MAX);
    c.deadline += wait; say("%s, so the program tries again in %.2f s.", why, wait / 1e6);
    if (memcmp(&me.at, &me.user, sizeof me.at)) use(&me.user); /* no longer where a redirect led */
}
static void lost(const char *why) {
    if (c.state != ENDING) { try_again(0, why); return; }
    if (p.said && !me.status) say("%s, perhaps before the relay had all of the stream.", why);
    finish(p.said ? 1 : me.status);
}
static void expect(int part, u8 *to, size_t n) { c.part = part; c.to = to; c.need = n; c.have = 0; }
static void greet(void) { /* "Preface", "Hello": both go at once */
    int one = 1, room = 1 << 17; /* a small buffer, because the program cannot leave out what waits there */
    for (struct addrinfo *h = me.hosts; h && c.fd < 0; h = h->ai_next) {
        if ((c.fd = socket(h->ai_family, SOCK_STREAM, 0)) < 0) continue;
        if (me.publish) setsockopt(c.fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
        setsockopt(c.fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        if (connect(c.fd, h->ai_addr, h->ai_addrlen)) hang_up();
    }
    if (c.fd < 0) { try_again(0, "The relay cannot be reached"); return; }
    c.deadline = (c.began = c.heard = me.now = tell(CLOCK_MONOTONIC)) + 10 * SECOND; c.state = GREETING;
    fcntl(c.fd, F_SETFL, O_NONBLOCK); memcpy(c.control, magic, c.upto = PREFACE); expect(IN_PREFACE, c.body, PREFACE);
    begin(HELLO); put(&m, (me.publish ? 1 : 2) << 24 | (u64)strlen(me.at.stream) << 16, 4);
    put_bytes(&m, me.id, sizeof me.id); put_bytes(&m, me.at.stream, strlen(me.at.stream));
    if (*me.token) put_option(0x8001, me.token, strlen(me.token));
    if (!me.publish) put_option(5, "\1", 1); /* kinds: video */
    put_option(2, "streamd-c/1", 11); put_option(0x0A0A + 0x1010 * (rand() % 8), magic, rand() % 8); end(); /* Grease */
}
static void welcome(struct in r) { /* "Welcome" */
    static const u8 rest[] = { 0, 1, 0, 0, 0, 0, 1, 0, 'H', '2', '6', '4', 0, 0, 0, 0, 0, 0, 0, 0 }; /* of a table */
    u64 instance = (c.epoch = get(&r, 4), get(&r, 8));
    c.longest = get(&r, 4); c.silence = (i64)get(&r, 4) * 3000; /* "Keepalive and timeouts": three ping intervals */
    u32 error = (take(&r, 8), r.bad) || !c.silence ? MALFORMED : read_options(r, of_welcome, NULL);
    if (error) { fault(error, "The welcome is wrong"); return; }
    if (instance != v.instance) memset(v.at, 0, sizeof v.at); /* the numbers name other frames now */
    v.instance = instance; v.mask = v.epoch = me.redirects = 0; v.fresh = true; c.state = READY;
    p.start = p.begun ? p.start : me.now; p.begun = p.skips = true; p.sequence = p.gap = 0; /* "Epochs": from 0 on */
    if (me.publish) { begin(TABLE); put(&m, c.epoch, 4); put_bytes(&m, rest, sizeof rest); end(); }
}
static void ended(struct in r) { /* "Error and goodbye", "Reconnecting" */
    char text[REDIRECT_MAX + 1] = "", why[REASON_MAX + 64];
    struct in where = { NULL, 0, false }; struct address to = me.at;
    u32 code = get(&r, 2), flags = get(&r, 2) >> 8, after = get(&r, 4); struct in reason = take(&r, get(&r, 2));
    u32 error = r.bad || reason.left > REASON_MAX || !is_text(reason) ? MALFORMED : read_options(r, of_end, &where);
    if (error) { fault(error, "An error or a goodbye is wrong"); return; }
    if (where.at) memcpy(text, where.at, where.left);
    reason.left -= reason.left && reason.at[reason.left - 1] == '.';
    snprintf(why, sizeof why, "The relay says: %.*s (0x%04x)", (int)reason.left, (const char *)reason.at, code);
    bool clean = !me.publish && code < 0x100, again = flags & 1 && code != END_OF_STREAM && code != REPLACED;
    if (c.state == ENDING && code < 0x100) finish(me.status);
    else if (c.state != ENDING && code == REDIRECT && where.at) {
        bool early = c.state == READY, follows = ++me.redirects <= REDIRECTS && read_address(text, &to); hang_up();
        if (follows) { if (early && me.turns) try_again(0, why); me.turns |= early; use(&to); return; }
        say("The program cannot follow the redirect to %s.", text); finish(1);
    } else if (c.state != ENDING && again) try_again(after, why);
    else { if (!clean || code != END_OF_STREAM) say("%s.", why); finish(!clean); }
}
static void table(struct in r) { /* "Tracks" */
    u32 epoch = get(&r, 4), count = get(&r, 4) >> 16, mask = 0, first = TRACKS;
    u32 error = r.bad || !count || count > TRACKS || !epoch || epoch < v.epoch ? MALFORMED : 0;
    while (!error && count--) {
        u32 number = get(&r, 2), kind = get(&r, 2) >> 8, codec = get(&r, 4);
        u32 configuration = get(&r, 4) & 0xFFFF, options = get(&r, 4) >> 16;
        r.bad |= number >= TRACKS || mask >> number & 1 || kind < 1 || kind > 3 || configuration > CONFIGURATION_MAX;
        struct in o = (take(&r, configuration), take(&r, options));
        error = r.bad ? MALFORMED : read_options(o, of_track, NULL); mask |= 1u << (number & 15);
        if (codec == 0x48323634 /* H264 */ && kind == 1 && number < first) first = number;
    }
    if (error || r.left) { fault(error ? error : MALFORMED, "The track table is wrong"); return; }
    v.waits |= v.track != first; v.track = first; v.epoch = epoch; v.mask = mask;
}
static void frame(struct in r) { /* "Frame": when all of it has come */
    u32 track = get(&r, 4) >> 16, epoch = get(&r, 4); u64 number = get(&r, 8); struct position *at = &v.at[track];
    bool same = at->known && epoch == at->epoch, jumps = v.fresh && number > at->next;
    if (!(v.mask >> track & 1) || epoch != v.epoch) return; /* "Tracks": the newest table does not have it */
    v.fresh &= track != v.track;
    if (at->known && (epoch < at->epoch || (same && number < at->next))) return; /* "Lost connection": it came before */
    if (track == v.track) { /* a viewer can decode all that a relay sends in one epoch on one connection */
        v.waits = (v.waits || !same || jumps) && !(c.flags & (RANDOM_ACCESS | GRADUAL));
        v.pending = v.waits ? 0 : c.length - FIELDS; v.written = 0;
    }
    *at = (struct position){ true, epoch, number + 1 };
}
static void header(struct in r) { /* "Which error wins": type, length, critical bit */
    u32 ours = me.publish ? 1 << KEY_FRAME | 1 << COUNT : 1 << TABLE | 1 << FRAME | 1 << GAP | 1 << STATE | 1 << OFFSET;
    u32 allowed = 1 << FAILURE | 1 << GOODBYE | (c.state == GREETING ? 1 << WELCOME : ours | 1 << PING | 1 << PONG);
    c.length = get(&r, 4); c.type = get(&r, 2); c.flags = get(&r, 2);
    u32 longest = FIELDS + (c.longest < FRAME_ROOM ? c.longest : FRAME_ROOM);
    bool known = c.type >= HELLO && c.type <= STREAMS;
    if (c.type != FRAME) longest = c.type == TABLE ? TABLE_MAX : BODY_MAX;
    if (known && !(allowed >> c.type & 1)) fault(UNEXPECTED, "A message is not allowed here");
    else if (c.length > longest) fault(TOO_LONG, "A message is too long");
    else if (!known && c.type & 0x8000) fault(CRITICAL, "A message is critical and unknown");
    else expect(known ? IN_BODY : IN_SKIPPED, c.body, c.type == FRAME && c.length > FIELDS ? FIELDS : c.length);
}
static void message(struct in r) {
    static const u8 sizes[STREAMS + 1] = { [GAP] = 24, [KEY_FRAME] = 4, [COUNT] = 4, [PING] = 8, [PONG] = 24,
                                           [STATE] = 4, [OFFSET] = 12 };
    struct in s = r; bool wrong = sizes[c.type] && sizes[c.type] != r.left;
    if (c.type == FRAME || c.type == GAP || c.type == KEY_FRAME) wrong |= get(&s, 2) >= TRACKS;
    u64 first = (take(&s, 6), get(&s, 8)), count = get(&s, 8);
    if (c.type == GAP || c.type == FRAME) wrong |= c.type == GAP ? first + count <= first : r.left < FIELDS || !~first;
    expect(IN_HEADER, c.body, HEADER);
    if (wrong) fault(MALFORMED, "A message does not have the right fields");
    else if (c.type == FRAME) expect(IN_PAYLOAD, arena, c.length - FIELDS);
    else if (c.type == WELCOME) welcome(r);
    else if (c.type == TABLE) table(r);
    else if (c.type == FAILURE || c.type == GOODBYE) ended(r);
    else if (c.type == PING) { /* "Ping and pong" */
        begin(PONG); put_bytes(&m, r.at, 8);
        put(&m, me.now + me.wall, 8); put(&m, tell(CLOCK_MONOTONIC) + me.wall, 8); end();
    }
}
static void preface(struct in r) { /* "Preface and version" */
    u32 lowest = (take(&r, 8), get(&r, 2)), highest = get(&r, 2); expect(IN_HEADER, c.body, HEADER);
    if (lowest > highest) fault(NOT_THIS, "The preface is wrong");
    else if (lowest > 1 || !highest) fault(VERSION, "The relay does not speak version 1");
}
static bool reads(void) { return c.state != PAUSED && !v.pending && c.upto - c.from + CONTROL_SPARE < CONTROL_ROOM; }
static void receive(void) {
    for (int turns = 64; turns && reads() && !me.over; turns--) {
        bool keeps = !c.ignores && c.part != IN_SKIPPED; size_t left = c.ignores ? TABLE_MAX : c.need - c.have;
        ssize_t n = recv(c.fd, keeps ? c.to + c.have : c.body, keeps || left < TABLE_MAX ? left : TABLE_MAX, 0);
        if (n < 0 && busy()) return;
        if (!n && c.state == ENDING && c.shut) { finish(me.status); return; }
        if (n <= 0) { lost("The connection is lost"); return; }
        c.heard = me.now = tell(CLOCK_MONOTONIC);
        if (c.ignores) continue;
        c.have += n;
        if (c.part == IN_PREFACE && memcmp(c.body, magic, c.have < 8 ? c.have : 8)) fault(NOT_THIS, "It is no relay");
        while (c.have == c.need && reads() && !c.ignores && !me.over) {
            struct in r = { c.body, c.part == IN_PAYLOAD ? FIELDS : c.have, false };
            if (c.part == IN_PAYLOAD) frame(r);
            if (c.part == IN_PAYLOAD || c.part == IN_SKIPPED) expect(IN_HEADER, c.body, HEADER);
            else (c.part == IN_PREFACE ? preface : c.part == IN_HEADER ? header : message)(r);
        }
    }
}
static void output(void) { /* writes no more than a pipe takes at once, so that it never waits */
    ssize_t n = write(1, arena + v.written, v.pending < v.most ? v.pending : v.most);
    if (n < 0 && busy()) return;
    if (n < 0 && errno != EPIPE) say("The output fails: %s.", strerror(errno));
    if (n < 0) leave(DONE, "", errno != EPIPE); else { v.pending -= n; v.written += n; }
}

struct bits { struct in r; u32 zeros, left, byte; }; /* from here on, numbers in comments are clauses of H.264 */
static u32 bits(struct bits *b, u32 n) { /* 7.4.1: without the bytes that prevent start codes */
    u32 value = 0;
    for (; n; n--) {
        if (!b->left && b->zeros >= 2 && b->r.left && *b->r.at == 3) b->zeros = 0 * get(&b->r, 1);
        if (!b->left) { b->byte = get(&b->r, 1); b->zeros = b->byte ? 0 : b->zeros + 1; b->left = 8; }
        value = value << 1 | (b->byte >> --b->left & 1);
    }
    return value;
}
static u32 ue(struct bits *b) { /* 9.1 */
    u32 n = 0;
    while (n < 32 && !b->r.bad && !bits(b, 1)) n++;
    b->r.bad |= n == 32; return n == 32 ? 0 : (UINT64_C(1) << n) - 1 + bits(b, n);
}
static u32 se(struct bits *b) { u32 n = ue(b); return n & 1 ? n / 2 + 1 : 0 - n / 2; }
static void read_sps(struct bits b) { /* 7.3.2.1.1 */
    u32 profile = bits(&b, 8), id = (bits(&b, 16), ue(&b)), references;
    bool high = profile > 88 || profile == 44 || profile == 83 || profile == 86;
    u32 chroma = high ? ue(&b) : 1; struct sps s = { .planes = chroma == 3 && bits(&b, 1) };
    if (high) { ue(&b); ue(&b); bits(&b, 1); }
    for (u32 i = 0, lists = high && bits(&b, 1) ? chroma == 3 ? 12 : 8 : 0; i < lists; i++)
        for (u32 j = 0, last = 8, next = 8 * bits(&b, 1); next && j < (i < 6 ? 16 : 64); j++, last = next ? next : last)
            next = (last + se(&b)) & 255;
    s.number_bits = ue(&b) + 4; s.order = ue(&b); s.order_bits = s.order ? 0 : ue(&b) + 4;
    if (s.order == 1) for (u32 i = (bits(&b, 1), ue(&b), ue(&b), ue(&b)); i && !b.r.bad; i--) ue(&b);
    references = ue(&b); s.frames = (bits(&b, 1), ue(&b), ue(&b), bits(&b, 1));
    s.reorder = profile == 66 || s.order ? 0 : references < 16 ? references : 16; /* pictures are held back no longer */
    s.have = !b.r.bad && s.number_bits <= 16 && s.order_bits <= 16;
    if (id < 32) p.sps[id] = s.have ? s : (struct sps){ 0 };
}
static void keep(u8 type, struct in nal, struct bits b) { /* "Codecs": a set holds until one with the same id comes */
    if (type == 7) read_sps(b);
    if (type == 7 || type == 15) bits(&b, 24);
    u32 i = 0, id = ue(&b) & 255, sps = ue(&b);
    if (type == 8) p.sps_of[id] = sps < 32 ? sps + 1 : 0;
    while (i < p.set_count && (p.sets[i].type != type || p.sets[i].id != id)) i++;
    if (i == SETS || nal.left > SET_MAX) { say("The parameter sets are too many."); leave(DONE, "", 1); return; }
    if (i == p.set_count) p.set_count++;
    p.sets[i].type = type; p.sets[i].id = id; memcpy(p.sets[i].data, nal.at, p.sets[i].length = nal.left);
}
static bool is_exact(struct bits b) { /* "Frame": a recovery point that makes a random access point */
    for (u32 kind = 0, size = 0, part; !b.r.bad; kind = size = 0) {
        do kind += part = bits(&b, 8); while (part == 255); do size += part = bits(&b, 8); while (part == 255);
        if (kind == 6) return !ue(&b) && bits(&b, 2) == 2 && !b.r.bad;
        while (size-- && !b.r.bad) bits(&b, 8);
    }
    return false;
}
static void slice(u32 type, bool needed, bool exact, struct bits b) { /* 7.3.3, 8.2.1 */
    u32 id = (ue(&b), ue(&b), ue(&b));
    struct sps none = { 0 }, *s = id < 256 && p.sps_of[id] ? &p.sps[p.sps_of[id] - 1] : &none;
    bits(&b, s->number_bits + 2 * s->planes); bool field = !s->frames && bits(&b, 1) && (bits(&b, 1), true);
    if (type == 5) { ue(&b); p.high = p.low = 0; }
    i64 span = INT64_C(1) << s->order_bits, low = bits(&b, s->order_bits), high = p.high;
    if (!s->have || b.r.bad) return;
    p.flags = (type == 5 || exact ? RANDOM_ACCESS : 0) | (needed ? 0 : DISCARDABLE);
    if (s->order) return;
    high += p.low - low >= span / 2 ? span : low - p.low > span / 2 ? -span : 0;
    if (needed) { p.high = high; p.low = low; }
    if (type == 5 || !p.ordered) { p.base = p.number; p.first = p.last = high + low; p.ordered = true; }
    if (high + low < p.last && !p.period) { say("Reordered pictures need the option --fps."); leave(DONE, "", 1); }
    p.last = high + low; p.output = p.base + (p.last - p.first) / (field ? 1 : 2) + s->reorder;
}
static void look(struct in r) { /* what the unit at the head is; Annex B */
    const u8 *unit = r.at; u32 here = 0, sets = 0; bool exact = false, early = true;
    p.flags = p.cut = 0; p.output = p.number; p.looked = true;
    for (size_t n = 4; r.left > 4; n = 4) {
        if (r.at[0] || r.at[1] || r.at[2] != 1) { take(&r, 1); continue; }
        while (n < r.left && (r.left - n < 3 || r.at[n] || r.at[n + 1] || r.at[n + 2] > 1)) n++;
        struct in nal = { r.at + 3, n - 3, false }; struct bits b = { { nal.at + 1, nal.left - 1, false }, 0, 0, 0 };
        u8 type = nal.at[0] & 31; take(&r, n);
        if (type == 9 && r.at - unit <= DELIMITER_MAX) p.cut = r.at - unit;
        if (type == 6) { early = false; exact = exact || is_exact(b); }
        if (type == 7 || type == 8 || type == 13 || type == 15) { keep(type, nal, b); sets++; here += early; }
        if (type == 1 || type == 2 || type == 5) { slice(type, nal.at[0] & 0x60 || sets, exact, b); break; }
    }
    p.all = here >= p.set_count;
}
static void split(void) { /* "Codecs": where an access unit begins */
    for (; !p.whole && p.scan + 5 <= p.end; p.scan++) {
        const u8 *s = arena + p.scan, type = s[3] & 31;
        if (s[0] || s[1] || s[2] != 1) continue;
        size_t begin = p.scan - (p.scan > p.head && !s[-1]);
        if (!p.open) { p.head = begin; p.open = true; } /* nothing before the first start code is H.264 */
        bool other = (type > 5 && type < 10) || (type > 13 && type < 19), picture = type == 1 || type == 2 || type == 5;
        if (p.slice && (other || (picture && s[4] & 0x80))) { p.whole = begin - p.head; p.slice = false; break; }
        p.slice |= type >= 1 && type <= 5;
    }
    if (p.ended && !p.whole && p.slice) { p.whole = p.end - p.head; p.slice = false; p.scan = p.end; }
    p.came = me.now;
}
static void input(void) {
    ssize_t n = read(0, arena + p.end, FRAME_ROOM - p.end < TABLE_MAX ? FRAME_ROOM - p.end : TABLE_MAX);
    if (n < 0 && busy()) return;
    if (n < 0) { say("The input fails: %s.", strerror(errno)); leave(DONE, "", 1); return; }
    p.ended = !n; p.end += n; split();
}
static bool begin_frame(void) { /* sends the unit at the head or leaves it out; false if the unit must wait */
    struct out w = { t.head, sizeof t.head, HEADER + FIELDS, false }, h = { t.head, HEADER + FIELDS, 0, false };
    p.waited |= p.whole && (p.period || !me.file) && (t.active || c.state != READY); /* for the connection */
    if (!p.whole || t.active || c.state == ENDING) return false;
    if (!p.looked) look((struct in){ arena + p.head, p.whole, false });
    i64 decode = p.period ? p.number * p.period : p.came - p.start, due = decode + p.start, show = p.output * p.period;
    i64 ready = me.file || due > p.came ? due : p.came; if (show < decode) show = decode;
    bool key = p.flags & RANDOM_ACCESS, adds = key && !p.all, late = p.waited && me.now - ready > SECOND;
    if (me.now < due || (c.state != READY && !late)) return false;
    put_bytes(&w, arena + p.head, p.cut *= adds); /* "Codecs": the delimiter, all sets, SPS before PPS, the rest */
    for (u32 i = 0; adds && i < 2 * p.set_count; i++) {
        struct set *s = &p.sets[i % p.set_count];
        if ((s->type == 8) == i / p.set_count) { put(&w, 1, 4); put_bytes(&w, s->data, s->length); }
    }
    size_t payload = w.length - HEADER - FIELDS + p.whole - p.cut;
    p.skips = late || (p.skips && !key) || w.bad || payload > c.longest; p.waited = late; /* "Rules for a publisher" */
    if (!p.skips) {
        name_gap(); put(&h, FIELDS + payload, 4); put(&h, (u64)FRAME << 48 | p.flags << 32, 8); put(&h, c.epoch, 4);
        put(&h, p.sequence++, 8); put(&h, decode, 8); put(&h, show, 8); put(&h, ready + me.wall, 8);
        t.start = w.length; t.body = p.head + p.cut; t.length = p.whole - p.cut; t.at = 0; t.active = true;
    } else if (p.sequence) p.gap++;
    p.head += p.whole; p.whole = 0; p.number++; p.looked = false; split();
    return true;
}
static void on_signal(int number) { stop = number; }
static void tick(void) {
    me.now = tell(CLOCK_MONOTONIC);
    if (stop && c.state != ENDING) leave(me.publish && stop == SIGINT ? END_OF_STREAM : DONE, "", 0);
    if (c.state == PAUSED && !me.over && me.now >= c.deadline) greet();
    if (v.pending) c.heard = me.now; /* the program does not read, so it cannot hear */
    if (c.state == GREETING && me.now >= c.deadline) lost("The relay sends no welcome");
    if ((c.state == READY || p.said) && me.now >= c.heard + c.silence) lost("The relay is silent");
    if (c.state == ENDING && !p.said && me.now >= c.deadline) finish(me.status);
    while (begin_frame()) flush();
    if (c.state == READY && p.ended && !(p.whole || t.active)) leave(END_OF_STREAM, "", 0);
    flush(); if (p.end < FRAME_ROOM || t.active) return;
    memmove(arena, arena + p.head, p.end -= p.head); p.scan -= p.head; p.head = 0;
    if (p.end == FRAME_ROOM && !p.whole) { say("A picture is longer than %d bytes.", FRAME_ROOM); leave(DONE, "", 1); }
}
int main(int count, char **words) {
    u32 seed = 0, frames = 0, seconds = 1; int random = open("/dev/urandom", O_RDONLY);
    me.publish = count > 1 && !strcmp(words[1], "publish");
    if (getenv("STREAMD_TOKEN")) me.token = getenv("STREAMD_TOKEN");
    bool paced = count == 5 && !strcmp(words[2], "--fps") && sscanf(words[3], "%6u/%6u", &frames, &seconds) > 0;
    bool right = paced ? me.publish && frames && seconds : count == 3 && (me.publish || !strcmp(words[1], "watch"));
    right = right && read_address(words[count - 1], &me.user);
    if (!right) { say("Type streamd-c publish [--fps N[/D]] ADDRESS or streamd-c watch ADDRESS."); return 64; }
    if (strlen(me.token) > TOKEN_MAX) { say("The token is longer than %d bytes.", TOKEN_MAX); return 64; }
    if (read(random, me.id, 16) != 16 || read(random, &seed, 4) != 4) { say("There are no random bits."); return 1; }
    srand(seed); p.period = paced ? 1e6 * seconds / frames : 0;
    do me.wall = tell(CLOCK_REALTIME) - (me.now = tell(CLOCK_MONOTONIC)); while (tell(CLOCK_MONOTONIC) - me.now > 1000);
    me.file = lseek(!me.publish, 0, SEEK_CUR) >= 0; v.most = me.file ? FRAME_ROOM : (size_t)fpathconf(1, _PC_PIPE_BUF);
    signal(SIGINT, on_signal); signal(SIGTERM, on_signal); signal(SIGPIPE, SIG_IGN);
    for (use(&me.user); !me.over;) {
        tick();
        bool sends = !c.deaf && (t.active || c.from < c.upto), full = p.whole || p.end == FRAME_ROOM;
        bool idle = c.state == ENDING || (me.publish && (full || p.ended || !p.begun));
        short events = reads() * POLLIN | sends * POLLOUT, data = me.publish ? POLLIN : v.pending ? POLLOUT : 0;
        struct pollfd f[2] = { { events ? c.fd : -1, events, 0 }, { idle ? -1 : !me.publish, data, 0 } };
        i64 wait = p.whole && !t.active ? p.start + p.number * p.period - me.now : SECOND / 10;
        if (!me.over) poll(f, 2, wait < 0 || wait > SECOND / 10 ? 100 : wait / 1000 + 1);
        if (f[1].revents && me.publish) input();
        else if (f[1].revents & POLLOUT) output();
        else if (f[1].revents) leave(DONE, "", 0); /* the reader of the output has gone */
        if (f[0].revents & ~POLLOUT) receive();
    }
    hang_up(); return me.status;
}
