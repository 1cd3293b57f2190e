import StreamProtocol

/// Agrees with other relays on which of them has the publisher of a stream. The module `StreamCluster` has one.
///
/// The relay calls it while it holds a lock, so its functions return at once and do not call the relay.
public protocol PublicationRegistrar: Sendable {
    /// What is known of a publisher that asks for a stream on this relay.
    func claim(_ stream: StreamName, for instance: InstanceID) -> PublicationClaim

    /// A publisher has come, or has connected again.
    func publicationBegan(_ publication: LocalPublication)

    /// A publication has ended, or its publisher's connection was lost.
    ///
    /// - Parameter number: The ``LocalPublication/number`` of the newest one of this stream.
    func publicationEnded(_ stream: StreamName, number: UInt64)

    /// The streams that other relays have, in no order, for lists.
    func streamsElsewhere() -> [StreamList.Entry]

    /// The relay that has a stream, as operators know it; `nil` if no other relay has it.
    func relay(of stream: StreamName) -> String?
}

/// What a relay knows of a publisher that asks for a stream.
public enum PublicationClaim: Hashable, Sendable {
    /// Nothing for sure: the publisher is accepted unless this relay receives the stream from another one.
    case unknown
    /// No other relay has a publisher of this name.
    case free
    /// Another relay has the same publisher, or had it a moment ago, which comes here now.
    case moves
    /// Another relay has another publisher. The publisher is refused, and may try again after so many milliseconds.
    case taken(retryAfter: UInt32)
}

/// A publication of this relay, from a publisher's connection to its end.
public struct LocalPublication: Sendable {
    /// The name of the stream.
    public let stream: StreamName
    /// The publisher.
    public let instance: InstanceID
    /// Higher than the numbers of all publications before.
    public let number: UInt64
    private let refusing: @Sendable (ProtocolError) -> Void

    init(_ stream: Stream, _ grant: Stream.Grant, instance: InstanceID, number: UInt64) {
        self.stream = stream.name
        self.instance = instance
        self.number = number
        refusing = { stream.refusePublisher(grant, because: $0) }
    }

    /// Makes a publication that a test can watch.
    package init(
        _ stream: StreamName,
        instance: InstanceID,
        number: UInt64,
        refusing: @escaping @Sendable (ProtocolError) -> Void
    ) {
        self.stream = stream
        self.instance = instance
        self.number = number
        self.refusing = refusing
    }

    /// Ends the connection of the publisher, unless it has been replaced or has ended. Viewers stay. May be called on
    /// any thread, and not within a call of the registrar.
    public func refuse(because error: ProtocolError) { refusing(error) }
}

extension ProtocolError {
    /// Another relay has another publisher.
    package static func takenElsewhere(_ stream: StreamName, retryAfter: UInt32) -> ProtocolError {
        ProtocolError(
            .streamTaken,
            "Another client publishes '\(stream)' on another relay; choose another name or stop the other publisher.",
            retryAfter: retryAfter
        )
    }
}
