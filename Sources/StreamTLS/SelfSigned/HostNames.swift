import NIOCore
import Platform

/// The names and addresses of this machine.
public enum HostNames {
    /// `localhost`, the host name, and the addresses of all interfaces except link-local ones.
    public static var all: [String] {
        var names = ["localhost"]
        if let hostName { names.append(hostName) }
        let addresses = (try? System.enumerateDevices().compactMap { $0.address?.ipAddress }) ?? ["127.0.0.1", "::1"]
        names += addresses.filter { !$0.lowercased().hasPrefix("fe80:") }
        var known: Set<String> = []
        return names.filter { known.insert($0).inserted }
    }

    private static var hostName: String? {
        // A host name has at most 64 bytes on Linux and 255 elsewhere; the last byte ends the text.
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
        let name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.isEmpty ? nil : name
    }
}
