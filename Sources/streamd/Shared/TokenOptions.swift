import ArgumentParser
import Platform
import StreamClient
import StreamProtocol

/// The client's token. It is not a flag's value, because every user of a machine can read those.
struct TokenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file with the token for the relay; by default the variable STREAMD_TOKEN holds it.",
            valueName: "file"
        ),
        completion: .file()
    )
    var tokenFile: String?

    @Flag(help: "Send the token without TLS to another machine; others on the network can read it.")
    var allowClearToken = false

    /// The flags with which another client may use a token too.
    var viewerFlags: [String] { allowClearToken ? ["--allow-clear-token"] : [] }

    /// - Throws: ``Failure`` if the token cannot be used.
    func apply(to configuration: inout ClientConfiguration) throws(Failure) {
        configuration.token = try Self.token(in: tokenFile)
        configuration.allowsTokenInClear = allowClearToken
    }

    /// The token from the file, else from the environment; `nil` if neither is given.
    static func token(in file: String?) throws(Failure) -> AccessToken? {
        if let file { return try token(inFile: file) }
        guard let value = getenv("STREAMD_TOKEN").map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return try token(value, from: "STREAMD_TOKEN")
    }

    private static func token(inFile path: String) throws(Failure) -> AccessToken {
        guard let file = fopen(path, "re") else {
            throw Failure(.noInput, "Cannot read the token in \(path): \(FileProblem(errno)).")
        }
        defer { fclose(file) }
        // Room for a token and the white space that an editor adds.
        var bytes = [UInt8](repeating: 0, count: AccessToken.maximumLength + 1024)
        let count = fread(&bytes, 1, bytes.count, file)
        guard ferror(file) == 0 else {
            throw Failure(.noInput, "Cannot read the token in \(path): \(FileProblem(errno)).")
        }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        guard !isList(text) else {
            throw Failure(
                .usage,
                "\(path) is a relay's list of tokens, which 'streamd relay --tokens' takes; give the file with the token "
                    + "itself, which 'streamd token new' prints."
            )
        }
        let token = try token(text, from: path)
        // Shells also pass secrets through pipes: --token-file <(pass show relay).
        if let status = FileStatus(descriptor: fileno(file)), status.isRegular, status.permissions & 0o004 != 0 {
            Terminal.printLine(
                "streamd: Every user of this machine can read the token in \(path); run: chmod o= \(path)"
            )
        }
        return token
    }

    /// Whether the text begins like the file of a relay's ``TokensFile``.
    private static func isList(_ text: String) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.split(whereSeparator: \.isWhitespace) }
        guard let first = lines.first(where: { $0.first?.hasPrefix("#") == false }) else {
            return lines.contains { !$0.isEmpty }
        }
        return first.dropFirst().contains { $0.hasPrefix("sha256=") }
    }

    private static func token(_ text: String, from place: String) throws(Failure) -> AccessToken {
        let text = text.drop(while: \.isWhitespace)
        let trimmed = text.dropLast(text.reversed().prefix(while: \.isWhitespace).count)
        guard !trimmed.isEmpty else {
            throw Failure(.usage, "\(place) holds no token; write the output of 'streamd token new' into it.")
        }
        do throws(ProtocolError) {
            return try AccessToken(String(trimmed))
        } catch {
            throw Failure(.usage, "\(place) holds no token that can be sent: \(error.reason)")
        }
    }
}
