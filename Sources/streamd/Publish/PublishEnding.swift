import Platform
import UnixSignals

/// Why publishing ends, and what that means for the viewers: the end of the stream, or an interruption in which they
/// wait for the next publisher.
final class PublishEnding: Sendable {
    /// How long after the end of a pipe a signal counts for both. A service manager signals all programs of a unit one
    /// after the other, so that the program that writes the pipe may end before this one receives its signal.
    static let pipeGracePeriod = Duration.milliseconds(250)

    /// What ends by itself.
    enum Source: Hashable, Sendable {
        /// A device, a network source, or a file that is repeated: only a signal ends it.
        case endless
        /// It ends when the program that writes it does.
        case pipe
        case file
    }

    private let source: Source
    private let alwaysEndsStream: Bool
    private let signal = Mutex<UnixSignal?>(nil)

    /// - Parameter alwaysEndsStream: Whether SIGTERM ends the stream of any source.
    init(of source: Source, alwaysEndsStream: Bool) {
        (self.source, self.alwaysEndsStream) = (source, alwaysEndsStream)
    }

    /// This signal ends the program.
    func received(_ signal: UnixSignal) {
        self.signal.withLock { $0 = signal }
    }

    /// Whether a signal ends the program.
    var isSignalled: Bool { signal.withLock { $0 != nil } }

    /// How long to wait for a signal after the source has ended; `nil` if none could change what the end means.
    var gracePeriod: Duration? {
        source == .pipe && !alwaysEndsStream && !isSignalled ? Self.pipeGracePeriod : nil
    }

    /// Whether the stream ends. SIGTERM comes from service managers, whose restart should not send viewers away; a
    /// person presses Ctrl-C.
    var endsStream: Bool {
        alwaysEndsStream || source == .file || signal.withLock { $0 != .sigterm }
    }
}
