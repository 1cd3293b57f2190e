import NIOCore
import StreamProtocol
import Synchronization

/// The shards of a stream, one for each event loop with viewers, and its logs of wrapped frames.
extension Stream {
    /// The shard of this event loop, made with a copy of the log if there is none. To be called on the loop.
    ///
    /// - Parameter wrapping: How the viewers of the shard need their frames; `nil` for the publisher's own messages.
    func shard(on loop: RelayLoop, wrapping: (any FrameWrapping)? = nil) -> StreamShard {
        loop.eventLoop.preconditionInEventLoop()
        guard let wrapping else { return handle(on: loop).shard }
        // Within the lock, so that the log is not removed before it has the shard.
        return state.withLock { state in
            let log = state.wrapped[wrapping.key] ?? WrappedLog(of: self, wrapping, beginningWith: state.log)
            state.wrapped[wrapping.key] = log
            return log.stream.handle(on: loop)
        }.shard
    }

    private func handle(on loop: RelayLoop) -> StreamShard.Handle {
        state.withLock { state in
            if let handle = state.shards.first(where: { $0.isShard(of: loop) }) { return handle }
            let shard = StreamShard(stream: self, log: state.log, loop: loop)
            let handle = StreamShard.Handle(shard, of: loop)
            state.shards.append(handle)
            return handle
        }
    }

    func removeShard(of loop: RelayLoop) {
        let (origin, wrapping) = state.withLock { state in
            state.shards.removeAll { $0.isShard(of: loop) }
            return (state.origin, state.key)
        }
        origin?.removeWrappedLog(wrapping)
    }

    /// Removes a log of wrapped frames that has no viewers.
    private func removeWrappedLog(_ key: String) {
        // The last reference must not go within the lock.
        let removed = state.withLock { state -> WrappedLog? in
            guard let log = state.wrapped[key], log.stream.hasNoShards else { return nil }
            return state.wrapped.removeValue(forKey: key)
        }
        _ = removed
    }

    private var hasNoShards: Bool { state.withLock { $0.shards.isEmpty } }

    /// Appends an entry with a wrapped frame, or with another message for the viewers of wrapped frames.
    func appendWrapped(_ entry: LogEntry) {
        var entry = entry
        entry.charge = MemoryCharge(entry.cost, in: memory)
        state.withLock { appendLater(entry, to: &$0) }
    }
}
