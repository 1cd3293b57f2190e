import ArgumentParser

/// An error that ends a command: a message for the user and an exit code for scripts.
struct Failure: Error, Hashable {
    /// Exit codes, after BSD's sysexits.h.
    enum Status: Int32 {
        case failure = 1
        case usage = 64
        case badData = 65
        case noInput = 66
        case unavailable = 69
        case cannotWrite = 73
        case notFresh = 75
        case refused = 77
        case configuration = 78
    }

    let status: Status
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    /// Prints the message on standard error.
    ///
    /// - Returns: The exit code.
    func print() -> Int32 {
        Terminal.printLine("streamd: \(message)")
        return status.rawValue
    }
}

extension String {
    /// The sentence with another part before its period.
    func sentence(with part: String) -> String {
        part.isEmpty ? self : (hasSuffix(".") ? String(dropLast()) : self) + part + "."
    }
}

/// An error that the user sees as a failure.
protocol FailureConvertible: Error {
    var failure: Failure { get }
}

extension AsyncParsableCommand {
    /// Runs a command's work, prints its error on standard error and sets the exit code.
    func reportingFailures(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let failure as Failure {
            try end(with: failure)
        } catch let error as any FailureConvertible {
            try end(with: error.failure)
        } catch is CancellationError {
            return
        } catch let error as ExitCode {
            throw error
        } catch {
            Terminal.printLine("streamd: \(error)")
            throw ExitCode(Failure.Status.failure.rawValue)
        }
    }

    private func end(with failure: Failure) throws(ExitCode) {
        throw ExitCode(failure.print())
    }
}

extension Failure {
    /// The program was built without the package trait that devices need.
    static let captureUnavailable = Failure(
        .unavailable,
        "This streamd was built without capture; build it with the package trait 'Capture', the default of "
            + "'swift build' on Linux, to use cameras, microphones and encoders."
    )

    /// The program was built without the package trait that decoders and windows need.
    static let playbackUnavailable = Failure(
        .unavailable,
        "This streamd was built without playback; build it with the package trait 'Player', the default of "
            + "'swift build' on Linux, or use 'streamd watch' with another player."
    )
}
