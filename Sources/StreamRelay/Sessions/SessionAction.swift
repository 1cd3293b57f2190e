import NIOCore
import StreamProtocol

extension SessionStateMachine {
    /// The peer's role after its admission, with the relay's end of what it is admitted to.
    enum Role: Equatable {
        case publisher(Publisher)
        case viewer(Viewer)
        case lister(Lister)
    }

    /// What the handler does after an event. Long and rare cases are indirect, so that those of frames and ticks are cheap
    /// to move.
    enum Action: Equatable {
        case none
        case sendPreface
        /// Check the token, then call ``identified(bearer:clientName:at:)`` and ``began(_:of:_:)``, or
        /// ``failed(_:endsStream:at:)``.
        indirect case admit(Hello)
        /// Send the welcome. Then write a viewer its first messages, and a client that lists streams its first list.
        indirect case welcome(Welcome, Role)
        /// Send what has changed, check the token if that is due, then call ``listUpdated(at:)``.
        case updateList(Lister)
        case append(PublishedMessage, Publisher)
        case requestKeyFrame(TrackID, Viewer)
        case takeReport(ReceiverReport, Viewer)
        /// Count the viewers of a relay, which is a viewer itself.
        case recordViewers(ViewerCount, Viewer)
        case answer(Ping)
        /// Write an encoded message. The viewer must not be in a lane afterwards.
        case write(ByteBuffer, Viewer?)
        case setReading(Bool)
        /// Look at whether the viewer, if it is one, has received frames since the last ping was due, then call
        /// ``framesChecked(hasReceivedFrames:wallTime:at:)``.
        case checkFrames(Viewer?)
        case ping(Ping)
        /// Look at what the peer's system has acknowledged, then call ``lingerChecked(_:at:)``.
        case checkLinger(at: NIODeadline)
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
    struct Departure: Equatable {
        var role: Role
        /// Whether the stream ends that the peer publishes.
        var endsStream = false
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

            /// Whether the relay reads no more: the client's own system stops it then. Otherwise the relay reads on,
            /// because unread bytes would make the system discard the last message.
            var isFlood: Bool { if case .error(let ending) = self { ending.code == .rateExceeded } else { false } }
        }

        var reason: Reason
        /// `nil` for a session that was not admitted.
        var departure: Departure?
        var sendsPreface = false
        /// Whether reading resumes or pauses; `nil` where it stays as it is.
        var reading: Bool?
        /// Whether the peer gets no time to read the last message.
        var isImmediate = false

        /// The relay's last message; `nil` where the peer sent its own.
        var message: ProtocolMessage? {
            switch reason {
            case .error(let ending): .error(ending)
            case .goodbye(let ending): .goodbye(ending)
            case .peer: nil
            }
        }

        /// Whether the last message, or the end of the connection, is worth a wait for a peer whose system does not
        /// answer. Strangers, and peers that are silent themselves, would only hold a connection for longer.
        ///
        /// - Parameter isAdmitting: Whether the peer waits for the answer to its hello.
        func isAwaited(_ isAdmitting: Bool) -> Bool {
            switch reason {
            case .goodbye: return departure != nil || isAdmitting
            case .error(let ending) where [.silent, .rateExceeded].contains(ending.code): return false
            case .error(let ending): return departure != nil || isAdmitting && ending.isRetryable
            case .peer: if case .publisher = departure?.role { return true } else { return false }
            }
        }

        /// - Parameter isSuppressed: Whether many connections from the peer's address are refused.
        func logEvent(isSuppressed: Bool) -> SessionLogEvent? {
            let isAdmitted = departure != nil
            return switch reason {
            case .error(let ending): .failed(ending, isAdmitted: isAdmitted, isSuppressed: isSuppressed)
            // The others follow an event that has a log line.
            case .goodbye(let ending): ending.code == .redirect && !isAdmitted ? .redirected(ending) : nil
            case .peer(let ending): .goodbyeReceived(ending, isAdmitted: isAdmitted)
            }
        }
    }
}

extension SessionStateMachine.Action {
    /// What follows a message of an admitted peer; `nil` where its role may not send the message.
    init?(_ message: ProtocolMessage, from role: SessionStateMachine<Publisher, Viewer, Lister>.Role) {
        switch (message, role) {
        case (.ping(let ping), _): self = .answer(ping)
        case (.pong, _): self = .none
        case (_, .publisher(let publisher)):
            guard let published = PublishedMessage(message) else { return nil }
            self = .append(published, publisher)
        case (.keyFrameRequest(let request), .viewer(let viewer)): self = .requestKeyFrame(request.track, viewer)
        case (.receiverReport(let report), .viewer(let viewer)): self = .takeReport(report, viewer)
        case (.viewerCount(let count), .viewer(let viewer)): self = .recordViewers(count, viewer)
        case (_, .viewer), (_, .lister): return nil
        }
    }
}

/// Bytes of messages other than frames that wait for a peer to read.
struct ControlBacklog {
    /// What may wait for a peer that does not read. The relay's own messages take hours to get there, so only a client
    /// that keeps asking for answers, such as pongs, and never reads reaches this.
    static let maximumBytes = 64 * 1024

    /// Bytes that were written since the socket last took more.
    private var bytes = 0

    /// Adds a message that is about to be written.
    ///
    /// - Returns: `false` if it is too much.
    mutating func add(_ count: Int, isWritable: Bool) -> Bool {
        bytes = isWritable ? 0 : bytes + count
        return bytes <= Self.maximumBytes
    }
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

    /// - Returns: `nil` for any other message.
    init?(_ message: ProtocolMessage) {
        switch message {
        case .tracks(let table): self = .tracks(table)
        case .frame(let frame): self = .frame(frame)
        case .gap(let gap): self = .gap(gap)
        case .clockOffset(let offset): self = .clockOffset(offset)
        default: return nil
        }
    }
}
