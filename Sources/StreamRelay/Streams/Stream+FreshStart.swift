import NIOCore
import Platform
import StreamProtocol

/// Fresh random access points for players that show the stream as late as its first picture was when they joined.
extension Stream {
    /// How old the newest position is at which a viewer of all tracks begins; `nil` if there is none.
    func startAge(at now: NIODeadline) -> TimeAmount? {
        state.withLock { state in
            state.log.newestRandomAccess(for: .all).map { max(.zero, now - state.log.arrival(at: $0)) }
        }
    }
}

extension RelayControl {
    /// Asks the publisher of a stream for a key frame, if the position at which a viewer would begin is older than
    /// `age`. At most one such request is made in ``KeyFrameRequests/intervalWithPicture``.
    ///
    /// - Returns: Whether the publisher was asked.
    package func requestFreshStart(of name: StreamName, olderThan age: TimeAmount) -> Bool {
        let now = NIODeadline.now()
        guard let stream = core.registry.stream(name), let found = stream.startAge(at: now), found > age else {
            return false
        }
        return stream.requestKeyFrame(for: .all, because: .lag, at: now)
    }

    /// Whether a viewer of a stream would begin with a frame that is not older than `age`.
    package func hasStart(of name: StreamName, within age: TimeAmount) -> Bool {
        core.registry.stream(name)?.startAge(at: .now()).map { $0 <= age } ?? false
    }
}
