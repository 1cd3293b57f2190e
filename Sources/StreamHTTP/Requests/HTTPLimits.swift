import NIOCore
import NIOHTTP1
import StreamProtocol

/// The bounds of what a stranger may send before it is known what they want.
enum HTTPLimits {
    /// Bytes of the request's target and of a header field, each: the longest token, as it is or percent-encoded where
    /// that is needed, and a stream's name.
    static let fieldLength = 2 * AccessToken.maximumLength
    /// Bytes of the target and all header fields together.
    static let headLength = 2 * fieldLength
    /// Header fields of a request. Browsers send about twenty, proxies add ten.
    static let fieldCount = 64
    /// How long a connection may take from one answer to its next whole request. The first request has the time that
    /// the relay leaves for any handshake.
    static let patience = TimeAmount.seconds(15)
    /// How long a client may take to read the last answer before its connection is closed.
    static let linger = TimeAmount.seconds(1)

    /// The bounds that the parser keeps; its own are a hundred times as wide.
    static let decoder = {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = fieldLength
        limits.maxHeaderListSize = headLength
        limits.maxHeaderFieldCount = fieldCount
        return limits
    }()
}
