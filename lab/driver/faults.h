// What the environment asks of the driver: faults, and a log. Read at every use, so that a test may change its mind.
#pragma once
#include <stdbool.h>

bool fault_no_encoder(void); // X264VA_NOENC=1: there is no entry point to encode with
bool fault_low_power(void);  // X264VA_LOWPOWER=1: only the low-power entry point, with a constant quantiser alone
bool fault_no_packed_headers(void);         // X264VA_PACKED=0: the driver writes all headers, the client none
bool fault_no_derived_images(void);         // X264VA_NODERIVE=1: vaDeriveImage fails, pictures are copied
bool fault_device_lost(long frame);         // X264VA_FAIL_AT=n: the device dies at frame n of a context, counted from 0
int fault_delay_milliseconds(void);         // X264VA_DELAY_MS=n: how long a slow device takes for a frame
bool has_decoder(void);                     // X264VA_DEC=1: there is an entry point to decode with
bool fault_no_decoding_configuration(void); // X264VA_DEC_NOCONFIG=1: vaCreateConfig fails for it
bool fault_no_decoding_context(void);       // X264VA_DEC_NOCONTEXT=1: vaCreateContext fails for it
bool fault_decoder_lost(long picture);      // X264VA_DEC_FAIL_AT=n: vaEndPicture fails from picture n of a context on
bool fault_no_copy(long picture);    // X264VA_DEC_NOCOPY_AT=n: pictures from n on cannot be read from their surfaces
const char *decoding_log_file(void); // X264VA_DEC_LOG=file: a line for every decoded or refused picture
const char *log_file(void);          // X264VA_LOG=file: a line for every frame is appended there
