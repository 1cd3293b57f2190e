import AAC
import NIOCore
import StreamProtocol

/// Turns the relay's messages to a viewer into the response to a request for one track.
///
/// The value does no I/O and knows nothing of HTTP's framing.
struct MediaTranslator {
    enum Action: Hashable {
        /// The track exists: begin the response.
        case begin
        /// Send these bytes. The payload is the publisher's own, not a copy.
        case send(prefix: [UInt8], payload: ByteBuffer)
        /// Answer this when all earlier bytes have been sent.
        case answer(Ping)
        /// Refuse the request.
        case refuse(HTTPRefusal)
        /// End the response.
        ///
        /// - Parameter isWhole: Whether the stream itself has ended, so that nothing is missing.
        case finish(isWhole: Bool)
        /// The relay's messages cannot be used: end the session.
        case endSession(ProtocolError)
    }

    private enum State {
        /// The welcome or refusal, and then the tracks, have not arrived.
        case waiting
        case sending(TrackID, ADTSWriter?)
        /// Only the relay's final message matters.
        case failed
        case ended
    }

    private let request: MediaRequest
    private let deadline: NIODeadline
    private var state = State.waiting
    private var hasBegun = false
    private var inbound = InboundBuffer(MessageDecoder(maximumFrameLength: .max))

    /// - Parameter deadline: When to stop waiting for the publisher's tracks.
    init(_ request: MediaRequest, deadline: NIODeadline = .distantFuture) {
        self.request = request
        self.deadline = deadline
    }

    /// Ends a session whose publisher sends no tracks in time.
    mutating func tick(at now: NIODeadline) -> Action? {
        guard case .waiting = state, now > deadline else { return nil }
        state = .failed
        return .endSession(
            ProtocolError(.streamNotFound, "Nothing is sent on '\(request.stream)' yet; try again later.")
        )
    }

    private var hasEnded: Bool {
        if case .ended = state { true } else { false }
    }

    /// Takes bytes from the relay, cut anywhere.
    mutating func receive(_ bytes: ByteBuffer) {
        guard !hasEnded else { return }
        inbound.append(bytes)
    }

    /// The next action; `nil` until more bytes arrive.
    mutating func next() -> Action? {
        do throws(ProtocolError) {
            while !hasEnded, let input = try inbound.next() {
                if case .message(let message) = input, let action = try act(on: message) { return action }
            }
            return nil
        } catch {
            inbound.removeAll()
            // The final message that follows cuts the response off, or becomes a refusal.
            state = .failed
            return .endSession(error)
        }
    }

    /// The relay closed its output.
    mutating func end() -> Action? {
        if case .ended = state { return nil }
        return end(Ending(.internalFault, "The relay ended this response without a reason; try again."))
    }

    private mutating func act(on message: Message) throws(ProtocolError) -> Action? {
        switch (message, state) {
        case (.error(let ending), _), (.goodbye(let ending), _): return end(ending)
        case (_, .failed): return nil
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
            return try ADTSWriter(AudioSpecificConfig(track.configuration.span))
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
        inbound.removeAll()
        return hasBegun ? .finish(isWhole: ending.code == .endOfStream) : .refuse(HTTPRefusal(ending))
    }
}
