import ArgumentParser
import StreamAccess
import StreamProtocol
import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct TokenNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a token.",
        discussion: """
            The command prints the token on standard output, or writes it to the new file that -o names, with access \
            for its owner only. Store it: nothing can show it again. A client takes that file with --token-file. The \
            line for the relay's token list (--tokens) goes to standard error, or to the end of the file that --to names.

              streamd token new --name camera-1 --publish 'studio/*' --expires 30d
              streamd token new --name guests --watch live --to tokens -o guests.token
              streamd token new --name studio --publish 'studio/*' --max-streams 4
              streamd token new --name operator --publish '*' --watch '*' --admin
            """
    )

    @Option(help: ArgumentHelp("The name of the token's bearer in logs and lists.", valueName: "name"))
    var name: String

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Streams that the bearer may publish: several patterns, or one list with commas.",
            valueName: "pattern"
        )
    )
    var publish: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Streams that the bearer may watch.", valueName: "pattern")
    )
    var watch: [String] = []

    @Flag(help: "Allow the bearer to inspect and control the relay.")
    var admin = false

    @Option(
        help: ArgumentHelp(
            "The expiry: 30d, 12h, or a time such as 2027-01-31T12:00:00Z; by default never.",
            valueName: "when"
        )
    )
    var expires: ExpiryArgument?

    @OptionGroup(title: "Limits for all bearers together")
    var limits: TokenLimitOptions

    @Option(
        help: ArgumentHelp("Add the line to this file, the relay's list of tokens.", valueName: "file"),
        completion: .file()
    )
    var to: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write the token to this new file, for a client.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    func validate() throws {
        guard admin || !publish.isEmpty || !watch.isEmpty else {
            throw ValidationError("The token allows nothing; give --publish, --watch or --admin.")
        }
        guard to == nil || to != output else {
            throw ValidationError("-o takes a file for the client, and --to the relay's list; give two names.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let token = try AccessToken.generate()
            let line = try line(for: token, at: Date())
            let file = try output.map { path throws(Failure) in try SecretFile(creating: path) } ?? .standardOutput
            do throws(Failure) {
                try to.map { path throws(Failure) in try TokensFile(path).append(line) }
            } catch {
                file.remove()
                throw error
            }
            if to == nil { Terminal.printLine(line.text) }
            try file.write(token.secret + "\n")
        }
    }

    private func line(for token: AccessToken, at now: Date) throws(Failure) -> TokenLine {
        let expires = expires?.time(from: now)
        if let expires, expires <= now {
            throw Failure(.usage, "--expires is in the past; give a time in the future.")
        }
        let (publish, watch) = (try Self.patterns(publish), try Self.patterns(watch))
        do throws(AccessConfigurationError) {
            return try TokenLine(
                name: name,
                digest: TokenDigest(of: token),
                publish: publish,
                watch: watch,
                isAdmin: admin,
                expires: expires,
                limits: limits.limits
            )
        } catch {
            let text = error.description
            throw Failure(.usage, text.prefix(1).uppercased() + text.dropFirst())
        }
    }

    private static func patterns(_ texts: [String]) throws(Failure) -> [StreamPattern] {
        var patterns: [StreamPattern] = []
        for text in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            do throws(ProtocolError) {
                patterns.append(try StreamPattern(String(text)))
            } catch {
                throw Failure(.usage, error.reason)
            }
        }
        return patterns
    }
}

/// The limits that all bearers of a token share.
struct TokenLimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The highest number of connections at the same time.", valueName: "count"))
    var maxConnections: Int?

    @Option(help: ArgumentHelp("The highest number of published streams.", valueName: "count"))
    var maxStreams: Int?

    @Option(help: ArgumentHelp("Bytes per second from publishers, such as 4MB.", valueName: "bytes"))
    var maxBytesPerSecond: ByteCount?

    @Option(help: ArgumentHelp("The highest number of viewers at the same time.", valueName: "count"))
    var maxViewers: Int?

    var limits: TokenLimits {
        TokenLimits(
            connections: maxConnections,
            streams: maxStreams,
            bytesPerSecond: maxBytesPerSecond?.bytes,
            viewers: maxViewers
        )
    }

    func validate() throws {
        let range = TokenLimits.range
        for key in TokenLimitKey.allCases {
            guard let limit = limits[keyPath: key.path], !range.contains(limit) else { continue }
            throw ValidationError(
                "--\(key.rawValue) takes a whole number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
    }
}

/// A token's expiry in user input: a duration from now, or a time.
enum ExpiryArgument: ExpressibleByArgument, Hashable {
    case after(seconds: Double)
    case at(Date)

    /// A hundred years, in seconds. A token that never expires has no expiry.
    private static let longest = 36_525 * 86_400.0

    init?(argument: String) {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
        if let time = Timestamp.parse(argument) {
            self = .at(time)
        } else if let unit = argument.last.flatMap({ units[$0] }), let number = Double(argument.dropLast()),
            number > 0, number * unit <= Self.longest
        {
            self = .after(seconds: number * unit)
        } else {
            return nil
        }
    }

    /// In whole seconds, as in the token list.
    func time(from now: Date) -> Date {
        switch self {
        case .after(let seconds): Date(timeIntervalSince1970: (now.timeIntervalSince1970 + seconds).rounded(.up))
        case .at(let time): time
        }
    }
}
