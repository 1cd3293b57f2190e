import NIOCore
import NIOHTTP1
import StreamProtocol
import StreamRelay

/// Limits of a request before the client is admitted.
enum HTTPLimits {
    /// Bytes of the request target and of each header field: the longest token, also percent-encoded where necessary,
    /// and a stream name.
    static let fieldLength = 2 * AccessToken.maximumLength
    /// Bytes of the target and all header fields together.
    static let headLength = 2 * fieldLength
    /// Header fields of a request. Browsers send about twenty, and proxies add ten.
    static let fieldCount = 64
    /// How long a connection may take from a response to its next whole request, or to take its last response. The first
    /// request has the time of the relay's handshake.
    static let requestTimeout = TimeAmount.seconds(15)
    /// How long a client may take to close once the system has taken the last response, or to take it while the relay
    /// shuts down.
    static let lingerTimeout = TimeAmount.seconds(1)
    /// How long a connection whose last bytes are not acknowledged stays after them: as long as TCP sends bytes again
    /// with the wait that ``Retransmission`` sets. A network that is cut has lost the end of a clip.
    static let answerTimeout = TimeAmount.seconds(15)

    /// How long a client may take to receive a clip, which holds its frames in memory for so long: 30 s of 4 Mbit/s fit a
    /// line of 1 Mbit/s.
    static let clipTimeout = TimeAmount.minutes(2)
    /// The same once the relay drains.
    static let clipDrainTimeout = TimeAmount.seconds(5)

    /// How old the first picture of a container may be. For an older one, the publisher is asked for a key frame.
    static let freshStart = TimeAmount.milliseconds(300)
    /// How long a viewer waits for that key frame: a picture of a camera with 10 a second, and the way to its encoder
    /// and back. Then it begins with the older one.
    static let freshStartWait = TimeAmount.milliseconds(250)
    /// How often the relay looks for it meanwhile.
    static let freshStartCheck = TimeAmount.milliseconds(20)

    /// The limits of the parser, whose own are a hundred times as large.
    static let decoder = {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = fieldLength
        limits.maxHeaderListSize = headLength
        limits.maxHeaderFieldCount = fieldCount
        return limits
    }()
}

/// Charges bytes before the parser processes them, and discards input that will not be answered.
final class RequestRateLimiter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: Connection
    /// Whether further input is discarded.
    private var discardsInput = false

    init(_ connection: Connection) {
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !discardsInput else { return }
        do throws(ProtocolError) {
            try connection.charge(unwrapInboundIn(data).readableBytes, at: .now())
            context.fireChannelRead(data)
        } catch {
            discardFurtherInput()
            context.fireErrorCaught(error)
        }
    }

    /// Discards further input, because the last response is being sent.
    func discardFurtherInput() {
        discardsInput = true
    }
}
