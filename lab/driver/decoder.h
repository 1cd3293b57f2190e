// libavcodec's decoder in software.
#pragma once
#include "driver.h"
#include <stdbool.h>

typedef struct Decoder Decoder;

Decoder *decoder_open(void); // NULL where it cannot be
void decoder_close(Decoder *decoder);
// Decodes a frame or a field in Annex B format, with its parameter sets, into a surface. False where it cannot.
bool decoder_decode(Decoder *decoder, const uint8_t *bytes, size_t length, bool is_second_field, Surface *surface);
