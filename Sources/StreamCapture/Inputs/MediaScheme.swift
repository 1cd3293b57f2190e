/// A network address, and the options to open it with low latency.
struct MediaScheme: Hashable, Sendable {
    /// The part before `://`, in lower case.
    let name: String
    private let address: String
    private let path: Substring
    private let query: [Substring]

    /// - Returns: `nil` if `address` is a file.
    init?(_ address: String) {
        guard let colon = address.firstIndex(of: ":"), address[colon...].hasPrefix("://") else { return nil }
        let name = address[..<colon].lowercased()
        guard !name.isEmpty, name != "file" else { return nil }
        self.name = name
        self.address = address
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts[0]
        query = parts.count > 1 ? parts[1].split(separator: "&") : []
    }

    /// The time that libav analyses before the first picture, in microseconds. It limits the wait for a stream that
    /// lacks something.
    private static let analysis = "1000000"
    /// The suffixes of recordings on web servers. Other HTTP addresses are live, and so are these if they have no
    /// duration, which is known after opening.
    private static let recordedSuffixes = [
        "mp4", "m4v", "m4a", "mov", "mkv", "webm", "ts", "m2ts", "flv", "avi", "mp3", "aac", "wav", "ogg", "m3u8",
        "mpd",
    ]

    var isRTSP: Bool { name == "rtsp" || name == "rtsps" }

    /// Whether the address waits for a sender to connect.
    var isListener: Bool {
        switch name {
        case "rtmp", "tcp": query.contains("listen") || query.contains("listen=1")
        case "srt": query.contains("mode=listener")
        case "udp", "rtp": true
        default: false
        }
    }

    var kind: InputAddress.Kind {
        guard name == "http" || name == "https" else { return .live }
        let suffix = path.split(separator: ".").last?.lowercased()
        return Self.recordedSuffixes.contains { $0 == suffix } ? .recorded : .live
    }

    /// Sets libav's options.
    func configure(_ source: inout MediaSource) {
        source.timeoutPolicy = isListener ? .listener : .server
        source.isLive = true
        // HTTP servers have recordings and live streams. A length from an RTMP sender may be meaningless.
        source.hasUnknownPace = name == "http" || name == "https"
        source.mayBeRecorded = source.hasUnknownPace || isRTSP
        if kind == .live { source.options["analyzeduration"] = Self.analysis }
        switch name {
        case "rtsp", "rtsps": source.setTransport(.automatic)
        case "rtmp" where isListener:
            source.options["listen"] = "1"
            source.url = listenerAddress
            // rtmp: / / host / application / key
            source.hasStreamKey = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(4).contains {
                !$0.isEmpty
            }
        default: break
        }
    }

    /// The address without our own extensions; without a host, of this machine only.
    private var listenerAddress: String {
        let rest = query.filter { $0 != "listen" && $0 != "listen=1" }.joined(separator: "&")
        let base = path.hasPrefix("rtmp://:") ? "rtmp://127.0.0.1\(path.dropFirst("rtmp://".count))" : String(path)
        return rest.isEmpty ? base : "\(base)?\(rest)"
    }
}

/// The transport of an RTSP source.
public enum RTSPTransport: String, Hashable, Sendable, CaseIterable {
    /// TCP; if the server rejects that, UDP, else multicast. Over UDP, lost packets damage pictures, and firewalls
    /// block them.
    case automatic = "auto"
    case tcp, udp, multicast
}

extension MediaSource {
    /// Sets the transport of an RTSP source.
    mutating func setTransport(_ transport: RTSPTransport) {
        options["rtsp_flags"] = transport == .automatic ? "prefer_tcp" : nil
        options["rtsp_transport"] =
            switch transport {
            case .automatic: nil
            case .tcp: "tcp"
            case .udp: "udp"
            case .multicast: "udp_multicast"
            }
    }
}
