#include "decoder.h"
#include <libavcodec/avcodec.h>
#include <stdlib.h>
#include <string.h>

// Beyond all levels, and below the bits of the colour: the client has libavcodec's log to itself.
enum { SILENT = 128, NEUTRAL_CHROMA = 128 };

struct Decoder {
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *current; // the picture that is being decoded
    AVFrame *output;
};

// A surface is decoded when its picture ends, but libavcodec gives out pictures in the order of presentation. Their
// buffers are known before.
static int get_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
    Decoder *decoder = context->opaque;
    int result = avcodec_default_get_buffer2(context, frame, flags);
    if (result < 0) return result;
    av_frame_unref(decoder->current);
    return av_frame_ref(decoder->current, frame);
}

Decoder *decoder_open(void) {
    const AVCodec *codec = avcodec_find_decoder(AV_CODEC_ID_H264);
    Decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->context = codec ? avcodec_alloc_context3(codec) : NULL;
    decoder->packet = av_packet_alloc();
    decoder->current = av_frame_alloc();
    decoder->output = av_frame_alloc();
    if (decoder->context && decoder->packet && decoder->current && decoder->output) {
        decoder->context->opaque = decoder;
        decoder->context->get_buffer2 = get_buffer;
        decoder->context->thread_count = 1; // a picture is decoded when its packet has been sent
        decoder->context->thread_type = FF_THREAD_SLICE;
        decoder->context->log_level_offset = SILENT;
        if (avcodec_open2(decoder->context, codec, NULL) == 0) return decoder;
    }
    decoder_close(decoder);
    return NULL;
}

void decoder_close(Decoder *decoder) {
    avcodec_free_context(&decoder->context);
    av_packet_free(&decoder->packet);
    av_frame_free(&decoder->current);
    av_frame_free(&decoder->output);
    free(decoder);
}

static void copy(const AVFrame *frame, Surface *surface) {
    int width = FFMIN(frame->width, surface->width), height = FFMIN(frame->height, surface->height);
    for (int y = 0; y < height; y++)
        memcpy(surface->data + (size_t)y * surface->pitch, frame->data[0] + (ptrdiff_t)y * frame->linesize[0], width);
    for (int y = 0; y < (height + 1) / 2; y++) {
        uint8_t *to = surface->data + chroma_offset(surface->size) + (size_t)y * surface->pitch;
        for (int x = 0; x < (width + 1) / 2; x++)
            for (int plane = 1; plane <= 2; plane++) // a grey picture has none
                *to++ =
                    frame->data[plane] ? frame->data[plane][(ptrdiff_t)y * frame->linesize[plane] + x] : NEUTRAL_CHROMA;
    }
}

bool decoder_decode(Decoder *decoder, const uint8_t *bytes, size_t length, bool is_second_field, Surface *surface) {
    if (!is_second_field) av_frame_unref(decoder->current);
    if (av_new_packet(decoder->packet, (int)length) < 0) return false;
    memcpy(decoder->packet->data, bytes, length);
    int result = avcodec_send_packet(decoder->context, decoder->packet);
    av_packet_unref(decoder->packet);
    // What comes out is not needed, but must come out.
    int received;
    while ((received = avcodec_receive_frame(decoder->context, decoder->output)) == 0) av_frame_unref(decoder->output);
    if (result < 0 || received != AVERROR(EAGAIN) || !decoder->current->data[0]) return false;
    copy(decoder->current, surface);
    return true;
}
