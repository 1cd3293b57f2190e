import Logging
import NIOCore
import StreamAccess
import StreamClient
import StreamCluster
import StreamProtocol
import StreamRelay
import Testing

@testable import streamd

/// The effect of new settings on a running relay.
@Suite struct SettingsChangeTests {
    private static func changed(_ change: (inout RelaySettings) -> Void) -> RelaySettings {
        var settings = RelaySettings()
        change(&settings)
        return settings
    }

    @Test func `equal settings change nothing`() {
        let change = SettingsChange(from: RelaySettings(), to: RelaySettings())
        #expect(change.relay == nil && change.logLevel == nil && change.logFormat == nil && change.postponed.isEmpty)
        #expect(change.settings == RelaySettings())
    }

    @Test func `limits, times and rules for streams apply at once`() throws {
        let rule = StreamRule(try StreamPattern("a/*"), StreamSettings())
        let new = Self.changed {
            $0.relay.limits.all.connections = 7
            $0.relay.pingInterval = .seconds(1)
            $0.relay.streamRules = [rule]
        }
        let change = SettingsChange(from: RelaySettings(), to: new)
        #expect(change.relay == new.relayConfiguration)
        #expect(change.relay?.streamRules == [rule])
        #expect(change.settings == new)
        #expect(change.postponed.isEmpty)
    }

    @Test func `the log changes only where its settings do, because its level may be set by hand`() {
        let change = SettingsChange(from: RelaySettings(), to: Self.changed { $0.logFormat = .json })
        #expect(change.logFormat == .json)
        #expect(change.logLevel == nil)
        #expect(SettingsChange(from: RelaySettings(), to: Self.changed { $0.logLevel = .debug }).logLevel == .debug)
    }

    @Test func `listening addresses wait for a restart, and the rest does not`() {
        let new = Self.changed {
            $0.listen = ListenAddress(host: "127.0.0.1", port: 1)
            $0.admin = nil
            $0.threads = 3
            $0.relay.fanOut = .send
            $0.relay.congestionControl = CongestionControl("bbr")
            $0.tlsCertificate = "certificate.pem"
            $0.tlsKey = "key.pem"
            $0.relay.stream.viewers = 7
        }
        let change = SettingsChange(from: RelaySettings(), to: new)
        #expect(
            change.postponed
                == ["listen", "admin", "threads", "fan-out", "congestion-control", "tls-certificate", "tls-key"]
        )
        #expect(change.settings == Self.changed { $0.relay.stream.viewers = 7 })
        #expect(change.relay?.listener == RelaySettings().relayConfiguration.listener)
    }

    @Test func `TLS is required only once there is a certificate`() {
        let bare = RelaySettings()
        let wanting = Self.changed {
            $0.tls = .selfSigned
            $0.relay.requiresTLS = true
        }
        #expect(SettingsChange(from: bare, to: wanting).settings.relay.requiresTLS == false)
        #expect(SettingsChange(from: bare, to: wanting).postponed == ["tls", "require-tls"])
        let having = Self.changed { $0.tls = .selfSigned }
        #expect(SettingsChange(from: having, to: wanting).settings.relay.requiresTLS)
        #expect(SettingsChange(from: having, to: wanting).postponed.isEmpty)
    }

    @Test func `a directory waits for a restart, and the token for other relays does not`() throws {
        let etcd = try EtcdSettings("etcd://a.example")
        let pin = try CertificateFingerprint("sha256:" + String(repeating: "0", count: 64))
        let old = Self.changed { $0.cluster.etcd = etcd }
        let new = Self.changed {
            $0.cluster.etcd = try? EtcdSettings("etcd://b.example")
            $0.cluster.prefix = "/studio/"
            $0.cluster.user = "streamd"
            $0.cluster.tokenFile = "token"
            $0.origins.pins = [pin]
        }
        let change = SettingsChange(from: old, to: new)
        #expect(change.postponed == ["cluster", "cluster-user", "cluster-prefix"])
        #expect(change.settings.cluster.etcd == etcd && change.settings.cluster.user == nil)
        #expect(change.settings.cluster.tokenFile == "token")
        #expect(change.settings.origins == new.origins)
    }

    @Test func `a directory that comes or goes keeps the origins until the restart, which may contradict it`() throws {
        let pin = try CertificateFingerprint("sha256:" + String(repeating: "0", count: 64))
        let plain = Self.changed { $0.origins.rules = [OriginRule("a.example")].compactMap(\.self) }
        let clustered = Self.changed {
            $0.cluster.etcd = try? EtcdSettings("etcd://a.example")
            $0.cluster.advertised = try? RelayAddress("b.example:7450", defaultStream: .empty)
            $0.cluster.tokenFile = "token"
            $0.origins.pins = [pin]
        }
        let coming = SettingsChange(from: plain, to: clustered)
        #expect(coming.settings == plain)
        #expect(coming.postponed == ["origin", "origin-pin", "cluster", "advertise", "cluster-token-file"])
        let going = SettingsChange(from: clustered, to: plain)
        #expect(going.settings.origins == clustered.origins)
        #expect(going.postponed == ["origin", "origin-pin", "cluster", "advertise", "cluster-token-file"])
    }

    @Test func `tokens cannot be removed while other machines reach the relay`() {
        let exposed = Self.changed {
            $0.listen = ListenAddress(host: "0.0.0.0", port: 1)
            $0.access.tokensFile = "tokens"
        }
        // The settings are valid with another listener, but the listener stays.
        let change = SettingsChange(from: exposed, to: RelaySettings())
        #expect(RelaySettings().contradictions.isEmpty)
        #expect(!change.settings.contradictions.isEmpty)
    }
}
