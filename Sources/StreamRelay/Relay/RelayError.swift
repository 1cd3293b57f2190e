import NIOCore
import Platform

/// Why a relay cannot start.
public struct RelayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that says what is wrong and what to do.
    public let description: String

    private init(_ description: String) {
        self.description = description
    }

    /// The error for the system's `error` on an attempt to listen.
    public static func cannotListen(_ listener: RelayConfiguration.Listener, because error: any Error) -> RelayError {
        guard case .address(let host, let port) = listener else {
            return RelayError(
                "The listening socket that the relay was given cannot be used: \(error). Check who opens it."
            )
        }
        let address = "\(host):\(port)"
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE:
            return RelayError("Port \(address) is in use; stop the program that has it, or listen on another port.")
        case EACCES:
            return RelayError("Ports below 1024, such as \(address), need privileges; listen on a higher port.")
        case EADDRNOTAVAIL:
            return RelayError("\(host) is no address of this machine; listen on one that is.")
        default:
            return RelayError("Cannot listen on \(address): \(error). Check the address.")
        }
    }

    static func noSubmissionRing(because reason: String) -> RelayError {
        RelayError("Frames cannot be sent by io_uring: \(reason). Use --fan-out auto, which needs no io_uring.")
    }

    static let alreadyRun = RelayError("A relay runs once; make another one to listen again.")
    static let listeningEnded = RelayError("The system closed the listening socket; start the relay again.")
    static let noAddress = RelayError("The listening socket has no address; this is a fault of the relay.")
}
