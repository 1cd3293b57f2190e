import AAC
import BitCoding
import Containers
import NIOCore
import StreamMedia
import StreamProtocol

/// Turns the relay's messages to a viewer into the response to a request for media.
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
        /// The stream has ended: begin another session, which waits for the next one, and call
        /// ``MediaTranslator/rejoin()``.
        case follow
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
        /// Parts of an MP4 with these tracks.
        case fragments([ContainerTrack], hasBegun: Bool)
        /// Packets of a transport stream.
        case packets(ContinuityRepair)
        /// Only the relay's final message matters.
        case failed
        case ended
    }

    private let request: MediaRequest
    private let deadline: NIODeadline
    private var state = State.waiting
    private var hasBegun = false
    /// Whether the response is complete, and the session is to end.
    private var endsSession = false
    private var isComplete = false
    /// Whether the session has ended, and the next one has not begun.
    private(set) var isRejoining = false
    /// Follows what was returned last.
    private var following: Action?
    private var inbound = InboundBuffer(MessageDecoder.ofWrappedFrames())

    /// - Parameter deadline: When to stop waiting for the publisher's tracks, unless the client waits for the stream.
    init(_ request: MediaRequest, deadline: NIODeadline = .distantFuture) {
        self.request = request
        self.deadline = deadline
    }

    /// Ends a session whose publisher sends no tracks in time.
    mutating func tick(at now: NIODeadline) -> Action? {
        guard case .waiting = state, now > deadline, !request.follows else { return nil }
        state = .failed
        return .endSession(
            ProtocolError(.streamNotFound, "Nothing is sent on '\(request.stream)' yet; try again later.")
        )
    }

    private var hasEnded: Bool {
        if case .ended = state { true } else { false }
    }

    /// What the response consists of from here on; `nil` while a frame's part depends on more than the frame.
    var steadyContent: MediaFraming.Content? {
        guard hasBegun, !isRejoining, !endsSession, following == nil, inbound.readableBytes == 0 else { return nil }
        switch state {
        case .sending(let track, let writer): return .track(track, writer)
        case .fragments(_, hasBegun: true): return .container
        case .packets(let repair): return repair.isComplete ? .container : nil
        case .fragments, .waiting, .failed, .ended: return nil
        }
    }

    /// Takes note that the next session begins.
    mutating func rejoin() {
        isRejoining = false
        inbound = InboundBuffer(MessageDecoder.ofWrappedFrames())
    }

    /// Takes bytes from the relay, cut anywhere.
    mutating func receive(_ bytes: ByteBuffer) {
        guard !hasEnded, !isRejoining else { return }
        inbound.append(bytes)
    }

    /// The next action; `nil` until more bytes arrive.
    mutating func next() -> Action? {
        if let action = following {
            following = nil
            return action
        }
        if endsSession {
            endsSession = false
            isComplete = true
            return .endSession(
                ProtocolError(.endOfStream, "The stream has another format; request it again.")
            )
        }
        do throws(ProtocolError) {
            while !hasEnded, !isRejoining, let input = try inbound.next() {
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

    private mutating func act(on message: ProtocolMessage) throws(ProtocolError) -> Action? {
        switch (message, state) {
        case (.error(let ending), _), (.goodbye(let ending), _): return end(ending)
        case (_, .failed): return nil
        case (.welcome, .waiting): return beginEarly()
        case (.tracks(let table), _): return try follow(table)
        case (.frame(let frame), .sending(let track, let writer)) where frame.header.track == track:
            return try send(frame, writer)
        case (.frame(let frame), .fragments(let tracks, let hasBegun)):
            state = .fragments(tracks, hasBegun: true)
            return .send(prefix: hasBegun ? [] : try beginning(of: tracks, at: frame), payload: frame.payload)
        case (.frame(let frame), .packets(var repair)):
            let prefix = repair.packets(before: frame.payload.readableBytesSpan)
            state = .packets(repair)
            return .send(prefix: prefix, payload: frame.payload)
        case (.gap, .packets(var repair)):
            repair.missed()
            state = .packets(repair)
            return nil
        case (.ping(let ping), _): return answer(ping)
        default: return nil
        }
    }

    /// Begins a transport stream before there are tracks, so that a player which waits gets an answer.
    private mutating func beginEarly() -> Action? {
        guard request.follows, request.format == .transportStream, !hasBegun else { return nil }
        hasBegun = true
        return .begin
    }

    /// The relay pings where no frames are. Players give a silent connection up, mpv after a minute, so they get bytes
    /// that mean nothing.
    private mutating func answer(_ ping: Ping) -> Action {
        guard let padding else { return .answer(ping) }
        following = .answer(ping)
        return .send(prefix: padding, payload: ByteBuffer())
    }

    private var padding: [UInt8]? {
        guard hasBegun else { return nil }
        switch (request.format, state) {
        // `trailing_zero_8bits` (ITU-T H.264 B.1.1).
        case (.h264, .sending): return [0]
        case (.mp4, .fragments(_, hasBegun: true)): return FragmentedMP4Writer.emptyBox
        case (.transportStream, .packets), (.transportStream, .waiting): return TransportStreamWriter.nullPacket
        default: return nil
        }
    }

    private mutating func follow(_ table: TrackTable) throws(ProtocolError) -> Action? {
        let chosen = try request.choose(from: table.tracks)
        switch (request.format, state) {
        case (.h264, _), (.aac, _): state = .sending(chosen[0].id, try writer(for: chosen[0]))
        case (.mp4, .fragments(let tracks, let hasSent)):
            let new = chosen.compactMap { $0.containerTrack() }
            // Without new tracks, the old ones have no frames.
            guard !TrackChange(from: tracks, to: new).isEmpty else { return nil }
            guard !hasSent else { return endContainer() }
            state = .fragments(new, hasBegun: false)
        case (.mp4, _): state = .fragments(try containerTracks(of: chosen), hasBegun: false)
        case (.transportStream, .packets(var repair)):
            repair.follow(trackCount: chosen.count)
            state = .packets(repair)
        case (.transportStream, _):
            state = .packets(ContinuityRepair(trackCount: try containerTracks(of: chosen).count))
        }
        defer { hasBegun = true }
        return hasBegun ? nil : .begin
    }

    /// What precedes the first fragment. The times begin where the stream is, and no edit list moves them to 0: Chromium
    /// does not play a fragmented MP4 whose edit list leaves out a long time.
    private func beginning(of tracks: [ContainerTrack], at frame: Frame) throws(ProtocolError) -> [UInt8] {
        do throws(ContainerError) {
            return try FragmentedMP4Writer(tracks: tracks).initializationSegment(captureTime: frame.header.captureTime)
        } catch {
            throw ProtocolError(.internalFault, "'\(request.stream)' cannot be had as MP4: \(error.message).")
        }
    }

    /// The tracks as the container holds them.
    private func containerTracks(of chosen: [Track]) throws(ProtocolError) -> [ContainerTrack] {
        let described = chosen.compactMap { $0.containerTrack() }
        let tracks = request.format == .transportStream ? described.filter(TransportStreamWriter.canCarry) : described
        guard !tracks.isEmpty else {
            throw ProtocolError(
                .streamNotFound,
                "'\(request.stream)' cannot be had as \(request.format.pathExtension): its configurations and frames "
                    + "describe no track that fits; correct them in the publisher, or use 'streamd watch'."
            )
        }
        return tracks
    }

    /// The stream has tracks that the beginning of the MP4 does not describe. The response ends as a whole one, and then
    /// the session.
    private mutating func endContainer() -> Action {
        state = .failed
        endsSession = true
        return .finish(isWhole: true)
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
        inbound.removeAll()
        if ending.code == .endOfStream, mayFollow {
            isRejoining = true
            if case .packets(var repair) = state {
                repair.missed()
                state = .packets(repair)
            }
            return .follow
        }
        state = .ended
        // The end is written already.
        guard !isComplete else { return .finish(isWhole: false) }
        return hasBegun ? .finish(isWhole: ending.code == .endOfStream) : .refuse(HTTPRefusal(ending))
    }
    /// Whether the response can go on with another stream. An MP4 cannot: its times would go back.
    private var mayFollow: Bool {
        guard request.follows, !isComplete else { return false }
        switch state {
        case .waiting, .sending, .packets, .fragments(_, hasBegun: false): return true
        case .fragments, .failed, .ended: return false
        }
    }
}
