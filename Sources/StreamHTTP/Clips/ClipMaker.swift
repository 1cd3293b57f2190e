import NIOCore
import Platform
import StreamMedia
import StreamProtocol
import StreamRelay

/// A finished clip. It holds the frames as the log has them, and their memory counts for the relay's budget.
struct Clip: Sendable {
    let head: [UInt8]
    let samples: [ClipAssembler.Sample]
    /// Holds the memory's charges; `nil` for frames that are in no log.
    let excerpt: StreamExcerpt?
    /// Bytes of the samples.
    let sampleLength: Int

    /// Bytes of the response.
    var length: Int { head.count + sampleLength }

    /// Bytes that it takes beside the frames.
    var ownLength: Int { head.count + samples.count * ClipAssembler.overhead }
}

/// Makes the clips of a relay, one at a time, on a thread of the concurrency pool: the frames of a clip are searched for
/// NAL units, which would keep an event loop from its viewers for milliseconds.
actor ClipMaker {
    /// Clips that are made or wait for it. A clip takes some milliseconds, so the last of them waits for less than a
    /// second or two.
    static let maximumPending = 64
    /// How long a clip serves all who ask for the same: many ask for the last seconds in the same moment. It ends up to
    /// this much before the newest frame.
    static let sharedTime = Duration.milliseconds(500)

    private let sharedTime: Duration
    private nonisolated let pending = Atomic(0)
    /// The clips that were made within ``sharedTime``.
    private var recent: [ClipRequest: Clip] = [:]

    init(sharedTime: Duration = ClipMaker.sharedTime) { self.sharedTime = sharedTime }

    /// Makes a clip of the frames that the log has now.
    ///
    /// - Throws: ``ProtocolError`` if there is no such stream or track, or the relay has too much to do.
    nonisolated func clip(_ request: ClipRequest, of relay: RelayControl) async throws -> Clip {
        defer { pending.subtract(1, ordering: .relaxed) }
        guard pending.add(1, ordering: .relaxed).newValue <= Self.maximumPending else {
            throw ProtocolError(
                .overloaded,
                "The relay makes \(Self.maximumPending) clips already; ask again in a moment.",
                retryAfter: 1_000
            )
        }
        return try await make(request, of: relay)
    }

    private func make(_ request: ClipRequest, of relay: RelayControl) throws(ProtocolError) -> Clip {
        if let clip = recent[request] { return clip }
        guard let excerpt = try relay.excerpt(of: request.media.stream, aged: request.last) else {
            throw request.nothingFound
        }
        let clip = try Clip(request, excerpt)
        recent[request] = clip
        // It holds the frames of the log for no longer.
        Task {
            try await Task.sleep(for: sharedTime)
            recent[request] = nil
        }
        return clip
    }
}

extension Clip {
    /// - Throws: ``ProtocolError`` if the frames are of other tracks, or cannot be decoded.
    init(_ request: ClipRequest, _ excerpt: StreamExcerpt) throws(ProtocolError) {
        var assembler = ClipAssembler()
        var tracks: [Track] = []
        elements: for element in excerpt.elements {
            // The relay has read or made the message itself.
            guard let message = try? ProtocolMessage(encoded: element.message) else { continue }
            switch message {
            case .tracks(let table):
                tracks = table.tracks
                assembler.follow(request.choose(from: tracks))
            case .gap(let gap): assembler.take(gap)
            case .frame(let frame):
                let arrival = Int64(clamping: element.arrival.uptimeNanoseconds / 1_000)
                guard assembler.take(frame, arrival: arrival) else { break elements }
            default: break
            }
        }
        assembler.finish()
        let head = assembler.head()
        guard !head.isEmpty else {
            _ = try request.media.choose(from: tracks)
            throw request.nothingFound
        }
        self.init(
            head: head,
            samples: assembler.samples,
            excerpt: excerpt,
            sampleLength: assembler.sampleLength
        )
    }
}

extension ClipRequest {
    /// The log has no frame with which a clip can begin.
    var nothingFound: ProtocolError {
        ProtocolError(
            .streamNotFound,
            "The relay has no picture or sound of '\(media.stream)'; check the name, or wait for its publisher."
        )
    }
}
