// Binds functions to the symbol versions of older C and C++ libraries, so that a program that is linked on Debian 12
// also starts with glibc 2.34 and GCC 11's libstdc++. The newer versions differ only in errno and in the exceptions that
// they may throw. scripts/package wraps each function.
#if defined(__x86_64__)
#define FIRST_GLIBC "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define FIRST_GLIBC "GLIBC_2.17"
#endif

double older_hypot(double x, double y);
__asm__(".symver older_hypot, hypot@" FIRST_GLIBC);
double __wrap_hypot(double x, double y) { return older_hypot(x, y); }

float older_hypotf(float x, float y);
__asm__(".symver older_hypotf, hypotf@" FIRST_GLIBC);
float __wrap_hypotf(float x, float y) { return older_hypotf(x, y); }

// std::condition_variable::wait(std::unique_lock<std::mutex> &)
void older_wait(void *condition, void *lock);
__asm__(".symver older_wait, _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE@GLIBCXX_3.4.11");
void __wrap__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(void *condition, void *lock) {
    older_wait(condition, lock);
}
