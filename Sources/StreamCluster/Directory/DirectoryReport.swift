import ClusterDirectory
import NIOCore
import NIOPosix
import StreamProtocol

/// What a look at a directory has found, for a program that examines a system.
public struct DirectoryReport: Hashable, Sendable {
    /// A member of the etcd cluster.
    public struct Endpoint: Hashable, Sendable {
        /// `host:port`.
        public var name: String
        /// The version of etcd there; `nil` if it does not answer.
        public var version: String?
        /// Why it cannot be used: one sentence; `nil` if it can.
        public var problem: String?
    }

    /// The members, in the order of the settings.
    public var endpoints: [Endpoint]
    /// The streams of all relays, at most ``maximumStreams``; empty if no member answers.
    public var streams: [DirectoryRecord]

    /// Whether a member can be used, so that ``streams`` is what the directory has.
    package var isReadable: Bool { endpoints.contains { $0.problem == nil } }

    /// The most streams that a report has.
    public static let maximumStreams = 10_000

    /// Looks at a directory once. Each member is asked for itself, with the user and the certificates of the settings.
    ///
    /// - Returns: After a few seconds for each member at the latest.
    /// - Throws: ``DirectoryError`` if a file of the settings cannot be read.
    public static func make(
        _ settings: EtcdSettings,
        keyPrefix: String = DirectorySettings.defaultKeyPrefix,
        eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) async throws(DirectoryError) -> DirectoryReport {
        let tls = try settings.tlsConfiguration()
        let transport = EtcdTransport(tls: tls, on: eventLoopGroup, limits: EtcdLimits(), clock: .system)
        let report = await make(settings, keyPrefix, transport)
        await transport.shutdown()
        return report
    }

    static func make(_ settings: EtcdSettings, _ keyPrefix: String, _ transport: EtcdTransport) async -> DirectoryReport
    {
        var report = DirectoryReport(endpoints: [], streams: [])
        for endpoint in settings.endpoints {
            var alone = settings
            alone.endpoints = [endpoint]
            let client = EtcdClient(alone, keyPrefix: keyPrefix, transport)
            var found = Endpoint(name: "\(endpoint)")
            do {
                found.version = try await client.version(of: endpoint)
                let records = try await streams(client)
                if report.streams.isEmpty { report.streams = records }
            } catch let error as EtcdError {
                found.problem = error.reason
            } catch {
                found.problem = "The request was cancelled."
            }
            report.endpoints.append(found)
        }
        return report
    }

    private static func streams(_ client: EtcdClient) async throws -> [DirectoryRecord] {
        let limits = DirectoryLimits()
        var records: [DirectoryRecord] = []
        var read = DirectoryRead(number: 0, after: nil, revision: nil, limit: limits.pageItems)
        // A directory has no more pages.
        for _ in 0..<maximumStreams / limits.pageItems {
            let page = try await client.read(read)
            records += page.items.compactMap { item in
                guard let registration = item.registration, let name = try? StreamName(item.key) else { return nil }
                return DirectoryRecord(stream: name, relay: registration.address)
            }
            guard page.hasMore, let last = page.items.last else { break }
            (read.after, read.revision) = (last.key, read.revision ?? page.moment.revision)
        }
        return records
    }
}
