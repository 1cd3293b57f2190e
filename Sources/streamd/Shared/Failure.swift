import ArgumentParser

/// What ends a command before its time: a sentence for the user, and an exit code that scripts can rely on.
struct Failure: Error, Hashable {
    /// Exit codes, after BSD's sysexits.h.
    enum Status: Int32 {
        case failure = 1
        case usage = 64
        case badData = 65
        case noInput = 66
        case unavailable = 69
        case cannotWrite = 73
        case refused = 77
        case configuration = 78
    }

    let status: Status
    let sentence: String

    init(_ status: Status, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }
}

/// An error that is told to the user as a failure.
protocol EndsCommand: Error {
    var failure: Failure { get }
}

extension AsyncParsableCommand {
    /// Runs a command's work; what goes wrong is said on standard error and becomes the exit code.
    func reportingFailures(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let failure as Failure {
            try end(with: failure)
        } catch let error as any EndsCommand {
            try end(with: error.failure)
        } catch is CancellationError {
            return
        } catch let error as ExitCode {
            throw error
        } catch {
            Terminal.say("streamd: \(error)")
            throw ExitCode(Failure.Status.failure.rawValue)
        }
    }

    private func end(with failure: Failure) throws(ExitCode) {
        Terminal.say("streamd: \(failure.sentence)")
        throw ExitCode(failure.status.rawValue)
    }
}
