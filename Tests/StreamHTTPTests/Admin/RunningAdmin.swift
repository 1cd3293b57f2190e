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
                outcome = .success(try await body(AdminAsker(address: admin.address), relay.control))
            } catch {
                outcome = .failure(error)
            }
            serving.cancel()
            let end = await serving.result
            try outcome.get()
            try end.get()
        }
    }

    /// A certificate for one test.
    static func certificate() throws -> ServerCertificate {
        try ServerCertificate.selfSigned(names: ["localhost"], storedAt: nil, logger: .silent)
    }
}
