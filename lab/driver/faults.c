#include "faults.h"
#include <stdlib.h>

static long number(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtol(text, NULL, 10) : otherwise;
}

bool fault_no_encoder(void) { return number("X264VA_NOENC", 0) != 0; }
bool fault_low_power(void) { return number("X264VA_LOWPOWER", 0) != 0; }
bool fault_no_packed_headers(void) { return number("X264VA_PACKED", 1) == 0; }
bool fault_no_derived_images(void) { return number("X264VA_NODERIVE", 0) != 0; }
bool fault_device_lost(long frame) {
    long last = number("X264VA_FAIL_AT", -1);
    return last >= 0 && frame >= last;
}
int fault_delay_milliseconds(void) { return (int)number("X264VA_DELAY_MS", 0); }
const char *log_file(void) { return getenv("X264VA_LOG"); }
