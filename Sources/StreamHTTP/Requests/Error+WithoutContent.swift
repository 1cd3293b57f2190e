import NIOCore

extension Error {
    /// The same for a log: errors of decoders hold bytes that the peer sent, and a token may be among them.
    var withoutContent: any Error {
        switch self as? ByteToMessageDecoderError {
        case .dataReceivedInErrorState(let cause, _): cause
        case .leftoverDataWhenDone: ChannelError.inputClosed
        default: self
        }
    }
}
