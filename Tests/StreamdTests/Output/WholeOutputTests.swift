import Platform
import TestSupport
import Testing

@testable import streamd

@Suite struct WholeOutputTests {
    private struct Interruption: Error {}

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func exists(_ name: String) -> Bool { FileStatus(path: folder.path(name)) != nil }

    @Test func `a file has its name when it is complete`() async throws {
        try await WholeOutput.write(to: OutputTarget(folder.path("clip.mp4"), overwrites: false)) { [folder] sink in
            try await sink.write([1, 2])
            #expect(FileStatus(path: folder.path("clip.mp4")) == nil)
            #expect(try folder.bytes(of: "clip.mp4.part") == [1, 2])
            try await sink.write([3])
        }
        #expect(try folder.bytes(of: "clip.mp4") == [1, 2, 3])
        #expect(!exists("clip.mp4.part"))
    }

    @Test(arguments: [false, true]) func `an error leaves no part of a file, and an earlier file as it is`(
        isOverwritten: Bool
    ) async throws {
        if isOverwritten { try folder.write([7], to: "clip.mp4") }
        let target = try OutputTarget(folder.path("clip.mp4"), overwrites: isOverwritten)
        await #expect(throws: Interruption.self) {
            try await WholeOutput.write(to: target) { sink in
                try await sink.write([1, 2])
                throw Interruption()
            }
        }
        #expect(!exists("clip.mp4.part"))
        #expect(exists("clip.mp4") == isOverwritten)
        if isOverwritten { #expect(try folder.bytes(of: "clip.mp4") == [7]) }
    }

    @Test func `a file is replaced as a whole, also behind a link`() async throws {
        try folder.write([7], to: "clip.mp4")
        #expect(symlink(folder.path("clip.mp4"), folder.path("link.mp4")) == 0)
        try await WholeOutput.write(to: OutputTarget(folder.path("link.mp4"), overwrites: true)) { [folder] sink in
            try await sink.write([1, 2])
            #expect(try folder.bytes(of: "clip.mp4") == [7])
        }
        #expect(try folder.bytes(of: "clip.mp4") == [1, 2])
        #expect(try folder.bytes(of: "link.mp4") == [1, 2])
    }

    @Test func `a file that comes in the meantime stays`() async throws {
        let target = try OutputTarget(folder.path("clip.mp4"), overwrites: false)
        let failure = await #expect(throws: Failure.self) {
            try await WholeOutput.write(to: target) { [folder] sink in
                try await sink.write([1, 2])
                try folder.write([7], to: "clip.mp4")
            }
        }
        #expect(failure?.message.contains("exists; choose another name") == true)
        #expect(try folder.bytes(of: "clip.mp4") == [7])
        #expect(!exists("clip.mp4.part"))
    }

    @Test func `a part that another command writes stays`() async throws {
        try folder.write([7], to: "clip.mp4.part")
        let target = try OutputTarget(folder.path("clip.mp4"), overwrites: true)
        let failure = await #expect(throws: Failure.self) { try await WholeOutput.write(to: target) { _ in } }
        #expect(failure?.message.contains("another command writes it") == true)
        #expect(try folder.bytes(of: "clip.mp4.part") == [7])
    }

    @Test func `a device is written as it is`() async throws {
        let target = try OutputTarget("/dev/null", overwrites: false)
        try await WholeOutput.write(to: target) { sink in try await sink.write([1, 2]) }
        #expect(FileStatus(path: "/dev/null.part") == nil)
    }
}
