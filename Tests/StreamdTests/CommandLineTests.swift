import ArgumentParser
import StreamCapture
import Testing

@testable import streamd

/// Mistakes on the command line, and what the user reads then.
@Suite struct CommandLineTests {
    @Test(arguments: [
        (["watc"], "There is no command 'watc' of streamd; did you mean 'watch'?"),
        (["publsh", "test:"], "There is no command 'publsh' of streamd; did you mean 'publish'?"),
        (["help", "relai"], "There is no command 'relai' of streamd; did you mean 'relay'?"),
        (["ctl", "strems"], "There is no command 'strems' of streamd ctl; did you mean 'streams'?"),
        (["ctl", "record", "star"], "There is no command 'star' of streamd ctl record; did you mean 'start'?"),
        (["film.mp4"], "There is no command 'film.mp4' of streamd; 'streamd --help' lists the commands."),
    ])
    func `an unknown command names the nearest one`(arguments: [String], message: String) {
        #expect(UnknownCommand(in: arguments)?.failure == Failure(.usage, message))
    }

    @Test(arguments: [
        [], ["--help"], ["watch", "watc"], ["ctl"], ["ctl", "--help"], ["ctl", "kick", "x"], ["help", "ctl", "kick"],
        ["--generate-completion-script", "bash"],
    ])
    func `a known command and an option are left to the parser`(arguments: [String]) {
        #expect(UnknownCommand(in: arguments) == nil)
    }

    @Test(arguments: [
        (["publish", "test:", "--name", "yard"], "'--name'", "'--to 127.0.0.1:7450/yard'"),
        (["publish", "--stream=yard", "test:"], "'--stream'", "'--to 127.0.0.1:7450/yard'"),
        (["watch", "--name", "-o", "out.mp4"], "'--name'", "'127.0.0.1:7450/NAME'"),
        (["publish", "--name=", "test:"], "'--name'", "'--to 127.0.0.1:7450/NAME'"),
        (["publish", "--name", "my yard"], "'--name'", "'--to 127.0.0.1:7450/NAME'"),
        (["play", "--name"], "'--name'", "'127.0.0.1:7450/NAME'"),
    ])
    func `a name as an option is shown in the address`(arguments: [String], option: String, address: String) {
        let text = "There is no option \(option); the name is a part of the relay's address, as in \(address)."
        #expect(NameOption(in: arguments)?.failure == Failure(.usage, text))
    }

    @Test(arguments: [
        [], ["publish", "--", "--name"], ["publish", "--names"], ["top", "--stream", "studio/*"],
        ["--name", "publish"],
    ])
    func `other options are left to the parser`(arguments: [String]) {
        #expect(NameOption(in: arguments) == nil)
    }

    private static func message(of arguments: [String]) throws -> String {
        let error = #expect(throws: (any Error).self) { try Streamd.parseAsRoot(arguments) }
        return try Streamd.message(for: #require(error))
    }

    @Test func `a latency bound that no relay grants is refused`() throws {
        let least = try Self.message(of: ["watch", "-o", "out.mp4", "--max-latency", "10ms"])
        #expect(least == "--max-latency takes 200ms or more: no relay lets a viewer skip sooner.")
        #expect(throws: Never.self) { try WatchCommand.parse(["-o", "out.mp4", "--max-latency", "200ms"]) }
    }

    @Test func `an odd size is refused with the nearest even one`() throws {
        let message = try Self.message(of: ["publish", "--size", "321x181"])
        #expect(message.contains("width and height must be even, from 16 to 8192; write 320x180."))
        #expect(try Self.message(of: ["publish", "--size", "9000x9"]).contains("write 8192x16."))
        #expect(try PublishOptions.parse(["--size", "320x180"]).picture.size?.width == 320)
    }

    @Test(arguments: [
        (PipedFormat.mp4, Array("\0\0\0\u{18}ftypisom".utf8)), (.matroska, [0x1A, 0x45, 0xDF, 0xA3, 1]),
        (.flv, Array("FLV\u{1}".utf8)), (.avi, Array("RIFF....AVI ".utf8)), (.wav, Array("RIFF....WAVE".utf8)),
        (.ogg, Array("OggS".utf8)),
        (.mpegts, [0x47] + [UInt8](repeating: 0, count: 187) + [0x47, 1, 2]),
    ])
    func `the format of a pipe is named`(format: PipedFormat, bytes: [UInt8]) {
        #expect(PipedFormat(beginning: bytes) == format)
        for length in 0..<bytes.count { _ = PipedFormat(beginning: bytes.prefix(length)) }
    }

    @Test func `other bytes in a pipe have no format`() {
        #expect(PipedFormat(beginning: []) == nil)
        #expect(PipedFormat(beginning: [0x47]) == nil)
        #expect(PipedFormat(beginning: [UInt8](repeating: 7, count: 400)) == nil)
    }
}
