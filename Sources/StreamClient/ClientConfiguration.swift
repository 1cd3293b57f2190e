import Logging
import NIOCore
import NIOPosix
import Platform
import StreamProtocol

/// The settings of a publisher or a watcher: the relay, and how to connect and stay connected.
public struct ClientConfiguration: Sendable {
    /// The relay, and the stream on it.
    public var address: RelayAddress
    /// The token that is shown to the relay, and to relays that it redirects to.
    public var token: AccessToken?
    /// How to verify the relay's certificate. If `nil`, connections are encrypted only if the address begins with
    /// `tls://`, and certificates are verified with this machine's authorities. An encrypted connection is never
    /// redirected to an unencrypted one.
    public var security: ClientSecurity?
    /// Whether the token may be sent without TLS to another machine, which every machine on the path can read.
    public var allowsTokenInClear = false
    /// The program's name and version, for the relay's log.
    public var clientName: String?
    /// Identifies this program while it runs, so that a publisher that reconnects replaces its own connection.
    public var instance = InstanceID.random()
    /// Time limit of the connection attempt, and of the handshake after it.
    public var connectTimeout = Duration.seconds(5)
    /// The waits between attempts to connect.
    public var backoff = Backoff()
    /// Bytes of payload that a frame may have in either direction. A relay may allow less.
    public var maximumFrameLength = ProtocolLimits.defaultFrameLength
    /// The clock from which the age of frames is computed.
    public var wallClock = WallClock.system
    /// Logs connections that are made and lost; by default nothing is logged.
    public var logger = Logger(label: "streamd.client") { _ in SwiftLogNoOpLogHandler() }

    /// The event loops that connections run on: those of NIOPosix, which must run for as long as the client does. By
    /// default they are the ones that the process shares.
    public var eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton

    /// Encrypts connections by ``security``, for programs with many of them; `nil` where each makes its own.
    package var tls: ClientTLSProvider?
    /// For how long a relay may take nothing at the end of a stream.
    package var finishStall = FinishTimeout.longestStall
    /// Counts the memory of messages that have arrived in part; `nil` where nobody counts it.
    package var reception: ReceptionGauge?

    /// Makes the configuration of a relay, with the default of every other setting.
    public init(_ address: RelayAddress) {
        self.address = address
    }
}

extension ClientConfiguration {
    /// The relay to connect to first, with a scheme.
    ///
    /// - Throws: ``ClientError`` with ``ClientError/Code/invalidSecurity`` if the address and the settings contradict
    ///   each other.
    func initialAddress() throws(ClientError) -> RelayAddress {
        guard address.scheme != .streamd || security == nil else { throw .contradiction(address) }
        var initialAddress = address
        initialAddress.scheme = initialAddress.scheme ?? (security == nil ? .streamd : .tls)
        return initialAddress
    }

    /// The hello of this program to the relay at `address`.
    func hello(_ role: Hello.Role, to address: RelayAddress) -> Hello {
        var hello = Hello(role: role, stream: address.stream, instance: instance)
        hello.token = token
        hello.clientName = clientName
        hello.grease = .random()
        return hello
    }
}

/// A clock that returns microseconds since 1970-01-01 UTC.
///
/// It need not be accurate, because clients measure its offset from the relay's clock. It should not jump.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Int64

    /// - Parameter read: Returns the microseconds since 1970-01-01 UTC. It is called from any thread.
    public init(_ read: @escaping @Sendable () -> Int64) {
        self.read = read
    }

    /// The time now.
    public var now: Int64 { read() }

    /// The system's clock.
    public static let system = WallClock { SystemClock.wallTime }
}
