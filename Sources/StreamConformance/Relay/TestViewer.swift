import Platform

/// A viewer of a case, which keeps account of what it gets.
package final class TestViewer: Sendable {
    package let peer: Peer
    private let ledger: Mutex<ViewerLedger>

    /// - Parameter kinds: The kinds of track that the hello has asked for.
    init(_ peer: Peer, kinds: UInt8 = 7, startsLive: Bool = false, isThinned: Bool = false) {
        self.peer = peer
        ledger = Mutex(ViewerLedger(kinds: kinds, startsLive: startsLive, isThinned: isThinned))
    }

    package var welcome: Welcome? { peer.welcome }

    /// The next message that is no ping and no pong, entered into the account.
    package func next(_ time: Duration = Peer.patience) async throws -> Message {
        guard let message = try await poll(time) else { throw Finding("Nothing came within \(time).") }
        return message
    }

    package func poll(_ time: Duration = Peer.patience) async throws -> Message? {
        let deadline = ContinuousClock().now + time
        while let message = try await peer.pollMessage(max(.zero, deadline - ContinuousClock().now)) {
            guard message.type != .pong else { continue }
            try ledger.withLock { try $0.enter(message) }
            return message
        }
        return nil
    }

    /// The next message, which must have this type. Types to ignore may come before; if this type is one of them, also
    /// messages of it that are not meant.
    package func expect(
        _ type: MessageNumber,
        ignoring: Set<MessageNumber> = [],
        where isMeant: (Message) throws -> Bool = { _ in true }
    ) async throws -> Message {
        while true {
            let message = try await next()
            if message.type == type, try !ignoring.contains(type) || isMeant(message) { return message }
            guard ignoring.contains(message.type) else {
                throw Finding("A message '\(type)' was expected, and \(Peer.words(for: message)) came.")
            }
        }
    }

    @discardableResult
    package func expectTracks(epoch: UInt32? = nil) async throws -> TrackTableFields {
        let table = try TrackTableFields(await expect(.tracks))
        guard epoch == nil || table.epoch == epoch else {
            throw Finding("A table of epoch \(table.epoch) came, not of epoch \(epoch ?? 0).")
        }
        return table
    }

    /// The next message must be this frame, byte for byte.
    package func expectFrame(_ frame: FrameFields, ignoring: Set<MessageNumber> = []) async throws {
        let message = try await expect(.frame, ignoring: ignoring) {
            try FrameFields($0).sequence == frame.sequence
        }
        guard message.bytes == frame.bytes else {
            let other = try FrameFields(message)
            throw Finding(
                other.sequence == frame.sequence && other.track == frame.track
                    ? "Frame \(frame.sequence) of track \(frame.track) came with other bytes."
                    : "Frame \(other.sequence) of track \(other.track), epoch \(other.epoch), came, and frame "
                        + "\(frame.sequence) of track \(frame.track), epoch \(frame.epoch), was expected."
            )
        }
    }

    package func expectFrames(_ frames: [FrameFields], ignoring: Set<MessageNumber> = []) async throws {
        for frame in frames { try await expectFrame(frame, ignoring: ignoring) }
    }

    /// The gaps up to the next other message must cover just these frames.
    package func expectGap(
        _ numbers: ClosedRange<UInt64>,
        track: UInt16 = 0,
        epoch: UInt32 = 1,
        reason: UInt8
    ) async throws {
        var next = numbers.lowerBound
        while next <= numbers.upperBound {
            let gap = try GapFields(await expect(.gap))
            guard gap.track == track, gap.epoch == epoch, gap.first == next,
                gap.first &+ gap.count &- 1 <= numbers.upperBound
            else {
                throw Finding(
                    "A gap names \(gap.count) frames from \(gap.first) of track \(gap.track), epoch \(gap.epoch), and "
                        + "\(numbers) of track \(track), epoch \(epoch), are missing.",
                    Clause("Gap")
                )
            }
            guard gap.reason == reason else {
                throw Finding("A gap has the reason \(gap.reason), not \(reason).", Clause("Gap"))
            }
            next = gap.first &+ gap.count
        }
    }

    package func expectState(_ state: UInt8, ignoring: Set<MessageNumber> = []) async throws {
        let message = try await expect(.streamState, ignoring: ignoring) { try StreamStateFields($0).state == state }
        let came = try StreamStateFields(message).state
        guard came == state else { throw Finding("The stream state \(came) came, not \(state).") }
    }

    package func expectClockOffset(_ offset: Int64, errorBound: ClosedRange<UInt32>) async throws {
        let came = try ClockOffsetFields(await expect(.clockOffset))
        guard came.offset == offset, errorBound.contains(came.errorBound) else {
            throw Finding(
                "The clock offset \(came.offset) ± \(came.errorBound) µs came, and \(offset) ± "
                    + "\(errorBound.lowerBound) to \(errorBound.upperBound) µs was expected."
            )
        }
    }

    /// Nothing but pings may come for a while.
    package func expectSilence(_ time: Duration = Peer.silence, ignoring: Set<MessageNumber> = []) async throws {
        let deadline = ContinuousClock().now + time
        while let message = try await poll(max(.zero, deadline - ContinuousClock().now)) {
            guard ignoring.contains(message.type) else {
                throw Finding("\(Peer.words(for: message)) came, and nothing was expected.")
            }
        }
    }
}

extension RelayTrial {
    /// A viewer that the relay has welcomed.
    package func viewer(
        _ name: String? = nil,
        start: UInt8? = nil,
        kinds: UInt8? = nil,
        options: [[UInt8]] = [],
        isThinned: Bool = false,
        receiveBuffer: Int? = nil
    ) async throws -> TestViewer {
        let all =
            (start.map { [Wire.option(3, [$0])] } ?? []) + (kinds.map { [Wire.option(5, [$0])] } ?? [])
            + (isThinned ? [Wire.option(9)] : []) + options
        let peer = try await join(.subscribe, name, options: all, receiveBuffer: receiveBuffer)
        return TestViewer(peer, kinds: kinds ?? 7, startsLive: start == 1, isThinned: isThinned)
    }

    /// A publisher that has sent a frame, and a viewer that has received it.
    func watched(_ tracks: [[UInt8]] = [Wire.track(0)]) async throws -> (TestPublisher, TestViewer) {
        let publisher = try await publisher(tracks)
        let number = UInt16(tracks.first?[1] ?? 0)
        let frame = await publisher.frame(0, track: number)
        try await publisher.peer.expectAlive()
        let viewer = try await viewer()
        try await viewer.expectTracks()
        try await viewer.expectFrame(frame)
        return (publisher, viewer)
    }

    /// A while in which the publisher may get viewer counts, and the viewers nothing. All of them answer pings.
    func pass(_ time: Duration, _ publisher: TestPublisher, _ viewers: TestViewer...) async throws {
        let deadline = ContinuousClock().now + time
        while ContinuousClock().now < deadline {
            let step = min(.milliseconds(100), deadline - ContinuousClock().now)
            try await publisher.peer.expectSilence(step, ignoring: [.viewerCount])
            for viewer in viewers { try await viewer.expectSilence(.zero) }
        }
    }
}
