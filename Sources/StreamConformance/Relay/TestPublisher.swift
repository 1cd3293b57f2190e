/// A publisher of a case, which counts its frames.
package final class TestPublisher: Sendable {
    package let peer: Peer
    package let epoch: UInt32

    init(_ peer: Peer, epoch: UInt32) {
        self.peer = peer
        self.epoch = epoch
    }

    package func tracks(_ tracks: [[UInt8]], epoch: UInt32? = nil) async {
        await peer.send(Wire.tracks(epoch: epoch ?? self.epoch, tracks))
    }

    /// Sends a frame; a random access point unless flags are given.
    @discardableResult
    package func frame(
        _ sequence: UInt64,
        track: UInt16 = 0,
        flags: UInt16 = FrameFields.randomAccess,
        epoch: UInt32? = nil,
        captureTime: Int64 = 0,
        payload: [UInt8] = [0, 0, 0, 1, 0x65, 0x88]
    ) async -> FrameFields {
        let frame = FrameFields(
            sequence,
            epoch: epoch ?? self.epoch,
            track: track,
            flags: flags,
            captureTime: captureTime,
            payload: payload
        )
        await peer.send(frame.bytes)
        return frame
    }

    package func gap(first: UInt64, count: UInt64, track: UInt16 = 0, reason: UInt8 = 3) async {
        await peer.send(Wire.gap(track: track, reason: reason, epoch: epoch, first: first, count: count))
    }

    /// Ends the stream, and waits until the relay has closed.
    package func endStream() async throws {
        await peer.send(Wire.ending(.goodbye, code: 1))
        await peer.finishSending()
        try await peer.expectClose()
    }
}
