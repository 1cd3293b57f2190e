import StreamClient
import StreamPlayback
import StreamProtocol

extension Failure {
    /// Converts an error of playback to a message and an exit code.
    init(_ error: PlaybackError) {
        let status: Status =
            switch error.code {
            case .noVideo: .badData
            case .noStream, .noPicture, .noScreen: .unavailable
            default: .failure
            }
        self.init(status, error.reason)
    }

    /// Converts a client's error to a message and an exit code.
    init(_ error: ClientError) {
        let status: Status =
            switch error.code {
            case .unreachable, .connectionLost, .relaySilent, .protocolViolation: .unavailable
            case .invalidAddress: .usage
            case .invalidSecurity: .noInput
            case .certificateRefused, .certificateNotValidNow, .notEncrypted, .tokenInClear: .refused
            default: error.ending.map { Self.status(of: $0) } ?? .failure
            }
        self.init(status, error.reason.sentence(with: Self.flags(for: error)))
    }

    /// The flags that help, which the library does not know: a part of its sentence.
    private static func flags(for error: ClientError) -> String {
        switch error.code {
        case .certificateRefused: " (see --pin and --ca)"
        case .tokenInClear: " (see --allow-clear-token)"
        case .ended where error.ending?.code == .unauthorized: " (see --token-file)"
        default: ""
        }
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
        case let error as PlaybackError: Failure(error)
        default: error
        }
    }
}
