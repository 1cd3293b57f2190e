// Enough of RTMP to publish and to play.
#pragma once
#include "basics.h"

enum { SHAKE = 1536, OWN_CHUNK = 60000 };       // what ffmpeg sends in a chunk
enum { SET_CHUNK_SIZE = 1, COMMAND = 20, VIDEO = 9 };

static inline uint8_t *amf_key(uint8_t *p, const char *s) {
  size_t n = strlen(s);
  return (uint8_t *)memcpy(put_be(p, n, 2), s, n) + n;
}
static inline uint8_t *amf_text(uint8_t *p, const char *s) { return *p = 2, amf_key(p + 1, s); }
static inline uint8_t *amf_null(uint8_t *p) { return *p = 5, p + 1; }
static inline uint8_t *amf_number(uint8_t *p, double number) {
  uint64_t bits;
  memcpy(&bits, &number, 8);
  return *p = 0, put_be(p + 1, bits, 8);
}
static inline uint8_t *amf_command(uint8_t *p, const char *name, int transaction) {
  return amf_number(amf_text(p, name), transaction);
}

// A message in chunks, with a whole header in front.
static inline uint8_t *rtmp_message(uint8_t *p, int chunks, int type, int id, uint32_t ms, const uint8_t *body,
                                    size_t length, size_t chunk) {
  p = put_be(put_be(put_be(put_be(p, chunks, 1), ms, 3), length, 3), type, 1);
  *p++ = id, *p++ = 0, *p++ = 0, *p++ = 0;        // the only number that is little-endian
  for (size_t i = 0, n; i < length; i += n, p += n) {
    if (i) *p++ = 0xC0 | chunks;
    n = length - i < chunk ? length - i : chunk;
    memcpy(p, body + i, n);
  }
  return p;
}

static inline uint8_t *rtmp_connect(uint8_t *p, int port) {
  uint8_t body[512], *b = amf_command(body, "connect", 1);
  char url[64];
  snprintf(url, sizeof url, "rtmp://127.0.0.1:%d/live", port);
  *b++ = 3;
  b = amf_text(amf_key(b, "app"), "live"), b = amf_text(amf_key(b, "tcUrl"), url);
  b = put_be(b, 9, 3);
  p = rtmp_message(p, 3, COMMAND, 0, 0, body, b - body, 128);
  b = amf_null(amf_command(body, "createStream", 2));
  return rtmp_message(p, 3, COMMAND, 0, 0, body, b - body, 128);
}
static inline uint8_t *rtmp_play(uint8_t *p, const char *stream) {
  uint8_t body[512], *b = amf_number(amf_text(amf_null(amf_command(body, "play", 3)), stream), -2000);
  return rtmp_message(p, 4, COMMAND, 1, 0, body, b - body, 128);
}
static inline uint8_t *rtmp_publish(uint8_t *p, const char *stream) {
  uint8_t body[512], *b = amf_text(amf_text(amf_null(amf_command(body, "publish", 3)), stream), "live");
  p = rtmp_message(p, 4, COMMAND, 1, 0, body, b - body, 128);
  b = put_be(body, OWN_CHUNK, 4);
  return rtmp_message(p, 2, SET_CHUNK_SIZE, 0, 0, body, b - body, 128);
}

// ---- what comes: messages in chunks ----

enum { RTMP_HEAD = 64, RTMP_CHUNKS = 8 };

typedef struct {
  uint32_t size, left[RTMP_CHUNKS], length[RTMP_CHUNKS], in_chunk, have, seen;
  uint8_t type[RTMP_CHUNKS], chunks, header[12];
  uint8_t head[RTMP_HEAD];                        // of the message being read, which is not mixed with others
} rtmp_reader;

// Takes bytes up to the end of a message and returns how many. 0 means that this cannot be read; *type is that of the
// message that ends here, or 0.
static inline size_t rtmp_read(rtmp_reader *r, const uint8_t *p, size_t length, int *type) {
  static const int rest[] = {12, 8, 4, 1};
  size_t taken = 0;
  *type = 0;
  if (!r->size) r->size = 128;
  while (taken < length) {
    if (!r->in_chunk) {
      r->header[r->have++] = p[taken++];
      int form = r->header[0] >> 6, c = r->header[0] & 63;
      if (c < 2 || c >= RTMP_CHUNKS) return 0;
      if (r->have < (uint32_t)rest[form]) continue;
      if (form < 3 && be(r->header + 1, 3) == 0xFFFFFF) return 0;
      if (form < 2) r->length[c] = be(r->header + 4, 3), r->type[c] = r->header[7];
      if (!r->left[c]) r->left[c] = r->length[c], r->seen = 0;
      if (!r->left[c]) return 0;
      r->have = 0, r->chunks = c;
      r->in_chunk = r->left[c] < r->size ? r->left[c] : r->size;
      continue;
    }
    size_t n = length - taken < r->in_chunk ? length - taken : r->in_chunk;
    size_t kept = r->seen >= RTMP_HEAD ? 0 : n < RTMP_HEAD - r->seen ? n : RTMP_HEAD - r->seen;
    memcpy(r->head + r->seen, p + taken, kept);
    r->seen += kept, taken += n, r->in_chunk -= n;
    if (!(r->left[r->chunks] -= n)) {
      *type = r->type[r->chunks];
      if (*type == SET_CHUNK_SIZE) r->size = be(r->head, 4) & 0x7FFFFFFF;
      return r->size ? taken : 0;
    }
  }
  return taken;
}
