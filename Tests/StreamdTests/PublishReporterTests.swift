import ArgumentParser
import Foundation
import StreamClient
import Testing

@testable import streamd

@Suite struct PublishReporterTests {
    private func invitation(_ address: String) throws -> String {
        PublishReporter(address: try RelayAddress(address), isQuiet: false).invitation
    }

    @Test func `a publisher learns where its stream can be watched`() throws {
        #expect(
            try invitation("127.0.0.1:7450/test")
                == "Watch it: http://127.0.0.1:7450/test in a browser, or streamd play 127.0.0.1:7450/test"
        )
        #expect(
            try invitation("tls://[::1]/studio/a")
                == "Watch it: https://[::1]:7450/studio/a in a browser, or streamd play 'tls://[::1]:7450/studio/a'"
        )
        #expect(try invitation("relay/a.h264") == "Watch it: streamd play relay:7450/a.h264")
    }

    @Test func `the command has what a viewer needs`() throws {
        let reporter = PublishReporter(
            address: try RelayAddress("tls://relay/a.ts"),
            viewerFlags: ["--pin", "sha256:00", "--ca", "/my files/ca.pem"],
            needsToken: true,
            isQuiet: false
        )
        #expect(
            reporter.invitation
                == "Watch it: STREAMD_TOKEN=… streamd play tls://relay:7450/a.ts --pin sha256:00 --ca '/my files/ca.pem'"
                + " (… is a token that may watch 'a.ts')"
        )
    }

    @Test func `the flags of a publisher are those of a viewer`() throws {
        let pin = "sha256:" + String(repeating: "ab", count: 32)
        let command = try PublishOptions.parse(["test:", "--pin", pin, "--allow-clear-token"])
        #expect(command.security.viewerFlags == ["--pin", pin])
        #expect(command.access.viewerFlags == ["--allow-clear-token"])
    }

    @Test(arguments: ["it's", "a b", "", "$HOME", "~", "[::1]", "sha256:00"])
    func `a shell reads a quoted word as one`(word: String) throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "printf %s " + ShellWord.quote(word)]
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        #expect(output.fileHandleForReading.readDataToEndOfFile() == Data(word.utf8))
    }
}
