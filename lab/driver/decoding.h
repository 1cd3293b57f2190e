// Pictures that a client has decoded.
#pragma once
#include "driver.h"

typedef struct Decoding Decoding;

// For pictures of this size in samples, which a client may round up to macroblocks; NULL where memory has run out.
Decoding *decoding_open(VADriverContextP va, int width, int height);
void decoding_close(Decoding *decoding);
void decoding_begin(Decoding *decoding);
VAStatus decoding_take(Decoding *decoding, const Buffer *buffer);
VAStatus decoding_end(Decoding *decoding, Surface *surface, VASurfaceID id);
