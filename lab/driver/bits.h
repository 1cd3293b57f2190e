// Bits and NAL units of H.264: fixed-length and Exp-Golomb codes (9.1), emulation prevention (7.4.1), Annex B.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const uint8_t *bytes;
    size_t count, position; // in bits
} BitReader;

// Past the end, zeros are read and the position goes on, so that one check at the end of a structure is enough.
unsigned read_bits(BitReader *bits, int count);
unsigned read_ue(BitReader *bits);
int read_se(BitReader *bits);

typedef struct {
    uint8_t *bytes;
    size_t position; // in bits
} BitWriter;

void write_bits(BitWriter *bits, unsigned value, int count);
void write_ue(BitWriter *bits, unsigned value);
void write_se(BitWriter *bits, int value);
void copy_bits(BitWriter *to, BitReader *from, size_t count);

// Removes and inserts emulation prevention bytes; both return how many bytes they wrote.
size_t unescape(uint8_t *to, const uint8_t *from, size_t count);
size_t escape(uint8_t *to, const uint8_t *from, size_t count); // writes at most 3/2 of `count`, and one

// How many bytes the start code takes that begins at `bytes`.
size_t start_code_length(const uint8_t *bytes, size_t count);
// Where the next NAL unit begins, behind its start code; `count` where there is none.
size_t next_nal_unit(const uint8_t *bytes, size_t count, size_t from);
