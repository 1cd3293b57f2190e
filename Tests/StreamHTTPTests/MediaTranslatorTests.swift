import AAC
import NIOCore
import NIOHTTP1
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamHTTP

@Suite struct MediaTranslatorTests {
    private let welcome: ProtocolMessage = {
        var welcome = Welcome(
            epoch: 1,
            streamInstance: 7,
            maximumFrameLength: 1 << 20,
            pingInterval: 5_000,
            maximumLatency: 2_000,
            state: .live
        )
        welcome.grease = .random()
        return .welcome(welcome)
    }()

    private func tracks(
        _ configuration: [UInt8] = [0x11, 0x90],
        codecs: [FourCC] = [.h264, .aac]
    ) throws -> ProtocolMessage {
        let tracks = codecs.enumerated().map { index, codec in
            var track = Track(id: TrackID(UInt16(index)) ?? .zero, kind: codec == .aac ? .audio : .video, codec: codec)
            if codec == .aac { track.configuration = configuration }
            return track
        }
        return .tracks(try TrackTable(epoch: 1, tracks: tracks))
    }

    @Test func `without a number, the track with the lowest one is chosen`() throws {
        let tracks = [3, 1, 2, 0].compactMap { TrackID($0) }.map { id in
            Track(id: id, kind: id == .zero ? .audio : .video, codec: id == .zero ? .aac : .h264)
        }
        var request = MediaRequest(stream: .live, format: .h264)
        #expect(try request.choose(from: tracks).map(\.id) == [TrackID(1)])
        request.track = TrackID(3)
        #expect(try request.choose(from: tracks).map(\.id) == [TrackID(3)])
    }

    private func frame(_ track: UInt16, _ payload: [UInt8]) -> ProtocolMessage {
        let header = FrameHeader(track: TrackID(track) ?? .zero, decodeTime: 0, presentationTime: 0)
        return .frame(Frame(header, payload: payload))
    }

    private func bytes(_ messages: [ProtocolMessage]) -> ByteBuffer {
        .opening(messages)
    }

    /// The actions for these bytes, in pieces of `length`.
    private func actions(
        _ format: MediaFormat,
        _ bytes: ByteBuffer,
        length: Int = .max,
        track: UInt16? = nil
    ) -> [MediaTranslator.Action] {
        let request = MediaRequest(stream: .live, format: format, track: track.flatMap(TrackID.init))
        var translator = MediaTranslator(request)
        var actions: [MediaTranslator.Action] = []
        var rest = bytes
        while let piece = rest.readSlice(length: min(length, rest.readableBytes)), piece.readableBytes > 0 {
            translator.receive(piece)
            while let action = translator.next() { actions.append(action) }
        }
        return actions
    }

    @Test func `a wrapped frame may be longer than a publisher's`() throws {
        let long = frame(0, Array(repeating: 1, count: 1 << 20) + [2])
        let lengths = actions(.h264, bytes([welcome, try tracks(), long])).compactMap { action in
            if case .send(_, let payload) = action { payload.readableBytes } else { nil }
        }
        #expect(lengths == [(1 << 20) + 1])
    }

    @Test func `only the track that was asked for is sent`() throws {
        let ping = Ping(sent: 5)
        let gap = Gap(track: .zero, reason: .latency, epoch: 1, first: 1, count: 2)
        let messages = [
            welcome, .ping(ping), try tracks(), frame(0, [1, 2]), frame(1, [3]), .gap(gap), frame(0, [4]),
            .streamState(.interrupted), try tracks(), frame(0, [5]), .goodbye(Ending(.endOfStream, "")), frame(0, [6]),
        ]
        let expected: [MediaTranslator.Action] = [
            .answer(ping), .begin, .send(prefix: [], payload: ByteBuffer(bytes: [1, 2])),
            .send(prefix: [], payload: ByteBuffer(bytes: [4])), .send(prefix: [], payload: ByteBuffer(bytes: [5])),
            .finish(isWhole: true),
        ]
        let all = bytes(messages)
        for length in 1...all.readableBytes {
            #expect(actions(.h264, all, length: length) == expected, "in pieces of \(length)")
        }
    }

