import NIOCore
import StreamProtocol
import Testing

@testable import StreamClient

@Suite struct WatchedFrameTests {
    private func frames(_ events: [WatchEvent]) -> [WatchedFrame] {
        events.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
    }

    private func receive(_ frame: Frame, _ session: inout WatchSession) throws -> [WatchedFrame] {
        frames(try session.receive(.message(.frame(frame)), at: .now, wallTime: 1_000_000))
    }

    @Test func `a frame has its bytes, its times and the kind of its picture`() throws {
        var session = WatchSession(at: .now)
        _ = try session.receive(.welcomed(.sample()), at: .now, wallTime: 0)
        let header = FrameHeader(
            track: .video,
            flags: .randomAccess,
            epoch: 1,
            sequence: 4,
            decodeTime: 20_000,
            presentationTime: 60_000
        )
        let frame = try #require(try receive(Frame(header, payload: [1, 2, 3]), &session).first)
        #expect(frame.bytes == [1, 2, 3] && frame.isRandomAccess && frame.track == .video && frame.sequence == 4)
        #expect(frame.presentationTime - frame.decodeTime == .milliseconds(40) && frame.captureTime == nil)
        #expect(try receive(.sample(5), &session).first?.captureTime == .seconds(1))
    }

    @Test func `the generation changes with the epoch and with the relay's instance`() throws {
        var session = WatchSession(at: .now)
        _ = try session.receive(.welcomed(.sample(streamInstance: 1)), at: .now, wallTime: 0)
        var found = try receive(.sample(0), &session) + receive(.sample(1), &session)
        found += try receive(.sample(0, epoch: 2), &session)
        _ = try session.receive(.welcomed(.sample(streamInstance: 2)), at: .now, wallTime: 0)
        found += try receive(.sample(0), &session)
        #expect(found.map(\.generation.epoch) == [1, 1, 2, 1])
        #expect(found.map(\.generation.streamInstance) == [1, 1, 1, 2])
        #expect(Set(found.map(\.generation)).count == 3)
    }
}
