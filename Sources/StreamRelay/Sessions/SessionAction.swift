import NIOCore
import StreamProtocol

extension SessionStateMachine {
    /// What the handler does after an event.
    enum Action: Equatable {
        case none
        case sendPreface
        /// Check the token, then call ``identified(bearer:clientName:at:)`` and ``beganPublishing(_:_:)`` or
        /// ``beganViewing(_:of:_:)``, or ``failed(_:at:)``.
        case admit(Hello)
        /// Send the welcome. The viewer is then written its first messages.
        case welcome(Welcome, Viewer?)
        /// Send the welcome, then the first list.
        case welcomeLister(Welcome, Lister)
        /// Send what has changed, check the token if that is due, then call ``listUpdated(at:)``.
        case updateList(Lister)
        case append(PublishedMessage, Publisher)
        case requestKeyFrame(TrackID, Viewer)
        case logReport(ReceiverReport)
        /// Count the viewers of a relay, which is a viewer itself.
        case recordViewers(ViewerCount, Viewer)
        case answer(Ping)
        /// Charge the peer for the work of this many messages.
        case charge(messages: Int)
        /// Write an encoded message. The viewer must not sit in a lane afterwards.
        case write(ByteBuffer, Viewer?)
        case setReading(Bool)
        /// Look at the viewer's socket, then call ``progressChecked(_:at:)``.
        case checkProgress(Viewer)
        /// Send a ping, unless the viewer has received frames since the last one.
        case ping(Viewer?)
        /// Look at the acknowledged bytes if this is true, then call ``lingerChecked(acknowledged:at:)``.
        case checkLinger(readsAcknowledgedBytes: Bool, at: NIODeadline)
        case close(Closing)
        /// Close the channel without a message.
        case closeChannel(Departure? = nil, ConnectionFailure? = nil)
        /// Close the channel, whatever the peer has not taken and not answered.
        case abort
    }

    /// What the handler does with bytes that arrived.
    enum ReadAction: Equatable {
        case discard
        /// Decode them. A publisher's bytes count for its memory.
        case accept(Publisher?)
    }

    /// The end of the relay's part in a stream.
    enum Departure: Equatable {
        case publisher(Publisher, endsStream: Bool)
        case viewer(Viewer)
        case lister(Lister)
    }

    /// How a session ends.
    struct Closing: Equatable {
        enum Reason: Equatable {
            /// The relay sends an error.
            case error(Ending)
            /// The relay sends a goodbye.
            case goodbye(Ending)
            /// The peer sent an error or a goodbye.
            case peer(Ending)
        }

        var reason: Reason
        /// `nil` for a session that was not admitted.
        var departure: Departure?
        var sendsPreface = false
        /// Whether reading resumes or pauses; `nil` where it stays as it is.
        var reading: Bool?
        /// Whether the peer gets no time to read the last message.
        var isImmediate = false
    }
}

extension ProtocolError {
    static let stalled = ProtocolError(
        .tooSlow,
        "This viewer has taken nothing of what was sent to it for seconds; read on, or join again."
    )
}

/// The peer of a session, as far as it has said who it is.
struct SessionIdentity: Equatable {
    /// The stream of the hello, or the stream that the client named before it.
    var stream: StreamName?
    /// The bearer of the token; `nil` before admission, and where no token was shown.
    var bearer: String?
    var clientName: String?
    /// The time of admission, in microseconds since 1970-01-01 UTC.
    var admittedAt: Int64 = 0
}

/// A message that a publisher adds to its stream.
enum PublishedMessage: Equatable {
    case tracks(TrackTable)
    case frame(Frame)
    case gap(Gap)
    case clockOffset(ClockOffset)
}
