// How late frames are: distributions, and for each frame its first and its last viewer.
#pragma once
#include "basics.h"

// Buckets of 1/64 of their power of two.
typedef struct { uint64_t bucket[64 * 40], count, late; int64_t max; } histogram;

static int64_t late_us = INT64_MAX;               // a delay beyond this is counted as late

static void note(histogram *h, int64_t delay) {
  uint64_t v = delay > 0 ? delay : 0;
  int shift = v < 128 ? 0 : 57 - __builtin_clzll(v);
  h->bucket[shift * 64 + (v >> shift)]++;         // above 127, v >> shift is 64 to 127
  h->count++;
  h->late += delay > late_us;
  if (delay > h->max) h->max = delay;
}

static uint64_t percentile(const histogram *h, double share) {
  uint64_t wanted = share * h->count, seen = 0;
  for (int i = 0; i < 64 * 40; i++)
    if ((seen += h->bucket[i]) > wanted) return i < 128 ? (uint64_t)i : (uint64_t)(i % 64 + 64) << (i / 64 - 1);
  return h->max;
}

static void print_histogram(const char *name, const histogram *h) {
  if (!h->count) return;
  printf(",\"%s\":{\"p50\":%llu,\"p99\":%llu,\"max\":%lld,\"count\":%llu", name, (unsigned long long)percentile(h, .5),
         (unsigned long long)percentile(h, .99), (long long)h->max, (unsigned long long)h->count);
  if (late_us < INT64_MAX) printf(",\"late\":%llu", (unsigned long long)h->late);
  printf("}");
}

static struct { histogram read, read_first, read_last, system, system_first, system_last; } delays;

// Where each frame first came, and how many viewers have it: of the newest frames only.
enum { RECENT = 1 << 14 };
static struct { uint64_t key, viewers; int64_t system_first, system_last; } arrivals[RECENT];

// A frame has come. `read` and `system` are when the viewers' program and its system had it, the latter 0 where that
// was not asked for; first and last are looked for among `viewers`, or not at all where that is 0.
static void note_delay(uint64_t epoch, uint64_t sequence, int64_t captured, int64_t read, int64_t system, int viewers) {
  int64_t by_read = read - captured, by_system = system - captured;
  note(&delays.read, by_read);
  if (system) note(&delays.system, by_system);
  if (!viewers) return;
  uint64_t key = epoch << 40 | sequence;
  typeof(arrivals[0]) *a = &arrivals[sequence % RECENT];
  if (a->key != key || !a->viewers) {
    *a = (typeof(*a)){.key = key, .system_first = INT64_MAX, .system_last = INT64_MIN};
    note(&delays.read_first, by_read);
  }
  if (system && by_system < a->system_first) a->system_first = by_system;
  if (system && by_system > a->system_last) a->system_last = by_system;
  if (++a->viewers < (uint64_t)viewers) return;
  note(&delays.read_last, by_read);
  if (system) note(&delays.system_first, a->system_first), note(&delays.system_last, a->system_last);
}

static void print_delays(void) {
  print_histogram("read", &delays.read);
  print_histogram("read_first", &delays.read_first);
  print_histogram("read_last", &delays.read_last);
  print_histogram("system", &delays.system);
  print_histogram("system_first", &delays.system_first);
  print_histogram("system_last", &delays.system_last);
}
