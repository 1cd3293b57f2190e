import ArgumentParser
import Platform

/// An address to listen on: `127.0.0.1:7450`, `[::]:7450`, or a port of this machine.
struct ListenAddress: ExpressibleByArgument, Hashable, CustomStringConvertible {
    let host: String
    let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    init?(argument: String) {
        let host: Substring
        let port: Substring
        if let colon = argument.lastIndex(of: ":") {
            host = argument[..<colon]
            port = argument[argument.index(after: colon)...]
        } else {
            host = "127.0.0.1"
            port = argument[...]
        }
        guard let port = UInt16(port), !host.isEmpty else { return nil }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        guard isBracketed || !host.contains(":") else { return nil }
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : String(host)
        self.port = Int(port)
    }

    /// Whether only programs on this machine can reach it.
    var isLoopback: Bool {
        host == "localhost" || Loopback.contains(numeric: host)
    }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    var defaultValueDescription: String { description }
}
