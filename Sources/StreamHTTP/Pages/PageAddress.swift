import NIOCore
import StreamProtocol

/// The addresses of pages, for people to open in a browser.
public enum PageAddress {
    /// The page of a stream.
    ///
    /// - Parameter endpoint: The relay as `host:port`, with brackets around an IPv6 address.
    /// - Returns: `nil` if something else has the path: a stream with the name `streams/a` or `a.h264` has no page.
    public static func player(of stream: StreamName, at endpoint: String, isEncrypted: Bool) -> String? {
        let route = try? Route(RequestTarget("/\(stream)"), upgrades: false, wantsPage: true)
        guard route == .player(stream) else { return nil }
        return "\(scheme(isEncrypted))://\(endpoint)/\(stream)"
    }

    /// The page of all streams of a relay on this machine.
    ///
    /// - Parameter address: Where the relay listens. An address that stands for all of the machine's becomes
    ///   `localhost`.
    /// - Returns: `nil` for a socket that browsers cannot reach.
    public static func gallery(at address: SocketAddress, isEncrypted: Bool) -> String? {
        guard let ip = address.ipAddress, let port = address.port else { return nil }
        let host = ["0.0.0.0", "::"].contains(ip) ? "localhost" : ip.contains(":") ? "[\(ip)]" : ip
        return "\(scheme(isEncrypted))://\(host):\(port)/"
    }

    private static func scheme(_ isEncrypted: Bool) -> String { isEncrypted ? "https" : "http" }
}
