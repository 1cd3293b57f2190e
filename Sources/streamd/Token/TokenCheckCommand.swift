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
        abstract: "Say what a token allows.",
        discussion: """
            The token comes from the variable STREAMD_TOKEN, or else from standard input, and is never shown. It is \
            checked as a relay with the same files would check it; the exit code is 77 where the relay would refuse \
            it.

              streamd token check --token-file tokens <camera-1.token
              streamd token check --jwt-key public.pem --json <guest.jwt

            Keys of the JSON: kind ("listed" or "web token"), name, publish, watch (lists of patterns), admin, \
            expires (left out where it never does), limits (by their names; left out where there are none).
            """
    )

    @Option(help: ArgumentHelp("The relay's list of static tokens.", valueName: "file"), completion: .file())
    var tokenFile: String?

    @Option(help: ArgumentHelp("The key that web tokens are checked with.", valueName: "file"), completion: .file())
    var jwtKey: String?

    @Option(
        help: ArgumentHelp("The set of keys that web tokens are checked with.", valueName: "file"),
        completion: .file()
    )
    var jwks: String?

    @Flag(help: "Write JSON.")
    var json = false

    func run() async throws {
        try await reportingFailures {
            let environment = ProcessInfo.processInfo.environment
            let sources = AccessSources(
                tokenFile: tokenFile,
                tokens: environment[AccessSources.tokensVariable],
                webTokenKeyFile: jwtKey,
                keySetFile: jwks
            )
            guard !sources.isEmpty else {
                throw Failure(.usage, "Say what to check the token against: --token-file, --jwt-key or --jwks.")
            }
            let rules = try readRules(sources)
            let token = try await token(in: environment)
            let facts = try await facts(of: token, by: rules)
            try await Report(TokenReport(facts)).write(asJSON: json)
        }
    }

    private func facts(of token: AccessToken, by rules: AccessRules) async throws(Failure) -> TokenFacts {
        do throws(ProtocolError) {
            return try await rules.facts(of: token, at: Date())
        } catch {
            throw Failure(.refused, error.reason)
        }
    }

    private func readRules(_ sources: AccessSources) throws(Failure) -> AccessRules {
        do throws(AccessMistake) {
            let (rules, warnings) = try sources.read()
            for warning in warnings { Terminal.say("streamd: \(warning)") }
            return rules
        } catch {
            throw Failure(error)
        }
    }

    private func token(in environment: [String: String]) async throws -> AccessToken {
        if let text = environment["STREAMD_TOKEN"] { return try Self.token(text) }
        if Terminal.inputIsTerminal { Terminal.say("The token, and Enter:") }
        let input = try ByteSource("-")
        var text: [UInt8] = []
        reading: while text.count <= 2 * AccessToken.maximumLength, !text.contains(UInt8(ascii: "\n")) {
            switch try await input.read(waitingFor: 1_000) {
            case .bytes(let bytes): text += bytes
            case .quiet: continue
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

/// What a token allows, for people and for programs.
struct TokenReport: Encodable, CustomStringConvertible {
    let kind: String
    let name: String
    let publish: [String]
    let watch: [String]
    let admin: Bool
    let expires: String?
    /// The limits that the token has, by their names.
    let limits: [String: Int]?

    init(_ facts: TokenFacts) {
        kind = facts.kind.rawValue
        name = facts.pass.bearer ?? ""
        publish = facts.pass.publish.map(\.description)
        watch = facts.pass.watch.map(\.description)
        admin = facts.pass.administers
        expires = facts.expires.map { Timestamp.text($0) }
        limits = facts.pass.allowance.map { allowance in
            TokenLimitKey.allCases.reduce(into: [:]) { $0[$1.rawValue] = allowance.limits[keyPath: $1.path] }
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
