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
static bool is_reached(const char *name, long frame) {
    long last = number(name, -1);
    return last >= 0 && frame >= last;
}

bool fault_device_lost(long frame) { return is_reached("X264VA_FAIL_AT", frame); }
int fault_delay_milliseconds(void) { return (int)number("X264VA_DELAY_MS", 0); }
bool has_decoder(void) { return number("X264VA_DEC", 0) != 0; }
bool fault_no_decoding_configuration(void) { return number("X264VA_DEC_NOCONFIG", 0) != 0; }
bool fault_no_decoding_context(void) { return number("X264VA_DEC_NOCONTEXT", 0) != 0; }
bool fault_decoder_lost(long picture) { return is_reached("X264VA_DEC_FAIL_AT", picture); }
bool fault_no_copy(long picture) { return is_reached("X264VA_DEC_NOCOPY_AT", picture); }
const char *decoding_log_file(void) { return getenv("X264VA_DEC_LOG"); }
const char *log_file(void) { return getenv("X264VA_LOG"); }
