import NIOCore
import StreamProtocol

extension ViewerSession {
    /// When the newest frames came to this relay, for a relay that takes the stream from it; `nil` for another viewer.
    ///
    /// - Parameter wallTime: The wall clock at `now`, in microseconds since 1970-01-01 UTC.
    func arrivals(at now: NIODeadline, wallTime: Int64) -> Arrivals? {
        guard isRelay else { return nil }
        return shard.log.arrivals(behind: stream.hops, at: now, wallTime: wallTime)
    }
}
