import NIOCore
import NIOHTTP1

/// The text at `/`, which lists the service's resources for programs other than browsers.
enum IndexPage {
    static let response = {
        var response = HTTPResponse.text(.ok, text)
        response.headers.add(name: "vary", value: "accept")
        return response
    }()

    private static let text = """
        streamd relay

        This server forwards live video from its publishers to any number of viewers.

          /                             in a browser: a page with the streams that are live
          /NAME                         in a browser: a page that plays a stream; by WebSocket: the streamd protocol
          /NAME.ts                      picture and sound as MPEG transport stream: mpv http://HOST:PORT/live.ts
          /NAME.mp4                     the same as MP4
          /NAME.mp4?last=30s            the last seconds as a finished file: curl -OJ http://HOST:PORT/live.mp4?last=30s
          /NAME.h264                    the pictures of a stream in Annex B format: ffplay http://HOST:PORT/live.h264
          /NAME.aac                     its sound in ADTS format
          /streams and /streams/NAME    what is live, as JSON

        Where a token is needed, send 'Authorization: Bearer TOKEN', or add '?token=TOKEN'; in a browser, '#token=TOKEN'.
        """
}
