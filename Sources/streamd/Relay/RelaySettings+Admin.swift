import PrometheusMetrics
import StreamHTTP
import StreamRelay

extension RelaySettings {
    /// Where the relay is looked into and controlled, if anywhere.
    ///
    /// - Parameter admission: Tells who may, where others than this machine can reach it and not everybody may.
    func adminService(
        _ relay: RelayControl,
        admission: (any Admission)?,
        metrics: PrometheusRegistry,
        log: RelayLog
    ) -> AdminService? {
        admin.map { address in
            AdminService(
                host: address.host,
                port: address.port,
                access: access(at: address, admission),
                relay: relay,
                metrics: { metrics.render() },
                actions: AdminActions(setLogLevel: { log.level = $0 }),
                logger: log.logger("streamd.admin")
            )
        }
    }

    private func access(at address: ListenAddress, _ admission: (any Admission)?) -> AdminAccess {
        if address.isLoopback { return .thisMachine }
        return open ? .everybody : admission.map { .bearers($0) } ?? .thisMachine
    }
}