    @Test func `AAC gets an ADTS header of its configuration`() throws {
        let messages = [
            welcome, try tracks([0x11, 0x90]), frame(1, [1, 2, 3]), frame(0, [9]), try tracks([0x12, 0x08]),
            frame(1, [4]),
        ]
        let sent = actions(.aac, bytes(messages)).compactMap { action -> (prefix: [UInt8], payload: ByteBuffer)? in
            if case .send(let prefix, let payload) = action { (prefix, payload) } else { nil }
        }
        #expect(sent.map(\.payload) == [ByteBuffer(bytes: [1, 2, 3]), ByteBuffer(bytes: [4])])
        let headers = try sent.map { try ADTSHeader($0.prefix.span.bytes) }
        #expect(headers.map(\.samplingFrequency.hertz) == [48_000, 44_100])
        #expect(headers.map(\.frameLength) == [10, 8])
        #expect(headers.map(\.channelConfiguration) == [2, 1])
    }

    @Test func `payloads are not copied`() throws {
        let frame = frame(0, Array(repeating: 7, count: 5_000))
        var translator = MediaTranslator(MediaRequest(stream: .live, format: .h264))
        translator.receive(bytes([welcome, try tracks()]))
        while translator.next() != nil {}
        let message = frame.encoded()
        translator.receive(message)
        guard case .send(_, let payload) = translator.next() else { throw ProtocolError(.internalFault, "no frame") }
        let original = message.withUnsafeReadableBytes { UInt(bitPattern: $0.baseAddress) + UInt(FrameHeader.length) }
        #expect(payload.withUnsafeReadableBytes { UInt(bitPattern: $0.baseAddress) } == original)
    }

    @Test func `an error before the tracks is a refusal`() {
        let error = ProtocolError(.tooManyViewers, "Full.", retryAfter: 3_000)
        let refused = actions(.h264, bytes([.error(Ending(error))]))
        #expect(refused == [.refuse(HTTPRefusal(error))])
    }

    @Test(arguments: [ErrorCode.draining, .tooSlow, .silent, .dismissed])
    func `a response that ends early is incomplete`(code: ErrorCode) throws {
        let all = bytes([welcome, try tracks(), .goodbye(Ending(code, ""))])
        #expect(actions(.h264, all) == [.begin, .finish(isWhole: false)])
    }

    @Test func `a missing track ends the session and then the request`() throws {
        let cases: [(MediaFormat, UInt16?, [FourCC])] = [
            (.h264, nil, [.aac]), (.aac, nil, [.h264]), (.h264, 1, [.h264, .aac]), (.h264, 4, [.h264]),
        ]
        for (format, track, codecs) in cases {
            var answers = actions(
                format,
                bytes([welcome, try tracks(codecs: codecs), frame(0, [1])]),
                track: track
            )
            guard case .endSession(let error) = answers.popLast() else { throw ProtocolError(.internalFault, "no end") }
            #expect(error.code == .streamNotFound)
            #expect(answers.isEmpty)
        }
    }

    @Test func `a relay that closes without a message is an error`() throws {
        var translator = MediaTranslator(MediaRequest(stream: .live, format: .h264))
        guard case .refuse(let refusal) = translator.end() else { throw ProtocolError(.internalFault, "no refusal") }
        #expect(refusal.status == .internalServerError)
        #expect(translator.end() == nil)
    }

    @Test func `a publisher that sends no tracks in time ends the session`() throws {
        let deadline = NIODeadline.uptimeNanoseconds(1)
        let error = ProtocolError(.streamNotFound, "Nothing is sent on 'live' yet; try again later.")
        var translator = MediaTranslator(MediaRequest(stream: .live, format: .h264), deadline: deadline)
        #expect(translator.tick(at: deadline) == nil)
        #expect(translator.tick(at: deadline + .seconds(1)) == .endSession(error))
        #expect(translator.tick(at: deadline + .seconds(2)) == nil)
        translator.receive(bytes([.error(Ending(error))]))
        #expect(translator.next() == .refuse(HTTPRefusal(error)))
    }

    @Test func `a track that has begun has no deadline`() throws {
        var translator = MediaTranslator(
            MediaRequest(stream: .live, format: .h264),
            deadline: .uptimeNanoseconds(1)
        )
        translator.receive(bytes([welcome, try tracks()]))
        #expect(translator.next() == .begin)
        #expect(translator.tick(at: .now()) == nil)
    }
}
