#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The listening sockets that the relay need not open.
struct RelaySockets: Sendable {
    let relay: ListeningSocket?
    let admin: ListeningSocket?

    var addresses: SettingsSources.InheritedAddresses { .init(relay: relay?.address, admin: admin?.address) }

    /// Takes what this process was given, once: programs that it starts must not think it is theirs.
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
