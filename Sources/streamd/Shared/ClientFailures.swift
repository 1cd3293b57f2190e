import StreamClient
import StreamProtocol

extension Failure {
    /// Converts a client's error to a message and an exit code.
    init(_ error: ClientError) {
        let status: Status =
            switch error.code {
            case .unreachable, .connectionLost, .relaySilent: .unavailable
            case .invalidAddress: .usage
            case .invalidSecurity: .noInput
            case .certificateRefused, .notEncrypted, .tokenInClear: .refused
            default: error.ending.map { Self.status(of: $0) } ?? .failure
            }
        self.init(status, error.reason)
    }

    private static func status(of ending: Ending) -> Status {
        switch ending.code {
        case .streamNotFound: .unavailable
        case .invalidStreamName: .usage
        default: ending.code.rawValue >> 8 == 0x02 || ending.code == .replaced ? .refused : .unavailable
        }
    }

    /// Converts a client's error to a failure; returns other errors unchanged.
    static func from(_ error: any Error) -> any Error {
        switch error {
        case let error as ClientError: Failure(error)
        case let error as ProtocolError: Failure(.failure, error.reason)
        default: error
        }
    }
}
