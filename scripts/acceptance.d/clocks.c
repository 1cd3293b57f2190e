/* Gives a program a wall clock that is wrong and counts wrong, as on another host. For tests, with LD_PRELOAD.
 *
 * CLOCK_WRONG has the microseconds by which the clock is ahead at the start, and the millionths by which it counts too fast.
 * Clocks that are never set are left as they are.
 *
 *   gcc -shared -fPIC -O2 -o clocks.so clocks.c -ldl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int (*real)(clockid_t, struct timespec *);
static int64_t began, ahead;
static double drift;

__attribute__((constructor)) static void begin(void) {
    const char *wrong = getenv("CLOCK_WRONG");
    long long microseconds = 0;
    struct timespec now;
    real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    if (!wrong || sscanf(wrong, "%lld %lf", &microseconds, &drift) != 2) return;
    ahead = microseconds * 1000;
    real(CLOCK_REALTIME, &now);
    began = now.tv_sec * 1000000000ll + now.tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!real) begin();
    int result = real(clock, time);
    if (result || clock != CLOCK_REALTIME || !began) return result;
    int64_t now = time->tv_sec * 1000000000ll + time->tv_nsec;
    now += ahead + (int64_t)((now - began) * drift * 1e-6);
    time->tv_sec = now / 1000000000;
    time->tv_nsec = now % 1000000000;
    return 0;
}
