// One viewer of fanload.c: its connection, what it says, and what it counts of the messages that it gets.
#pragma once
#include "basics.h"
#include "carriers.h"
#include "delays.h"
#include "protocol.h"
#include "rtmp.h"
#include "secure.h"
#include "stamp.h"
#include <sys/socket.h>

enum state { CONNECTING, SHAKING, FLOWING, LEAVING, DEAD };

typedef struct {
  int fd;
  enum state state;
  int64_t came;                                // wall clock
  uint64_t bytes, frames, gaps, gap_frames, faults;  // faults: frames that were neither received nor named in a gap
  uint64_t window_bytes, window_frames;        // what they were when the window began
  uint8_t head[FRAME_HEADER];                  // of the message being read
  uint32_t have, skip;                         // bytes of it; bytes of the body still to come
  uint64_t epoch, next;
  int begun;
  uint8_t *handshake;                          // RTMP only, as what follows
  rtmp_reader *reader;
  carrier_reader carried;                      // WebSocket and HTTP only
  int open;                                    // whether the answer to the request has come
  SSL *tls;                                    // with TLS only
  int secured;                                 // whether its handshake is complete
} viewer;

static viewer *viewers;
static int viewer_count = 100, stream_count, port, to_end, role = SUBSCRIBE;
static int pending, farewells, in_window;
static carrier by;
static double join_rate;
static const char *stream = "live";
static char token[LONGEST_TOKEN + 1];
static histogram first_frame, caught_up;

static const char *name_of(const viewer *v) {
  static char name[LONGEST_NAME + 1];
  int number = stream_count ? (v - viewers) % stream_count : 0;
  snprintf(name, sizeof name, stream_count ? "%s%d" : "%s", stream, number);
  return name;
}

// ---- what viewers get ----

static void put(viewer *v, const void *bytes, size_t length) {
  ssize_t sent = v->tls ? tls_result(v->tls, SSL_write(v->tls, bytes, length))
                        : send(v->fd, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent != (ssize_t)length) fprintf(stderr, "short write\n");
}

// A message of a few bytes.
static void put_message(viewer *v, const uint8_t *message, size_t length) {
  uint8_t framed[CARRIER_PREFIX + HELLO_ROOM];
  size_t prefix = by == WEB_SOCKET ? write_prefix(framed, by, length, 1) : 0;
  memcpy(framed + prefix, message, length);
  put(v, framed, prefix + length);
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

static void take_frame(viewer *v, uint64_t epoch, uint64_t sequence, int64_t captured, int64_t read, int64_t system) {
  account(v, epoch, sequence, 1);
  if (in_window && captured)
    note_delay(epoch, sequence, captured, read, system, stream_count || join_rate ? 0 : viewer_count);
  if (!join_rate) return;
  if (v->frames == 1) note(&first_frame, read - v->came);
  if (captured < v->came || v->state != FLOWING) return;
  note(&caught_up, read - v->came);
  v->state = LEAVING;
}

// ---- streamd ----

// Bytes of a message that are looked at, by its type.
static uint32_t wanted_head(int type) {
  switch (type) {
    case FRAME: return FRAME_HEADER;
    case GAP: return HEADER + 24;
    case PING: return HEADER + 8;
    case ERROR: case GOODBYE: return HEADER + 2;
    default: return HEADER;
  }
}

static void finish_message(viewer *v, int64_t read, int64_t system) {
  uint8_t *m = v->head, pong[HEADER + 24];
  switch (be(m + 4, 2)) {
    case FRAME:
      if (be(m + 8, 2)) break;                 // of the first track only
      v->frames++;
      take_frame(v, be(m + 12, 4), be(m + 16, 8), be(m + 40, 8), read, system);
      break;
    case GAP:
      if (be(m + 8, 2)) break;
      v->gaps++;
      v->gap_frames += be(m + 24, 8);
      account(v, be(m + 12, 4), be(m + 16, 8), be(m + 24, 8));
      break;
    case PING: put_message(v, pong, write_pong(pong, m)); break;
    case ERROR: case GOODBYE:                  // Protocol.md has a table of the codes
      if (!farewells++ && !to_end) fprintf(stderr, "the server says goodbye, code %d\n", (int)be(m + 8, 2));
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

// ---- WebSocket, HTTP ----

static void say_hello(viewer *v) {
  uint8_t hello[HELLO_ROOM];
  put_message(v, hello, write_hello(hello, role, name_of(v), token));
}

static void carried_take(viewer *v, const uint8_t *p, size_t length, int64_t read, int64_t system) {
  if (!v->open) {
    size_t n = skip_answer(&v->carried, p, length, &v->open);
    p += n, length -= n;
    if (!v->open) return;
    if (by == WEB_SOCKET) say_hello(v);
    else v->state = FLOWING, pending--;
  }
  while (length) {
    size_t n;
    if (!v->carried.left) {
      n = read_prefix(&v->carried, by, p, length);
    } else {
      n = length < v->carried.left ? length : v->carried.left;
      v->carried.left -= n;
      if (by == WEB_SOCKET) take(v, p, n, read, system);
      else if (!v->carried.left) v->frames++;
    }
    p += n, length -= n;
  }
}

// ---- RTMP ----

static ssize_t rtmp_shake(viewer *v) {
  ssize_t got = recv(v->fd, v->handshake + v->have, 1 + 2 * SHAKE - v->have, 0);
  if (got <= 0 || (v->have += got) < 1 + 2 * SHAKE) return got;
  uint8_t reply[SHAKE + 1024];
  memcpy(reply, v->handshake + 1, SHAKE);
  put(v, reply, rtmp_play(rtmp_connect(reply + SHAKE, port), name_of(v)) - reply);
  free(v->handshake);
  v->reader = calloc(1, sizeof *v->reader);
  v->state = FLOWING;
  pending--;
  return got;
}

static void rtmp_take(viewer *v, const uint8_t *p, size_t length, int64_t read, int64_t system) {
  int type;
  for (size_t n; length; p += n, length -= n) {
    if (!(n = rtmp_read(v->reader, p, length, &type))) fprintf(stderr, "RTMP that cannot be read\n"), exit(2);
    if (type != VIDEO || v->reader->seen < 2 || v->reader->head[1] != 1) continue;  // else a sequence header
    v->frames++;
    uint64_t sequence;
    int64_t captured;
    if (v->reader->seen >= 9 + STAMP && read_stamp(v->reader->head + 9, &sequence, &captured))
      take_frame(v, 0, sequence, captured, read, system);
  }
}
