import NIOCore
import StreamClient
import StreamProtocol

/// A publisher of made-up frames, whose connection a test can break.
public final class TestPublisher: Sendable {
    public let outlet: PublishOutlet
    private let running: Task<Void, any Error>

    /// - Parameter kinds: The kinds of its tracks; without any, it sets none.
    public init(_ configuration: ClientConfiguration, kinds: [TrackKind] = [.video]) throws {
        let publisher = StreamPublisher(configuration)
        outlet = publisher.outlet
        let tracks = kinds.enumerated().compactMap { index, kind in
            TrackID(UInt16(index)).map { Track(id: $0, kind: kind, codec: kind == .audio ? .aac : .h264) }
        }
        if !tracks.isEmpty { try outlet.setTracks(tracks) }
        running = Task { try await publisher.run() }
    }

    deinit { running.cancel() }

    /// Sends a group of pictures: a random access point and frames that need it.
    public func sendGroup(of count: Int = 5, payload: Int = 100, track: TrackID = .zero) async throws {
        for index in 0..<count {
            try await outlet.send(
                MediaFrame(
                    track: track,
                    flags: index == 0 ? .randomAccess : [],
                    decodeTime: MediaTime(microseconds: Int64(index)),
                    presentationTime: MediaTime(microseconds: Int64(index)),
                    captureTime: .microseconds(WallClock.system.now),
                    payload: ByteBuffer(repeating: UInt8(truncatingIfNeeded: index), count: payload)
                )
            )
        }
    }

    /// Ends the stream, and waits until the relay knows.
    public func finish() async throws {
        outlet.finish(within: nil)
        try await running.value
    }

    /// Breaks the connection without a goodbye.
    public func vanish() async {
        running.cancel()
        _ = await running.result
    }

    /// What ended it.
    public func failure() async -> (any Error)? {
        switch await running.result {
        case .success: nil
        case .failure(let error): error
        }
    }
}
