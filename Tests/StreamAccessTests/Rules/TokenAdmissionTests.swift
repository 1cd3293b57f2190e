import Foundation
import NIOCore
import NIOPosix
import StreamProtocol
import StreamRelay
import Synchronization
import Testing

@testable import StreamAccess

@Suite struct TokenAdmissionTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    private func admit(_ token: String, by admission: TokenAdmission) async throws -> Permissions {
        let credentials = Credentials(token: try AccessToken(token), peer: nil, isEncrypted: true)
        return try await loop.flatSubmit { admission.admit(credentials, on: loop) }.get()
    }

    private func rules(_ key: String) throws -> AccessRules {
        try AccessRules(tokens: TokenTable([line("a", watch: ["*"])]), keys: KeyFile(Array(key.utf8)).keys)
    }

    @Test func `both kinds of token are admitted`() async throws {
        let admission = TokenAdmission(try rules(VectorKey.p256)) { now }
        #expect(try await admit(token("a").secret, by: admission).bearer == "a")
        #expect(try await admit(SignedToken.es256, by: admission).bearer == "camera-1")
        for refused in [try token("b").secret, SignedToken.edDSA, SignedToken.es256ByOtherKey] {
            let error = await #expect(throws: ProtocolError.self) { try await admit(refused, by: admission) }
            #expect(error?.code == .unauthorized)
        }
    }

    @Test func `other rules hold from the next admission on`() async throws {
        let admission = TokenAdmission(try rules(VectorKey.p256)) { now }
        _ = try await admit(token("a").secret, by: admission)
        admission.apply(AccessRules(keys: try KeyFile(Array(VectorKey.ed25519.utf8)).keys))
        for refused in [try token("a").secret, SignedToken.es256] {
            await #expect(throws: ProtocolError.self) { try await admit(refused, by: admission) }
        }
        #expect(try await admit(SignedToken.edDSA, by: admission).bearer == "camera-1")
    }

    @Test func `tokens expire by the clock`() async throws {
        let time = Mutex(now)
        let rules = AccessRules(tokens: try TokenTable([line("a", watch: ["*"], expires: now + 60)]))
        let admission = TokenAdmission(rules) { time.withLock(\.self) }
        #expect(try await admit(token("a").secret, by: admission).bearer == "a")
        time.withLock { $0 = now + 60 }
        await #expect(throws: ProtocolError.self) { try await admit(token("a").secret, by: admission) }
    }

    @Test func `when too many admissions wait, the next client must retry later`() async throws {
        let admission = TokenAdmission(try rules(VectorKey.p256), maximumConcurrentChecks: 0) { now }
        let error = await #expect(throws: ProtocolError.self) { try await admit(SignedToken.es256, by: admission) }
        #expect(error?.code == .overloaded)
        #expect(error?.retryAfter == 1_000)
        // A listed token has no signature to wait for.
        #expect(try await admit(token("a").secret, by: admission).bearer == "a")
    }

    @Test func `after a flood every slot is free again`() async throws {
        let admission = TokenAdmission(try rules(VectorKey.p256), maximumConcurrentChecks: 4) { now }
        let tokens = try [SignedToken.es256, SignedToken.es256ByOtherKey, "a.b.c"].map { try AccessToken($0) }
        let results = try await loop.flatSubmit {
            let flood = (0..<3_000).map { index in
                let token = tokens[index % tokens.count]
                return admission.admit(Credentials(token: token, peer: nil, isEncrypted: true), on: loop)
            }
            return EventLoopFuture.whenAllComplete(flood, on: loop)
        }.get()
        for case .failure(let error) in results {
            let code = (error as? ProtocolError)?.code
            #expect(code == .overloaded || code == .unauthorized)
        }
        for _ in 0..<20 { #expect(try await admit(SignedToken.es256, by: admission).bearer == "camera-1") }
    }

    @Test func `descriptions show no secrets`() throws {
        let admission = TokenAdmission(try rules(VectorKey.secret)) { now }
        let rules = try rules(VectorKey.secret)
        var dumped = ""
        dump(admission, to: &dumped)
        dump(rules, to: &dumped)
        dumped += "\(rules)" + String(reflecting: rules)
        #expect(!dumped.contains(VectorKey.secret))
        #expect(try !dumped.contains(line("a", watch: ["*"]).digest.hexadecimal))
    }
}
