import NIOCore
import NIOHTTP1

/// The page at `/`, which lists the service's resources.
enum IndexPage {
    static let response = {
        var response = HTTPResponse(.ok, contentType: "text/html; charset=utf-8", body: ByteBuffer(string: text))
        response.headers.add(name: "content-security-policy", value: "default-src 'none'; style-src 'unsafe-inline'")
        return response
    }()

    private static let text = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>streamd relay</title>
        <style>body{font:1em/1.5 sans-serif;max-width:40em;margin:2em auto;padding:0 1em}dt{margin-top:1em}</style>
        <h1>streamd relay</h1>
        <p>Live video is forwarded here, from its publishers to any number of viewers.</p>
        <dl>
        <dt><a href="/streams"><code>/streams</code></a>, <code>/streams/NAME</code></dt>
        <dd>What is live, as JSON.</dd>
        <dt><code>/NAME.h264</code></dt>
        <dd>The pictures of a stream in Annex B format, for example <code>ffplay http://HOST:PORT/live.h264</code>.</dd>
        <dt><code>/NAME.aac</code></dt>
        <dd>Its sound in ADTS format.</dd>
        <dt><code>/NAME</code></dt>
        <dd>The streamd protocol in WebSocket frames.</dd>
        </dl>
        <p>Where a token is needed, send <code>Authorization: Bearer TOKEN</code>, or add <code>?token=TOKEN</code>.</p>
        </html>

        """
}
