import NIOCore
import Platform

/// Why a relay cannot start, or why it ended without being asked to.
public struct RelayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error. Later versions may add more.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, stable across versions.
        public let description: String

        /// Another program listens on the port.
        public static let addressInUse = Code(description: "address-in-use")
        /// The system does not allow this program to listen on the port.
        public static let notPermitted = Code(description: "not-permitted")
        /// The address belongs to another machine.
        public static let foreignAddress = Code(description: "foreign-address")
        /// The relay cannot listen for another reason.
        public static let cannotListen = Code(description: "cannot-listen")
        /// The system does not have the configured fan-out.
        public static let fanOutUnavailable = Code(description: "fan-out-unavailable")
        /// The system does not have the configured congestion control, or does not allow it to this program.
        public static let congestionControlUnavailable = Code(description: "congestion-control-unavailable")
        /// The relay was run before.
        public static let alreadyRun = Code(description: "already-run")
        /// The listening socket or the event loops ended before the relay.
        public static let listeningEnded = Code(description: "listening-ended")
    }

    /// The kind of the error.
    public let code: Code
    /// One sentence that says what is wrong and what to do.
    public let reason: String

    private init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The reason, and the name of the code in parentheses.
    public var description: String { "\(reason) (\(code))" }

    /// The error for the system's `error` on an attempt to listen.
    package static func cannotListen(
        _ listener: RelayConfiguration.Listener,
        because error: any Error
    ) -> RelayError {
        if let error = error as? RelayError { return error }
        guard case .address(let host, let port) = listener else {
            return RelayError(
                .cannotListen,
                "The listening socket that the relay was given cannot be used: \(words(error)); check who opens it."
            )
        }
        let address = "\(host):\(port)"
        if error is SocketAddressError.UnknownHost {
            return RelayError(
                .cannotListen,
                "The host name \(host) is not known; listen on an address of this machine."
            )
        }
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE:
            return RelayError(
                .addressInUse,
                "Port \(address) is in use; stop the program that has it, or listen on another port."
            )
        case EACCES:
            return RelayError(
                .notPermitted,
                "Ports below 1024, such as \(address), need privileges; listen on a higher port."
            )
        case EADDRNOTAVAIL:
            return RelayError(.foreignAddress, "\(host) is no address of this machine; listen on one that is.")
        default:
            return RelayError(.cannotListen, "Cannot listen on \(address): \(words(error)); check the address.")
        }
    }

    /// The description of an `IOError` names functions of NIO.
    private static func words(_ error: any Error) -> String {
        (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
    }

    static func noSubmissionRing(because reason: String) -> RelayError {
        RelayError(
            .fanOutUnavailable,
            "Frames cannot be sent by io_uring: \(reason); choose the automatic fan-out, which needs no io_uring."
        )
    }

    static func noSharedPages(because reason: String) -> RelayError {
        RelayError(
            .fanOutUnavailable,
            "Frames cannot be sent from shared pages: \(reason); choose the automatic fan-out, which needs none."
        )
    }

    /// The error for the system's error number on an attempt to select a congestion control.
    ///
    /// - Parameters:
    ///   - available: The algorithms that the kernel has; empty if it does not say.
    ///   - allowed: The algorithms that every program may select; empty if the kernel does not say.
    static func noCongestionControl(
        _ name: String,
        because code: CInt,
        available: [String] = CongestionAlgorithm.available,
        allowed: [String] = CongestionAlgorithm.allowed
    ) -> RelayError {
        let reason: String =
            switch code {
            case ENOENT:
                "The kernel has no congestion control '\(name)'\(only(available)); try 'modprobe tcp_\(name)', which "
                    + "loads it if there is a module for it, or choose another."
            case EPERM:
                "Programs without CAP_NET_ADMIN may not use the congestion control '\(name)'\(only(allowed)); add it "
                    + "to net.ipv4.tcp_allowed_congestion_control with sysctl, or choose another."
            case ENOSYS:
                "Only Linux lets a program choose the congestion control of its connections; leave it out."
            default:
                "The congestion control '\(name)' cannot be used: \(String(cString: strerror(code))); choose another."
            }
        return RelayError(.congestionControlUnavailable, reason)
    }

    private static func only(_ names: [String]) -> String {
        names.isEmpty ? "" : ", only \(names.joined(separator: ", "))"
    }

    /// The event loops refuse work.
    static func eventLoopsEnded(_ error: any Error) -> RelayError {
        if let error = error as? RelayError { return error }
        return RelayError(
            .listeningEnded,
            "The relay's event loops have ended: \(error); shut them down after the relay has returned."
        )
    }

    static let alreadyRun = RelayError(.alreadyRun, "A relay runs once; make another one to listen again.")
    static let listeningEnded = RelayError(
        .listeningEnded,
        "The system closed the listening socket; start the relay again."
    )
    static let noAddress = RelayError(
        .cannotListen,
        "The listening socket has no address; this is a fault of the relay."
    )
}
