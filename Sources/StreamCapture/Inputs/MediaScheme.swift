/// An address on the network, and how it is opened so that what is live comes early.
struct MediaScheme: Hashable, Sendable {
    /// The part before `://`, in lower case.
    let name: String
    private let address: String
    private let path: Substring
    private let query: [Substring]

    /// - Returns: `nil` where `address` is a file.
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

    /// Looked at before the first picture, in microseconds: a stream that lacks something is not waited for longer.
    private static let analysis = "1000000"
    /// What a server of files is asked for. Other pages of the web are live; so are these where they do not say how long
    /// they last, which is known when they are open.
    private static let recordings = [
        "mp4", "m4v", "m4a", "mov", "mkv", "webm", "ts", "m2ts", "flv", "avi", "mp3", "aac", "wav", "ogg", "m3u8",
        "mpd",
    ]

    var isRTSP: Bool { name == "rtsp" || name == "rtsps" }

    /// Whether somebody else is to connect here.
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
        return Self.recordings.contains { $0 == suffix } ? .recorded : .live
    }

    /// Sets what libav is to be told.
    func prepare(_ source: inout MediaSource) {
        source.patience = isListener ? .listener : .server
        source.isLive = true
        // Servers of these have both; who sends by RTMP may say a length that means nothing.
        source.comesInAnyPace = name == "http" || name == "https"
        source.mayBeRecorded = source.comesInAnyPace || isRTSP
        if kind == .live { source.options["analyzeduration"] = Self.analysis }
        switch name {
        case "rtsp", "rtsps": source.choose(.automatic)
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

    /// The address without what only we understand; this machine alone, where no host is named.
    private var listenerAddress: String {
        let rest = query.filter { $0 != "listen" && $0 != "listen=1" }.joined(separator: "&")
        let base = path.hasPrefix("rtmp://:") ? "rtmp://127.0.0.1\(path.dropFirst("rtmp://".count))" : String(path)
        return rest.isEmpty ? base : "\(base)?\(rest)"
    }
}
