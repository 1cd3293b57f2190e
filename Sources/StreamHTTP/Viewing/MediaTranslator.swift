import AAC
import NIOCore
import StreamProtocol

/// Turns what a relay says to a viewer into the answer to a request for one of its tracks.
///
/// Knows neither HTTP's framing nor a connection: bytes in, what to do out.
struct MediaTranslator {
    enum Action: Hashable {
        /// The track is there: begin an answer.
        case begin
        /// Send these bytes next. The payload is the publisher's own, not a copy.
        case send(prefix: [UInt8], payload: ByteBuffer)
        /// Answer this once all that was sent before has left.
        case answer(Ping)
        /// There is no answer, for this reason.
        case refuse(HTTPRefusal)
        /// The answer ends here.
        ///
        /// - Parameter isWhole: Whether the stream itself has ended, so that nothing is missing.
        case finish(isWhole: Bool)
        /// What the relay sends is of no use: tell it that the session ends.
        case giveUp(ProtocolError)
    }

    private enum State {
        /// Welcome or refusal, and then the tracks, have not come yet.
        case waiting
        case sending(TrackID, ADTSWriter?)
        /// Nothing but the relay's last word is of interest.
        case givenUp
        case ended
    }

    private let request: MediaRequest
    private var state = State.waiting
    private var hasBegun = false
    private var decoder = MessageDecoder(maximumFrameLength: .max)
    private var received: ByteBuffer?

    init(_ request: MediaRequest) {
        self.request = request
    }

    /// Whether no answer has begun.
    var isWaiting: Bool {
        if case .waiting = state { true } else { false }
    }

    /// Takes what the relay sends next, cut anywhere.
    mutating func receive(_ bytes: ByteBuffer) {
        if received == nil {
            received = bytes
        } else {
            received?.writeImmutableBuffer(bytes)
        }
    }

    /// What to do next; `nil` until more comes.
    mutating func next() -> Action? {
        do throws(ProtocolError) {
            while let input = try nextInput() {
                if case .message(let message) = input, let action = try act(on: message) { return action }
            }
            return nil
        } catch {
            received = nil
            // The last word that follows breaks an answer off, or becomes a refusal.
            state = .givenUp
            return .giveUp(error)
        }
    }

    /// The relay says nothing more.
    mutating func end() -> Action? {
        if case .ended = state { return nil }
        return end(Ending(.internalFault, "The relay ended this without a word; try again."))
    }

    private mutating func nextInput() throws(ProtocolError) -> MessageDecoder.InboundOut? {
        if case .ended = state { received = nil }
        guard var bytes = received else { return nil }
        // Nobody else may hold the bytes while they are read: what is left of them would be copied.
        received = nil
        let input = try decoder.decode(buffer: &bytes)
        if bytes.readableBytes > 0 { received = bytes }
        return input
    }

    private mutating func act(on message: Message) throws(ProtocolError) -> Action? {
        switch (message, state) {
        case (.error(let ending), _), (.goodbye(let ending), _): return end(ending)
        case (_, .givenUp): return nil
        case (.tracks(let table), _): return try follow(table)
        case (.frame(let frame), .sending(let track, let writer)) where frame.header.track == track:
            return try send(frame, writer)
        case (.ping(let ping), _): return .answer(ping)
        default: return nil
        }
    }

    private mutating func follow(_ table: TrackTable) throws(ProtocolError) -> Action? {
        let track = try request.choose(from: table.tracks)
        state = .sending(track.id, try writer(for: track))
        defer { hasBegun = true }
        return hasBegun ? nil : .begin
    }

    private func writer(for track: Track) throws(ProtocolError) -> ADTSWriter? {
        guard request.format == .aac else { return nil }
        do {
            return try ADTSWriter(AudioSpecificConfig(track.configuration.span.bytes))
        } catch {
            throw ProtocolError(
                .streamNotFound,
                "Track \(track.id) of '\(request.stream)' cannot be had as ADTS: \(error); use 'streamd watch'."
            )
        }
    }

    private func send(_ frame: Frame, _ writer: ADTSWriter?) throws(ProtocolError) -> Action? {
        let payload = frame.payload
        guard payload.readableBytes > 0 else { return nil }
        do {
            return .send(prefix: try writer?.prefix(of: payload.readableBytesSpan) ?? [], payload: payload)
        } catch {
            throw ProtocolError(.streamNotFound, "A frame of '\(request.stream)' cannot be had as ADTS: \(error).")
        }
    }

    private mutating func end(_ ending: Ending) -> Action {
        state = .ended
        return hasBegun ? .finish(isWhole: ending.code == .endOfStream) : .refuse(HTTPRefusal(ending))
    }
}
