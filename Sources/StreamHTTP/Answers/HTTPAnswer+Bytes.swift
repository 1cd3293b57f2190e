import NIOCore
import NIOHTTP1

extension HTTPAnswer {
    /// What the bytes of an answer depend on beside the answer itself.
    struct Circumstances {
        /// Whether the connection ends with this answer.
        var closes: Bool
        /// Whether only the head was asked for.
        var isHead = false
        /// Whether the client takes the connection to end with the answer unless it is told otherwise.
        var isHTTP10 = false
        /// The pages that may read it beside the relay's own.
        var readers = PageReaders.nobody

        static let closing = Circumstances(closes: true)
    }

    /// The answer as it goes over the connection.
    func bytes(for circumstances: Circumstances) -> ByteBuffer {
        var headers = readable(by: circumstances.readers).headers
        // RFC 9110 8.6: an answer without content has no length, and of one that is sent as it comes nobody knows it.
        if status != .noContent, !isEndless { headers.add(name: "content-length", value: "\(body.readableBytes)") }
        if circumstances.closes {
            headers.add(name: "connection", value: "close")
        } else if circumstances.isHTTP10 {
            headers.add(name: "connection", value: "keep-alive")
        }
        var bytes = ByteBuffer()
        bytes.writeHead(status, headers)
        if !circumstances.isHead { bytes.writeImmutableBuffer(body) }
        return bytes
    }
}

extension ByteBuffer {
    /// Appends a status line and a header (RFC 9112 4 and 5). The version is this side's, whatever the client's is.
    mutating func writeHead(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) {
        writeString("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\ndate: \(HTTPDate.now)\r\n")
        for (name, value) in headers { writeString("\(name): \(value)\r\n") }
        writeStaticString("\r\n")
    }
}
