// What a server costs: its CPU time, that of each of its threads, and its memory.
#pragma once
#include "basics.h"
#include <dirent.h>
#include <time.h>

enum { THREADS = 256 };
typedef struct { int count, id[THREADS]; double ran[THREADS], sum, waited; } thread_times;

static void read_thread_times(int process, thread_times *times) {
  char path[300];
  *times = (thread_times){0};
  // Not the sum of the threads: a thread that ends takes its time with it, and would make the server look cheap.
  clockid_t clock;
  struct timespec ran_all;
  if (process && !clock_getcpuclockid(process, &clock) && !clock_gettime(clock, &ran_all))
    times->sum = ran_all.tv_sec + ran_all.tv_nsec * 1e-9;
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *tasks = process ? opendir(path) : 0;
  if (!tasks) return;
  for (struct dirent *task; (task = readdir(tasks)) && times->count < THREADS;) {
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/schedstat", process, task->d_name);
    FILE *file = task->d_name[0] != '.' ? fopen(path, "r") : 0;
    unsigned long long ran, waited;
    if (file && fscanf(file, "%llu %llu", &ran, &waited) == 2) {
      times->id[times->count] = atoi(task->d_name);
      times->waited += waited * 1e-9;
      times->ran[times->count++] = ran * 1e-9;
    }
    if (file) fclose(file);
  }
  closedir(tasks);
}

// Seconds of each thread between two readings, as a JSON array.
static void print_thread_times(const thread_times *before, const thread_times *after) {
  for (int i = 0; i < after->count; i++) {
    double ran = after->ran[i];
    for (int j = 0; j < before->count; j++) if (before->id[j] == after->id[i]) ran -= before->ran[j];
    printf("%s%.4f", i ? "," : "", ran);
  }
}

static long server_memory(int process, const char *field) {  // kB, from smaps_rollup
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", process);
  FILE *file = process ? fopen(path, "r") : 0;
  long kb = 0;
  while (file && fgets(line, sizeof line, file))
    if (!strncmp(line, field, strlen(field))) sscanf(line + strlen(field), ": %ld", &kb);
  if (file) fclose(file);
  return kb;
}
