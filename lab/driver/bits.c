#include "bits.h"

unsigned read_bits(BitReader *bits, int count) {
    unsigned value = 0;
    for (; count > 0; count--, bits->position++) {
        unsigned bit = 0;
        if (bits->position < bits->count) bit = bits->bytes[bits->position / 8] >> (7 - bits->position % 8) & 1;
        value = value << 1 | bit;
    }
    return value;
}

unsigned read_ue(BitReader *bits) {
    int zeros = 0;
    while (bits->position < bits->count && !read_bits(bits, 1)) zeros++;
    return zeros > 31 ? 0 : (1u << zeros) - 1 + read_bits(bits, zeros);
}

int read_se(BitReader *bits) {
    unsigned code = read_ue(bits);
    return code & 1 ? (int)(code / 2 + 1) : -(int)(code / 2);
}

void write_bits(BitWriter *bits, unsigned value, int count) {
    for (; count > 0; bits->position++) {
        count--;
        if (bits->position % 8 == 0) bits->bytes[bits->position / 8] = 0;
        bits->bytes[bits->position / 8] |= (value >> count & 1) << (7 - bits->position % 8);
    }
}

void write_ue(BitWriter *bits, unsigned value) {
    int zeros = 31 - __builtin_clz(value + 1);
    write_bits(bits, 0, zeros);
    write_bits(bits, value + 1, zeros + 1);
}

void write_se(BitWriter *bits, int value) { write_ue(bits, value > 0 ? 2u * value - 1 : -2 * value); }

void copy_bits(BitWriter *to, BitReader *from, size_t count) {
    for (; count >= 8; count -= 8) write_bits(to, read_bits(from, 8), 8);
    write_bits(to, read_bits(from, (int)count), (int)count);
}

size_t unescape(uint8_t *to, const uint8_t *from, size_t count) {
    size_t written = 0;
    int zeros = 0;
    for (size_t i = 0; i < count; i++) {
        if (zeros >= 2 && from[i] == 3) {
            zeros = 0;
            continue;
        }
        zeros = from[i] ? 0 : zeros + 1;
        to[written++] = from[i];
    }
    return written;
}

size_t escape(uint8_t *to, const uint8_t *from, size_t count) {
    size_t written = 0;
    int zeros = 0;
    for (size_t i = 0; i < count; i++) {
        if (zeros >= 2 && from[i] <= 3) {
            to[written++] = 3;
            zeros = 0;
        }
        zeros = from[i] ? 0 : zeros + 1;
        to[written++] = from[i];
    }
    return written;
}

size_t start_code_length(const uint8_t *bytes, size_t count) {
    size_t zeros = 0;
    while (zeros + 3 < count && !bytes[zeros]) zeros++;
    return zeros + 1;
}

size_t next_nal_unit(const uint8_t *bytes, size_t count, size_t from) {
    while (from + 3 <= count && (bytes[from] || bytes[from + 1] || bytes[from + 2] != 1)) from++;
    return from + 3 <= count ? from + 3 : count;
}
