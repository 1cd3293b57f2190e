import NIOCore
import StreamProtocol

/// What a session is told by its event loop and by its stream.
extension SessionHandler {
    /// Looks at the clock.
    func tick(at now: NIODeadline) {
        if case .leaving(let lastWord) = role { return tick(lastWord, at: now) }
        if case .viewer(let viewer) = role {
            switch viewer.lookAtProgress(at: now) {
            case .idle, .none: break
            case .progress: machine.progressed(at: now)
            case .stalled: return end(with: .stalled)
            }
        }
        switch machine.tick(at: now) {
        case .nothing: break
        case .ping: askForSignOfLife(at: now)
        case .end(let error): end(with: error)
        }
        tellViewers()
        if let context, case .publisher(let publisher) = role, !publisher.mustWait { resumeReading(context) }
    }

    private func tick(_ lastWord: LastWord, at now: NIODeadline) {
        var lastWord = lastWord
        if unsentAtEnd.bytes > 0, let unsent = context?.channel.unsentBytes {
            unsentAtEnd.settle(unsent, in: core.memory)
        }
        if lastWord.hasPatience, let bytes = context?.socket.flatMap(Acknowledgement.bytes(on:)) {
            lastWord.acknowledged(bytes, at: now)
            role = .leaving(lastWord)
        }
        if lastWord.isOver(at: now) { context?.close(promise: nil) }
    }

    private func askForSignOfLife(at now: NIODeadline) {
        if case .viewer(let viewer) = role, viewer.hasTakenFrames() { return machine.progressed(at: now) }
        let sent = Int64.now()
        machine.asked(sent)
        send(.ping(Ping(sent: sent)))
    }

    /// The relay needs the memory that this connection holds.
    func evict(because error: ProtocolError) {
        // A publisher reads why; what it had on its way is given back at once.
        if case .publisher = role { return end(with: error) }
        end(with: error)
        // For a viewer that does not read, the error waits behind what holds the memory.
        context?.close(promise: nil)
    }

    /// Tells a publisher how many watch, where that is news.
    func tellViewers() {
        if case .publisher(let publisher) = role, let count = publisher.changedViewerCount() {
            send(.viewerCount(count))
        }
    }

    /// Asks the publisher for a key frame, now that somebody needs one.
    func askForKeyFrame(of track: TrackID) {
        core.metrics.askedForKeyFrame()
        send(.keyFrameRequest(KeyFrameRequest(track: track)))
    }

    /// The same publisher has come back on another connection.
    func wasReplaced() {
        end(saying: .goodbye(Ending(.replaced, "This publisher has connected again.")))
    }

    /// The relay's operator wants it gone, for good.
    ///
    /// - Parameter endsStream: Whether what it publishes has ended, and nobody is to wait for another publisher.
    func dismiss(endsStream: Bool) {
        end(
            saying: .error(Ending(ProtocolError(.dismissed, "The relay's operator ended this connection."))),
            endsStream: endsStream
        )
    }
}

extension ProtocolError {
    fileprivate static let stalled = ProtocolError(
        .tooSlow,
        "This viewer has taken nothing of what was sent to it for seconds; read on, or join again."
    )
}
