// The carriers of the protocol's messages, and of a track alone: what is around them on the wire.
#pragma once
#include "basics.h"

typedef enum { PLAIN, WEB_SOCKET, HTTP_CHUNKS } carrier;

static inline int carrier_of(const char *mode) {
  return !strcmp(mode, "ws") || !strcmp(mode, "wss")      ? WEB_SOCKET
         : !strcmp(mode, "http") || !strcmp(mode, "https") ? HTTP_CHUNKS
                                                           : PLAIN;
}

enum { CARRIER_REQUEST = 512, CARRIER_PREFIX = 20 };

static inline size_t write_request(char *out, carrier c, const char *stream) {
  static const char upgrade[] = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  return snprintf(out, CARRIER_REQUEST, "GET /%s%s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", stream,
                  c == HTTP_CHUNKS ? ".h264" : "", c == WEB_SOCKET ? upgrade : "");
}

static inline const char *answer_to(carrier c) {
  return c == WEB_SOCKET ? "HTTP/1.1 101 Switching Protocols\r\n\r\n"
                         : "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
}

// What stands in front of a message; returns its length. A chunk is followed by a line end. A server's frames of
// WebSocket have no mask, and a client's are masked with zeros here.
static inline size_t write_prefix(uint8_t *out, carrier c, uint64_t length, int masked) {
  if (c == HTTP_CHUNKS) return sprintf((char *)out, "%llx\r\n", (unsigned long long)length);
  uint8_t *p = put_be(out, 0x82, 1), mask = masked ? 0x80 : 0;
  p = length < 126     ? put_be(p, mask | length, 1)
      : length < 65536 ? put_be(put_be(p, mask | 126, 1), length, 2)
                       : put_be(put_be(p, mask | 127, 1), length, 8);
  return (masked ? put_be(p, 0, 4) : p) - out;
}

// Takes the bytes apart that a server sends.
typedef struct {
  uint8_t matched, have, head[10];  // of the end of the answer's header; of what is in front of the next message
  uint64_t left;                    // bytes of the message, and behind a chunk of its line end
} carrier_reader;

// Bytes of the answer's header among these; `*open` once that is whole.
static inline size_t skip_answer(carrier_reader *r, const uint8_t *p, size_t length, int *open) {
  size_t n = 0;
  while (n < length && !*open) {
    uint8_t wanted = "\r\n\r\n"[r->matched];
    r->matched = p[n] == wanted ? r->matched + 1 : p[n] == '\r';
    n++;
    *open = r->matched == 4;
  }
  return n;
}

// Takes bytes in front of a message, and sets how many follow; returns how many bytes it took.
static inline size_t read_prefix(carrier_reader *r, carrier c, const uint8_t *p, size_t length) {
  size_t n = 0;
  while (n < length) {
    uint8_t byte = p[n++];
    if (c == HTTP_CHUNKS) {
      if (byte == '\n') {
        r->left += 2;
        return n;
      }
      if (byte != '\r') r->left = r->left << 4 | (byte <= '9' ? byte - '0' : (byte | 32) - 'a' + 10);
      continue;
    }
    r->head[r->have++] = byte;
    int more = r->have < 2 ? 1 : r->head[1] == 126 ? 2 : r->head[1] == 127 ? 8 : 0;
    if (r->have < 2 + more) continue;
    r->left = more ? be(r->head + 2, more) : r->head[1];
    r->have = 0;
    return n;
  }
  return n;
}
