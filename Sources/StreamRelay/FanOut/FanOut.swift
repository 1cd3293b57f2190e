import Logging

/// How frames reach the viewers who keep up on plain TCP. All others are written to by NIO.
public enum FanOut: String, Hashable, Sendable, CaseIterable {
    /// By NIO, like everybody else.
    case nio
    /// By one system call for each viewer.
    case send
    /// By io_uring: one system call for all viewers of an event loop.
    case uring
    /// By io_uring where this system has it and lets the relay use it, else by one system call for each viewer.
    case auto

    /// What writes to the viewers in the lanes of an event loop; `nil` where there are none. To be called on the loop.
    ///
    /// - Parameter logger: Told what was chosen, where that is left to the relay.
    /// - Throws: ``RelayError`` where this system does not have what is asked for.
    func makeWriter(logger: Logger?) throws(RelayError) -> (any FanOutWriter)? {
        switch self {
        case .nio: return nil
        case .send: return PlainSender()
        case .uring:
            do { return try SubmissionRing() } catch { throw RelayError.noSubmissionRing(because: error.description) }
        case .auto:
            do {
                let ring = try SubmissionRing()
                logger?.info("frames are sent by io_uring")
                return ring
            } catch {
                logger?.info("frames are sent without io_uring", metadata: ["reason": "\(error)"])
                return PlainSender()
            }
        }
    }
}
