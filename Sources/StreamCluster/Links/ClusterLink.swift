import StreamProtocol

/// One relay of a cluster takes a stream from another one.
package struct ClusterLink: Hashable, Sendable {
    /// The address of the relay that takes the stream, as the directory has it.
    package var downstream: String
    /// The address of the relay that has the stream's publisher, as the directory has it.
    package var upstream: String
    package var stream: StreamName

    package init(from upstream: String, to downstream: String, stream: StreamName) {
        self.upstream = upstream
        self.downstream = downstream
        self.stream = stream
    }

    /// What the relay downstream says to another relay that asks it for the stream.
    package enum Answer: Hashable, Sendable {
        /// A welcome.
        ///
        /// - Parameter relays: How many relays the stream passes, the one that answers included.
        case welcome(StreamState, relays: Int)
        /// An error or a goodbye.
        case refusal(Ending)
        /// There was no answer; the reason is one sentence.
        case silence(String)
    }

    /// What is known of a link.
    package enum Outcome: Hashable, Sendable {
        /// The relay downstream takes the stream.
        case works
        /// The relay downstream answers, and does not take the stream.
        case blocked(Answer)
        /// The relay downstream says nothing about the one upstream: it refuses the client, or does not answer.
        case unknown(Answer)
        /// The relay upstream no longer has the streams that were asked for.
        case vanished
    }

    /// What follows an answer.
    enum Step: Hashable {
        case done(Outcome)
        /// Ask once more, perhaps for another stream of the relay upstream.
        case again(ClusterLink)
    }

    /// Decides what an answer says about the link.
    ///
    /// - Parameters:
    ///   - directory: The streams of each relay after the answer; `nil` if etcd is gone. A failure then counts as it
    ///     stands: it must not be hidden, whatever its reason.
    ///   - isLast: Whether the relay is not asked again.
    func step(after answer: Answer, _ directory: [String: [StreamName]]?, isLast: Bool) -> Step {
        if answer.showsStream { return .done(.works) }
        guard answer.needsDirectory else { return .done(.unknown(answer)) }
        guard let directory else { return .done(.blocked(answer)) }
        // The stream may have moved or ended, so that the answer is right.
        let streams = directory[upstream] ?? []
        guard let first = streams.first else { return .done(.vanished) }
        var next = self
        if !streams.contains(stream) { next.stream = first }
        guard isLast else { return .again(next) }
        return .done(next == self ? .blocked(answer) : .vanished)
    }
}

extension ClusterLink.Answer {
    /// Whether the relay has the stream from another relay. A publisher that has just come may have sent nothing yet.
    var showsStream: Bool {
        guard case .welcome(let state, relays: 2...) = self else { return false }
        return state == .live || state == .waiting
    }

    /// Whether the relay has not got the stream, and the directory decides whether it should have. Any other error is
    /// about the client that asks, or about the relay itself.
    var needsDirectory: Bool {
        switch self {
        case .welcome: !showsStream
        case .refusal(let ending):
            [.internalFault, .relayLoop, .streamNotFound, .dismissed, .endOfStream].contains(ending.code)
        case .silence: false
        }
    }
}
