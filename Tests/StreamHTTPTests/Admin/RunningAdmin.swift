import NIOCore
import RelayTestSupport
import StreamRelay
import StreamTLS

@testable import StreamHTTP

/// A relay with its admin listener, for a test.
enum RunningAdmin {
    static func run(
        tls: (any TLSProvider)? = nil,
        access: AdminAccess = .thisMachine,
        actions: AdminActions = AdminActions(),
        _ body: (AdminAsker, RelayControl) async throws -> Void
    ) async throws {
        try await RunningRelay.run { relay in
            try await serve(relay, tls: tls, access: access, actions: actions) { admin in
                try await body(admin, relay.control)
            }
        }
    }

    /// Runs the admin listener of a relay for as long as `body` runs.
    static func serve(
        _ relay: RunningRelay,
        tls: (any TLSProvider)? = nil,
        access: AdminAccess = .thisMachine,
        actions: AdminActions = AdminActions(),
        _ body: (AdminAsker) async throws -> Void
    ) async throws {
        let admin = AdminService(
            listener: .address(host: "127.0.0.1", port: 0),
            tls: tls,
            access: access,
            relay: relay.control,
            metrics: { "figures 1\n" },
            actions: actions,
            logger: .silent
        )
        let serving = Task { try await admin.run() }
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(AdminAsker(address: admin.address)))
        } catch {
            outcome = .failure(error)
        }
        serving.cancel()
        let end = await serving.result
        try outcome.get()
        try end.get()
    }

    /// A certificate for one test.
    static func certificate() throws -> ServerCertificate {
        try ServerCertificate.selfSigned(names: ["localhost"], storedAt: nil, logger: .silent)
    }
}
