import ClusterDirectory
import NIOCore
import Platform
import RelayTestSupport
import StreamClient
import StreamHTTP
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamCluster

extension DirectoryLimits {
    /// Limits for a busy machine: nothing that a test does not ask for happens because of the time.
    static var patient: DirectoryLimits {
        var limits = DirectoryLimits()
        limits.leaseSeconds = 1_200
        limits.startTime = .minutes(10)
        limits.shortestPause = .milliseconds(5)
        limits.longestPause = .milliseconds(50)
        limits.longestReadPause = .milliseconds(50)
        limits.patience = .milliseconds(50)
        limits.registrationSpread = .milliseconds(10)
        limits.leaseSpread = .milliseconds(10)
        limits.departureTime = .milliseconds(1)
        return limits
    }
}

extension DirectoryClient {
    /// Runs a client for as long as `body` runs.
    static func run(
        _ etcd: FakeEtcd,
        at address: String = "127.0.0.1:7450",
        limits: DirectoryLimits = .patient,
        _ body: (DirectoryClient) async throws -> Void
    ) async throws {
        let client = try DirectoryClient(
            DirectorySettings(
                etcd: try etcd.settings(),
                advertised: try RelayAddress(address, defaultStream: .empty)
            ),
            limits: limits,
            etcdLimits: EtcdLimits(answerTime: .minutes(10)),
            logger: .silent
        )
        let running = Task { try await client.run() }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(client)) } catch { outcome = .failure(error) }
        running.cancel()
        try await running.value
        try outcome.get()
    }
}

/// Waits until a condition holds. The suite's time limit ends a wait that would last for ever.
func eventually(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(5)) }
}

/// A relay of a cluster that runs while a test does, with its directory.
struct ClusterRelay: Sendable {
    let relay: RunningRelay
    let directory: DirectoryClient
    let connector: OriginConnector

    /// Runs a relay at a free port, with the directory of `etcd`.
    ///
    /// - Parameters:
    ///   - doubtTime: For how long a connection that the directory contradicts may bring no frame.
    ///   - isKnown: Whether to wait until the relay knows the directory.
    static func run(
        _ etcd: FakeEtcd,
        settings: OriginSettings = OriginSettings(),
        admission: any Admission = OpenAdmission(),
        doubtTime: Duration = OriginConnector.standardDoubtTime,
        isKnown: Bool = true,
        _ body: (ClusterRelay) async throws -> Void
    ) async throws {
        let (descriptor, port) = try boundSocket()
        try await DirectoryClient.run(etcd, at: "127.0.0.1:\(port)") { directory in
            let connector = OriginConnector(
                settings,
                directory: directory,
                doubtTime: doubtTime,
                connectTimeout: .seconds(600),
                clientName: "edge",
                logger: .silent
            )
            try await RunningRelay.run(
                admission: admission,
                http: HTTPService(),
                upstream: connector,
                publications: directory,
                configure: { $0.listener = .socket(descriptor) },
                { relay in
                    if isKnown { try await eventually { directory.status.isCurrent } }
                    try await body(ClusterRelay(relay: relay, directory: directory, connector: connector))
                }
            )
        }
    }

    /// A socket at a free port of this machine, which a relay is to listen on.
    private static func boundSocket() throws -> (descriptor: CInt, port: Int) {
        let descriptor = socket(AF_INET, SocketKind.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(isBound)
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }
}
