// The parts of Protocol.md that viewers and publishers share.
#pragma once
#include "basics.h"

enum { HELLO = 1, WELCOME, TRACKS, FRAME, GAP, PING = 9, PONG, ERROR = 13, GOODBYE };
enum { PUBLISH = 1, SUBSCRIBE = 2, RELAY = 3 };
enum { PREFACE = 12, HEADER = 8, FRAME_HEADER = 48, LONGEST_NAME = 200, LONGEST_TOKEN = 4096 };
enum { HELLO_ROOM = PREFACE + HEADER + 20 + LONGEST_NAME + 4 + LONGEST_TOKEN };

static const uint8_t preface[PREFACE] = {0x8F, 's', 't', 'r', 'm', 'd', '\r', '\n', 0, 1, 0, 1};

// Preface and hello; returns their length.
static inline size_t write_hello(uint8_t *out, int role, const char *stream, const char *token) {
  size_t name = strlen(stream), secret = strlen(token);
  uint8_t *p = (uint8_t *)memcpy(out, preface, PREFACE) + PREFACE;
  p = put_be(put_be(put_be(p, 20 + name + (secret ? 4 + secret : 0), 4), HELLO, 2), 0, 2);
  p = put_be(put_be(put_be(p, role, 1), name, 1), 0, 2);
  for (int i = 0; i < 16; i++) *p++ = random();   // the instance
  p = (uint8_t *)memcpy(p, stream, name) + name;
  if (secret) p = (uint8_t *)memcpy(put_be(put_be(p, 0x8001, 2), secret, 2), token, secret) + secret;
  return p - out;
}

// The answer to a ping; returns its length.
static inline size_t write_pong(uint8_t *out, const uint8_t *ping) {
  uint64_t now = clock_us(CLOCK_REALTIME);
  uint8_t *p = put_be(put_be(put_be(out, 24, 4), PONG, 2), 0, 2);
  memcpy(p, ping + HEADER, 8);
  return put_be(put_be(p + 8, now, 8), now, 8) - out;
}
