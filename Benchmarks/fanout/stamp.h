// The stamp that pace puts into every frame: an SEI message of user data (ITU-T H.264 D.1.7) with the frame's number
// and the time at which it was handed to the system. Relays of any protocol carry it, so all are timed alike.
#pragma once
#include "basics.h"

enum { STAMP = 3 + 16 + 32 + 1 };                 // bytes of the NAL unit
static const char stamp_mark[17] = "streamd-fanout-1";

static inline void write_stamp(uint8_t *p, uint64_t sequence, uint64_t us) {
  char text[33];
  snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)sequence, (unsigned long long)us);
  *p++ = 6, *p++ = 5, *p++ = 48;
  memcpy(p, stamp_mark, 16);
  memcpy(p + 16, text, 32);
  p[48] = 0x80;
}

static inline int read_stamp(const uint8_t *p, uint64_t *sequence, int64_t *us) {
  char number[17] = {0};
  if (memcmp(p + 3, stamp_mark, 16)) return 0;
  *sequence = strtoull(memcpy(number, p + 19, 16), 0, 16);
  *us = strtoull(memcpy(number, p + 35, 16), 0, 16);
  return 1;
}
