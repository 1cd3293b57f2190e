import NIOCore
import StreamProtocol

@testable import StreamRelay

/// What one viewer has received, checked as it comes. The bytes may be cut anywhere.
protocol ModelLedger {
    /// Whether the relay has admitted the viewer.
    var isWelcome: Bool { get }
    /// The relay's last word; `nil` before it has come.
    var end: ViewerLedger.End? { get }
    var frames: Int { get }
    var gaps: Int { get }
    var pongs: Int64 { get }

    /// Whether the newest picture that can be decoded is among those that have come; `false` where numbers tell what is
    /// missing.
    func hasNewest(in published: [UInt64: PublishedStream]) -> Bool

    mutating func take(_ bytes: ByteBuffer, in published: [UInt64: PublishedStream]) throws

    /// The relay has closed by itself.
    ///
    /// - Parameters:
    ///   - pings: How many the viewer has sent.
    ///   - errors: Those that may end a viewer here.
    func checkEnd(pings: Int64, errors: Set<ErrorCode>, in published: [UInt64: PublishedStream]) throws

    /// The connection was lost: what came last may be incomplete, but its bytes must be right.
    func checkCut(in published: [UInt64: PublishedStream]) throws
}
