import NIOCore
import Platform
import StreamProtocol

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
        // The last reference to the shard must not go within the lock.
        let removed = state.withLock { state in
            state.shards.firstIndex { $0.isShard(of: loop) }.map { state.shards.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }

    /// The price of the log that a viewer needs, in bytes of ``WorkCost``; 0 if the log exists.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/overloaded`` if the stream has all the logs that it may have.
    func price(of wrapping: any FrameWrapping) throws(ProtocolError) -> Int {
        // Frees its memory outside the lock.
        var unused: WrappedLog?
        defer { withExtendedLifetime(unused) {} }
        return try state.withLock { state throws(ProtocolError) in
            guard state.wrapped[wrapping.key] == nil else { return 0 }
            if state.wrapped.count >= WrappedLog.limit {
                // One that only waits for its end makes room.
                guard let key = state.wrapped.first(where: { $0.value.stream.hasNoShards })?.key else {
                    throw ProtocolError(
                        .overloaded,
                        "The stream '\(name)' is wrapped in all the \(WrappedLog.limit) forms it may have; "
                            + "leave out the track's number, or try again later."
                    )
                }
                unused = state.wrapped.removeValue(forKey: key)
            }
            return WrappedLog.firstEntries(of: state.log).reduce(0) { $0 + state.log[$1].cost }
                / WorkCost.wrappedBytesPerByte
        }
    }

    var hasNoShards: Bool { state.withLock { $0.shards.isEmpty } }

    /// Appends an entry with a wrapped frame, or with another message for the viewers of wrapped frames.
    func appendWrapped(_ entry: LogEntry) {
        var entry = entry
        entry.charge = MemoryCharge(entry.cost, in: memory)
        state.withLock { appendLater(entry, to: &$0) }
    }
}
