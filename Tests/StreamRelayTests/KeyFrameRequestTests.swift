import NIOCore
import StreamProtocol
import Synchronization
import Testing

@testable import StreamRelay

@Suite struct KeyFrameRequestBackoffTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    /// The seconds at which a viewer that asks every second is heard.
    private func heard(for seconds: Range<Int64>, _ backoff: inout KeyFrameRequestBackoff) -> [Int64] {
        seconds.filter { second in
            let now = start + .seconds(second)
            guard backoff.allowsRequest(at: now) else { return false }
            backoff.recordRequest(forwarded: true, at: now)
            return true
        }
    }

    @Test func `a viewer that keeps requesting is answered less and less often`() {
        var backoff = KeyFrameRequestBackoff()
        #expect(heard(for: 0..<300, &backoff) == [0, 2, 6, 14, 30, 62, 122, 182, 242])
    }

    @Test func `a viewer that has not requested for a while starts again`() {
        var backoff = KeyFrameRequestBackoff()
        #expect(heard(for: 0..<10, &backoff) == [0, 2, 6])
        #expect(heard(for: 69..<80, &backoff) == [69], "it has not rested for long enough")
        #expect(heard(for: 140..<150, &backoff) == [140, 142, 146])
    }

    @Test func `a request without an effect is soon accepted again`() {
        var backoff = KeyFrameRequestBackoff()
        var answers: [Bool] = []
        for milliseconds in [0, 499, 500, 1_000] as [Int64] {
            let now = start + .milliseconds(milliseconds)
            answers.append(backoff.allowsRequest(at: now))
            if answers.last == true { backoff.recordRequest(forwarded: false, at: now) }
        }
        #expect(answers == [true, false, true, true])
    }
}

/// A publisher that records the requests for key frames.
final class AskedPublisher: Stream.PublisherConnection {
    let lastActivity = NIODeadline.now()
    let participant: Participant? =
        Participant(connection: 1, peer: nil, isEncrypted: false, carrier: .streamd, since: 0)
    private let asked = Mutex<[TrackID]>([])

    var requests: [TrackID] { asked.withLock { $0 } }

    func replaced() {}
    func viewersJoined() {}
    func keyFrameRequested(_ track: TrackID) { asked.withLock { $0.append(track) } }
    func dismissed() {}
    func refused(because error: ProtocolError) {}
}

/// Which viewers may ask a stream's publisher for a key frame, and of which tracks.
@Suite struct StreamKeyFrameTests {
    private let publisher = AskedPublisher()
    private let stream = Stream(name: .live, settings: StreamSettings())
    private let now = NIODeadline.uptimeNanoseconds(0) + .seconds(100)

    /// A picture and a sound are published.
    init() throws {
        let grant = try stream.beginPublishing(
            InstanceID(high: 0, low: 1),
            connection: publisher,
            silenceLimit: .seconds(10),
            now: now
        )
        var entries = EntryFactory(epoch: grant.epoch, now: now)
        _ = stream.append(try entries.tracks([.video, .audio], epoch: grant.epoch), by: grant)
        for track in [.zero, .one] as [TrackID] {
            _ = stream.append(try entries.frame(track, randomAccess: true), by: grant)
        }
    }

    @Test func `a viewer may request key frames of the tracks it is sent`() {
        #expect(!stream.requestKeyFrame(of: .zero, for: TrackKinds(.audio), at: now), "it has no video")
        #expect(!stream.requestKeyFrame(of: .one, for: .all, at: now), "sound has nothing but random access points")
        #expect(!stream.requestKeyFrame(of: TrackID(2) ?? .zero, for: .all, at: now), "there is no such track")
        #expect(publisher.requests.isEmpty)
        #expect(stream.requestKeyFrame(of: .zero, for: TrackKinds(.video), at: now))
        #expect(publisher.requests == [.zero])
    }

    @Test func `a viewer of sound needs no key frame`() {
        #expect(!stream.requestKeyFrame(for: TrackKinds(.audio), because: .lag, at: now))
        #expect(publisher.requests.isEmpty)
        #expect(stream.requestKeyFrame(for: .all, because: .lag, at: now))
        #expect(publisher.requests == [.zero])
    }
}
