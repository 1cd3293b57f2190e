import NIOCore
import Platform

/// An algorithm with which the system's TCP controls congestion, such as `cubic` or `bbr`. It decides how fast the
/// relay sends to each client. Linux only.
public struct CongestionControl: Hashable, Sendable, CustomStringConvertible {
    /// The name by which the kernel knows it.
    public let name: String

    /// Checks the name, but not whether the kernel has the algorithm: a ``Relay`` does that when it starts.
    ///
    /// - Returns: `nil` unless the name has 1 to 15 bytes, all of them lower-case letters, digits, `_` or `-`.
    public init?(_ name: String) {
        guard (1...CongestionAlgorithm.longestName).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed)
        else { return nil }
        self.name = name
    }

    /// The name.
    public var description: String { name }

    /// Selects the algorithm for the connections that a listener accepts. They inherit it from the listening socket, so
    /// that no connection needs a call of its own.
    ///
    /// To be called on the listener's event loop.
    ///
    /// - Throws: ``RelayError`` if the system refuses it.
    func select(for listener: any Channel) throws {
        let code = try listener.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            CongestionAlgorithm.select(name, for: $0)
        }
        if let code, code != 0 { throw RelayError.noCongestionControl(name, because: code) }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
