import Containers
import NIOCore
import StreamProtocol
import Testing

@testable import streamd

@Suite struct ContainerOutputTests {
    /// The bytes that the actions leave in a file, whether they are steps or appended.
    private static func bytes(_ actions: [OutputAction]) -> [UInt8] {
        var bytes: [UInt8] = []
        for action in actions {
            switch action {
            case .append(let new): bytes += new
            case .file(.write(let new, let offset)):
                let end = Int(offset) + new.count
                if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
                bytes.replaceSubrange(Int(offset)..<end, with: new)
            case .file, .note, .end: break
            }
        }
        return bytes
    }

    private static func index(_ bytes: [UInt8]) throws -> MP4Index {
        try MP4Index(size: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
    }

    private static func write(
        _ frames: [Frame],
        to output: inout ContainerOutput,
        finishes: Bool = true
    ) throws -> [OutputAction] {
        var actions = try output.follow(MadeFrames.table())
        #expect(actions.isEmpty)
        for frame in frames { actions += output.take(frame, arrival: 0) }
        return actions + (finishes ? output.finish() : [])
    }

    @Test func `a file is finished at the end`() throws {
        var output = ContainerOutput(.any, format: .mp4, isFile: true)
        let index = try Self.index(Self.bytes(Self.write(MadeFrames.all, to: &output)))
        #expect(index.isComplete)
        #expect(index.tracks.map { $0.samples.count } == [25, 47])
        #expect(index.tracks.map { $0.track.isVideo } == [true, false])
    }

    @Test func `a pipe gets a beginning and a fragment for each frame`() throws {
        var output = ContainerOutput(.any, format: .mp4, isFile: false)
        let actions = try Self.write(MadeFrames.all, to: &output)
        #expect(actions.count == 1 + MadeFrames.all.count)
        let index = try Self.index(Self.bytes(actions))
        #expect(!index.isComplete)
        #expect(index.tracks.map { $0.samples.count } == [25, 47])
    }

    @Test func `a transport stream holds all frames`() throws {
        var output = ContainerOutput(.any, format: .ts, isFile: true)
        let actions = try Self.write(MadeFrames.all, to: &output)
        #expect(actions.count == MadeFrames.all.count)
        let bytes = Self.bytes(actions)
        #expect(bytes.count.isMultiple(of: 188))
        #expect(stride(from: 0, to: bytes.count, by: 188).allSatisfy { bytes[$0] == 0x47 })
    }

    /// Matroska begins with the element EBML (RFC 8794 11.2.1).
    @Test(.enabled(if: MatroskaOutput.isAvailable), arguments: [true, false])
    func `Matroska holds all frames, and a file has an index`(isFile: Bool) throws {
        var output = ContainerOutput(.any, format: .mkv, isFile: isFile)
        let actions = try Self.write(MadeFrames.all, to: &output)
        #expect(!actions.contains { if case .end = $0 { true } else { false } })
        let bytes = Self.bytes(actions)
        #expect(bytes.starts(with: [0x1a, 0x45, 0xdf, 0xa3]))
        #expect(bytes.count > MadeFrames.all.count * 6)
        // Cues (5.1.5) are written where the output can be, behind the last cluster.
        let hasCues = bytes.indices.dropLast(3).contains { bytes[$0...].starts(with: [0x1c, 0x53, 0xbb, 0x6b]) }
        #expect(hasCues == isFile)
        let isAppended = actions.allSatisfy { if case .append = $0 { true } else { false } }
        #expect(isAppended == !isFile)
    }

    @Test(.enabled(if: MatroskaOutput.isAvailable)) func `a Matroska file ends where the format changes`() throws {
        let other = MadeFrames.frame(.zero, 6_000_000, 0, MadeFrames.picture(0, widthInMbs: 4))
        var file = ContainerOutput(.any, format: .mkv, isFile: true)
        _ = try Self.write(MadeFrames.all, to: &file, finishes: false)
        guard case .end(let failure) = file.take(other, arrival: 0).last else {
            Issue.record("the file goes on")
            return
        }
        #expect(failure.message.contains("one Matroska file cannot hold"))
    }

    @Test(.enabled(if: !MatroskaOutput.isAvailable)) func `a build without FFmpeg has no Matroska`() throws {
        #expect(throws: Failure.noMatroska) { try OutputFormat(path: "out.mkv") }
        #expect(throws: Failure.noMatroska) { try OutputFormat.mkv.checkAvailability() }
    }

    @Test func `one track can be chosen`() throws {
        var output = ContainerOutput(.kind(.audio), format: .mp4, isFile: true)
        let index = try Self.index(Self.bytes(Self.write(MadeFrames.all, to: &output)))
        #expect(index.tracks.map { $0.track.id } == [2])
    }

    @Test func `nothing is written without a frame`() throws {
        for format in [OutputFormat.mp4, .ts] {
            var output = ContainerOutput(.any, format: format, isFile: true)
            #expect(try Self.write([], to: &output) == [])
        }
    }

    @Test func `an MP4 ends where the format changes, and a transport stream goes on`() throws {
        let other = MadeFrames.frame(.zero, 6_000_000, 0, MadeFrames.picture(0, widthInMbs: 4))
        var file = ContainerOutput(.any, format: .mp4, isFile: true)
        var actions = try Self.write(MadeFrames.all, to: &file, finishes: false)
        let last = file.take(other, arrival: 0)
        guard case .end(let failure) = last.last else {
            Issue.record("the file goes on")
            return
        }
        #expect(failure.message.contains("--format ts"))
        actions += last + file.finish()
        #expect(try Self.index(Self.bytes(actions)).isComplete)

        var stream = ContainerOutput(.any, format: .ts, isFile: true)
        _ = try Self.write(MadeFrames.all, to: &stream)
        #expect(!Self.bytes(stream.take(other, arrival: 0)).isEmpty)
    }

    @Test func `sound of another kind ends an MP4`() throws {
        var file = ContainerOutput(.any, format: .mp4, isFile: true)
        _ = try Self.write(MadeFrames.all, to: &file, finishes: false)
        guard case .end = try file.follow(MadeFrames.table(soundConfiguration: [0x12, 0x10])).last else {
            Issue.record("the file goes on")
            return
        }
    }

    @Test func `a stream without a track that fits is refused`() throws {
        var output = ContainerOutput(.kind(.video), format: .ts, isFile: true)
        #expect(throws: Failure.self) { try output.follow(MadeFrames.table(codec: FourCC(rawValue: 0x6176_3031))) }
        var missing = ContainerOutput(.number(TrackID(9) ?? .zero), format: .ts, isFile: true)
        #expect(throws: Failure.self) { try missing.follow(MadeFrames.table()) }
    }

    @Test func `sound that waits for pictures is written at the end`() throws {
        var output = ContainerOutput(.any, format: .mp4, isFile: true)
        let sound = MadeFrames.all.filter { $0.header.track == MadeFrames.sound }
        let index = try Self.index(Self.bytes(Self.write(sound, to: &output)))
        #expect(index.isComplete)
        #expect(index.tracks.map { $0.samples.count } == [47])
    }

    @Test func `a track whose configuration cannot be read is refused with this reason`() throws {
        var output = ContainerOutput(.kind(.audio), format: .mp4, isFile: true)
        let failure = #expect(throws: Failure.self) { try output.follow(MadeFrames.table(soundConfiguration: [])) }
        #expect(failure?.message == "The configuration of track 1 (mp4a) cannot be read; correct it in the publisher.")
    }
}
