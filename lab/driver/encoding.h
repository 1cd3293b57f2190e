// Pictures that a client has encoded.
#pragma once
#include "driver.h"

typedef struct Encoding Encoding;

Encoding *encoding_open(const Configuration *configuration); // NULL where memory has run out
void encoding_close(Encoding *encoding);
void encoding_begin(Encoding *encoding);
VAStatus encoding_take(Encoding *encoding, const Buffer *buffer);
VAStatus encoding_end(Encoding *encoding, VADriverContextP va, const Surface *surface);
