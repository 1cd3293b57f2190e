#include "splice.h"
#include <stdlib.h>
#include <string.h>

static bool fit_together(const Splice *parts, const SliceHeader *ours, const SliceHeader *theirs) {
    return ours->slice_type == theirs->slice_type && ours->nal_type == theirs->nal_type &&
           parts->x264->cabac == parts->client->cabac &&
           parts->x264->chroma_qp_offset == parts->client->chroma_qp_offset;
}

// The client's header with x264's quantiser and deblocking in it, then x264's data, aligned anew for CABAC.
static size_t write_slice(const Splice *parts, BitReader *client, const SliceHeader *theirs, BitReader *x264,
                          const SliceHeader *ours, uint8_t *to) {
    BitWriter out = {to, 0};
    client->position = 0;
    copy_bits(&out, client, theirs->qp_position);
    write_se(&out, parts->x264->initial_qp + ours->qp_delta - parts->client->initial_qp);
    if (parts->client->deblocking_control) {
        x264->position = ours->deblocking_position;
        copy_bits(&out, x264, ours->end - ours->deblocking_position);
    }
    x264->position = ours->end;
    if (parts->client->cabac) {
        while (out.position % 8) write_bits(&out, 1, 1); // cabac_alignment_one_bit
        x264->position = (ours->end + 7) / 8 * 8;
    }
    copy_bits(&out, x264, x264->count - x264->position); // data, stop bit and padding
    while (out.position % 8) write_bits(&out, 0, 1);
    size_t length = out.position / 8;
    while (length && !to[length - 1]) length--; // trailing zero bytes would belong to the next start code
    return length;
}

size_t splice(const Splice *parts, uint8_t *to) {
    size_t header_bytes = (parts->header_bits + 7) / 8, length = 0;
    size_t client_start = start_code_length(parts->header, header_bytes);
    size_t x264_start = start_code_length(parts->slice, parts->slice_bytes);
    uint8_t *header = malloc(header_bytes + 1), *slice = malloc(parts->slice_bytes + 1),
            *joined = malloc(header_bytes + parts->slice_bytes + 64);
    if (header && slice && joined && client_start < header_bytes && x264_start < parts->slice_bytes) {
        size_t escaped = header_bytes - client_start;
        size_t plain = unescape(header, parts->header + client_start, escaped);
        BitReader client = {header, parts->header_bits - 8 * (client_start + escaped - plain), 0};
        plain = unescape(slice, parts->slice + x264_start, parts->slice_bytes - x264_start);
        BitReader x264 = {slice, 8 * plain, 0};
        SliceHeader ours, theirs;
        if (read_slice_header(&ours, parts->x264, &x264) && read_slice_header(&theirs, parts->client, &client) &&
            fit_together(parts, &ours, &theirs)) {
            size_t count = write_slice(parts, &client, &theirs, &x264, &ours, joined);
            memcpy(to, parts->header, client_start);
            length = client_start + escape(to + client_start, joined, count);
        }
    }
    free(header);
    free(slice);
    free(joined);
    return length;
}
