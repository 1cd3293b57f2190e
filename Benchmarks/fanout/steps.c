// steps: what a thread executes for one event, counted by single steps. What else the machine does plays no part in it,
// except that a timer may be due before the last step.
//
//   steps THREAD COUNT [PID...]
//
// Steps through COUNT wake-ups of the thread, from the end of epoll_wait to the next one, with pauses in between. The
// programs PID... stand still meanwhile, so that no event comes in addition. Prints a line of JSON for each: the
// instructions outside the kernel (a repeated one is one), the different lines of 64 bytes and pages of 4 KiB that they
// are in, the system calls, and the addresses of the code, rounded down to 16 bytes, each once, in order.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SET = 1 << 16, PAUSE_US = 100000, SYSCALL_STOP = SIGTRAP | 0x80 };
static const unsigned short SYSCALL_INSTRUCTION = 0x050f;

typedef struct { unsigned long keys[SET], order[SET / 2]; int count; } set;

static void add(set *s, unsigned long key) {
  unsigned long i = key * 0x9e3779b97f4a7c15ul >> 48;
  while (s->keys[i] && s->keys[i] != key) i = (i + 1) % SET;
  if (s->keys[i]) return;
  if (s->count == SET / 2) fprintf(stderr, "too much code\n"), exit(1);
  s->keys[i] = s->order[s->count++] = key;
}

static void request(enum __ptrace_request what, pid_t thread, unsigned long data) {
  if (ptrace(what, thread, 0, data)) fprintf(stderr, "ptrace %d: %s\n", what, strerror(errno)), exit(1);
}

static pid_t standing[64]; // the programs that stand still
static volatile sig_atomic_t ends;

static void end(int signal) { ends = signal; }

static void go_on(void) {
  for (int i = 0; standing[i]; i++) kill(standing[i], SIGCONT);
}

// Waits until the thread stands still; its next event is soon enough. Leaves it alone if this program must end: a thread
// that is in the middle of a step then would get a signal that ends its program.
static int stopped(pid_t thread) {
  int status;
  while (waitpid(thread, &status, __WALL) < 0)
    if (errno != EINTR) fprintf(stderr, "waitpid: %s\n", strerror(errno)), exit(1);
  if (!WIFSTOPPED(status)) fprintf(stderr, "the thread has ended\n"), exit(1);
  if (ends) request(PTRACE_DETACH, thread, 0), exit(0);
  return status;
}

static int is_wait(unsigned long call) { return call == SYS_epoll_wait || call == SYS_epoll_pwait; }

int main(int argc, char **argv) {
  if (argc < 3 || argc > 3 + 63) return fprintf(stderr, "usage: steps THREAD COUNT [PID...]\n"), 2;
  pid_t thread = atoi(argv[1]);
  struct user_regs_struct now;
  for (int i = 3; i < argc; i++) standing[i - 3] = atoi(argv[i]);
  atexit(go_on);
  signal(SIGTERM, end);
  signal(SIGINT, end);
  request(PTRACE_SEIZE, thread, PTRACE_O_TRACESYSGOOD);
  for (int left = atoi(argv[2]); left > 0; left--) {
    request(PTRACE_INTERRUPT, thread, 0);
    while (stopped(thread) >> 16 != PTRACE_EVENT_STOP) request(PTRACE_CONT, thread, 0);
    int status;
    do {
      request(PTRACE_SYSCALL, thread, 0);
      status = stopped(thread);
      request(PTRACE_GETREGS, thread, (unsigned long)&now);
    } while (WSTOPSIG(status) != SYSCALL_STOP || !is_wait(now.orig_rax) || (long)now.rax <= 0);
    for (int i = 0; standing[i]; i++) kill(standing[i], SIGSTOP);
    set *lines = calloc(1, sizeof *lines), *pages = calloc(1, sizeof *pages), *code = calloc(1, sizeof *code);
    unsigned long instructions = 0, calls = 0, last = 0;
    for (;;) {
      request(PTRACE_SINGLESTEP, thread, 0);
      stopped(thread);
      request(PTRACE_GETREGS, thread, (unsigned long)&now);
      instructions += now.rip != last;
      last = now.rip;
      add(lines, now.rip >> 6);
      add(pages, now.rip >> 12);
      add(code, now.rip >> 4);
      if ((unsigned short)ptrace(PTRACE_PEEKTEXT, thread, now.rip, 0) != SYSCALL_INSTRUCTION) continue;
      calls++;
      if (is_wait(now.rax)) break;
    }
    go_on();
    printf("{\"instructions\": %lu, \"lines\": %d, \"pages\": %d, \"calls\": %lu, \"code\": [", instructions,
           lines->count, pages->count, calls);
    for (int i = 0; i < code->count; i++) printf("%s%lu", i ? ", " : "", code->order[i] << 4);
    printf("]}\n");
    fflush(stdout);
    free(lines), free(pages), free(code);
    request(PTRACE_CONT, thread, 0);
    for (int pause = PAUSE_US; pause > 0; pause -= 10000) {
      usleep(10000);
      // The step that was to come.
      if (waitpid(thread, &status, __WALL | WNOHANG) > 0 && WIFSTOPPED(status)) request(PTRACE_CONT, thread, 0);
    }
  }
  return 0;
}
