// What all the programs here need: time, numbers in network order, open files.
#pragma once
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static inline void fail(const char *what) { perror(what); exit(2); }

static inline int64_t clock_us(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return t.tv_sec * 1000000ll + t.tv_nsec / 1000;
}

static inline uint64_t be(const uint8_t *p, int bytes) {
  uint64_t value = 0;
  while (bytes--) value = value << 8 | *p++;
  return value;
}

static inline uint8_t *put_be(uint8_t *p, uint64_t value, int bytes) {
  for (int i = bytes; i--; value >>= 8) p[i] = value;
  return p + bytes;
}

static inline void allow_open_files(int count) {
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_cur >= (rlim_t)count) return;
  files.rlim_cur = count;
  if (files.rlim_max < files.rlim_cur) files.rlim_max = files.rlim_cur;
  if (setrlimit(RLIMIT_NOFILE, &files)) fail("more open files are needed than the system allows (ulimit -n)");
}
