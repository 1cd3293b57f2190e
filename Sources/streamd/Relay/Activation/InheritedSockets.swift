import Platform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The listening sockets that the service manager opened for the relay.
struct RelaySockets: Sendable {
    let relay: ListeningSocket?
    let admin: ListeningSocket?

    @available(macOS 15, iOS 18, *)
    var addresses: SettingsSources.InheritedAddresses { .init(relay: relay?.address, admin: admin?.address) }

    /// Reads and removes the environment variables: child processes must not use the sockets.
    static func inherited() throws(Failure) -> RelaySockets {
        let passed = try InheritedSockets(environment: ProcessInfo.processInfo.environment, process: getpid())
        for variable in InheritedSockets.variables { unsetenv(variable) }
        return RelaySockets(
            relay: try passed?.relay.map { descriptor throws(Failure) in
                try ListeningSocket(descriptor, called: "relay")
            },
            admin: try passed?.admin.map { descriptor throws(Failure) in
                try ListeningSocket(descriptor, called: "admin")
            }
        )
    }
}

/// The sockets that the service manager opened for this program, as sd_listen_fds(3) describes.
struct InheritedSockets: Hashable, Sendable {
    var relay: CInt?
    var admin: CInt?

    /// The first inherited descriptor.
    private static let firstDescriptor: CInt = 3
    /// More sockets are a configuration error.
    private static let mostDescriptors: CInt = 16

    static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PIDFDID"]

    /// Accepts the names `relay` and `admin`. Without names, the first socket is the relay's.
    ///
    /// - Returns: `nil` if no sockets were passed to this process.
    /// - Throws: ``Failure`` if the purpose of a socket is not clear.
    init?(environment: [String: String], process: Int32) throws(Failure) {
        guard let pid = environment["LISTEN_PID"].flatMap(Int32.init), pid == process,
            let count = environment["LISTEN_FDS"].flatMap(CInt.init), count > 0
        else { return nil }
        guard count <= Self.mostDescriptors else { throw .sockets("the service manager passed \(count)") }
        let names = environment["LISTEN_FDNAMES"]?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        for index in 0..<Int(count) {
            let descriptor = Self.firstDescriptor + CInt(index)
            switch index < names.count ? names[index] : "" {
            case "admin" where admin == nil: admin = descriptor
            case "admin": throw .sockets("the service manager passed two sockets called 'admin'")
            case _ where relay == nil: relay = descriptor
            case let name: throw .sockets("the service manager passed a second socket for the relay ('\(name)')")
            }
        }
    }
}

extension Failure {
    fileprivate static func sockets(_ problem: String) -> Failure {
        Failure(
            .configuration,
            "The relay takes one inherited socket (FileDescriptorName=relay) and one for its admin listener "
                + "(FileDescriptorName=admin), but \(problem); correct the .socket unit."
        )
    }
}
