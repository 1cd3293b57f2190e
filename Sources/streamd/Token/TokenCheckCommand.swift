import ArgumentParser
import StreamAccess
import StreamProtocol
import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct TokenCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Show a token's permissions.",
        discussion: """
            The command reads the token from the file that --token-file names, from the variable STREAMD_TOKEN, or else \
            from standard input, and never prints it. It checks the token as a relay with the same files does; the exit code is 77 if the relay would refuse \
            it.

              streamd token check --tokens tokens --token-file camera-1.token
              streamd token check --jwt-key public.pem --json <guest.jwt

            Keys of the JSON: kind ("listed" or "web token"), name, publish, watch (lists of patterns), admin, expires \
            (absent if the token never expires), limits (by name; absent if there are none).
            """
    )

    @Option(help: ArgumentHelp("The relay's list of static tokens.", valueName: "file"), completion: .file())
    var tokens: String?

    @Option(help: ArgumentHelp("The file with the token to check.", valueName: "file"), completion: .file())
    var tokenFile: String?

    @Option(help: ArgumentHelp("The key that verifies web tokens.", valueName: "file"), completion: .file())
    var jwtKey: String?

    @Option(
        help: ArgumentHelp("The set of keys that verify web tokens.", valueName: "file"),
        completion: .file()
    )
    var jwks: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await reportingFailures {
            let environment = ProcessInfo.processInfo.environment
            let sources = AccessSources(
                tokensFile: tokens,
                tokens: environment[AccessSources.tokensVariable],
                webTokenKeyFile: jwtKey,
                keySetFile: jwks
            )
            let given = try TokenOptions.token(in: tokenFile)
            guard !sources.isEmpty else {
                throw Failure(.usage, "The check needs the relay's tokens or keys; give --tokens, --jwt-key or --jwks.")
            }
            let rules = try readRules(sources)
            let token = if let given { given } else { try await tokenFromInput() }
            let facts = try await facts(of: token, by: rules)
            try await Report(TokenReport(facts)).write(asJSON: json)
        }
    }

    private func facts(of token: AccessToken, by rules: AccessRules) async throws(Failure) -> VerifiedToken {
        do throws(ProtocolError) {
            return try await rules.verify(token, at: Date())
        } catch {
            throw Failure(.refused, error.reason)
        }
    }

    private func readRules(_ sources: AccessSources) throws(Failure) -> AccessRules {
        do throws(AccessConfigurationError) {
            let (rules, warnings) = try sources.read()
            for warning in warnings { Terminal.printLine("streamd: \(warning)") }
            return rules
        } catch {
            throw Failure(error)
        }
    }

    private func tokenFromInput() async throws -> AccessToken {
        if Terminal.inputIsTerminal { Terminal.printLine("Type the token and press Enter:") }
        let input = try ByteSource("-")
        var text: [UInt8] = []
        reading: while text.count <= 2 * AccessToken.maximumLength, !text.contains(UInt8(ascii: "\n")) {
            switch try await input.read(waitingFor: 1_000) {
            case .bytes(let bytes): text += bytes
            case .timedOut: continue
            case .end: break reading
            }
        }
        return try Self.token(String(decoding: text, as: UTF8.self))
    }

    private static func token(_ text: String) throws(Failure) -> AccessToken {
        do throws(ProtocolError) {
            return try AccessToken(String(text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }))
        } catch {
            throw Failure(.badData, error.reason)
        }
    }
}

/// A token's permissions, for people and for programs.
struct TokenReport: Encodable, CustomStringConvertible {
    let kind: String
    let name: String
    let publish: [String]
    let watch: [String]
    let admin: Bool
    let expires: String?
    /// The token's limits, by name.
    let limits: [String: Int]?

    init(_ facts: VerifiedToken) {
        kind = facts.kind.rawValue
        name = facts.permissions.bearer ?? ""
        publish = facts.permissions.publish.map(\.description)
        watch = facts.permissions.watch.map(\.description)
        admin = facts.permissions.isAdmin
        expires = facts.expires.map { Timestamp.text($0) }
        limits = facts.permissions.sharedLimits.map { sharedLimits in
            TokenLimitKey.allCases.reduce(into: [:]) { $0[$1.rawValue] = sharedLimits.limits[keyPath: $1.path] }
        }
    }

    var description: String {
        """
        name     \(name) (\(kind))
        publish  \(publish.isEmpty ? "nothing" : publish.joined(separator: ", "))
        watch    \(watch.isEmpty ? "nothing" : watch.joined(separator: ", "))
        admin    \(admin ? "yes" : "no")
        expires  \(expires ?? "never")
        limits   \(limits.map(Self.text) ?? "none")
        """
    }

    private static func text(_ limits: [String: Int]) -> String {
        limits.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    }
}
