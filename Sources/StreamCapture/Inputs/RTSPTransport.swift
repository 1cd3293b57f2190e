/// How the packets of an RTSP source come.
public enum RTSPTransport: String, Hashable, Sendable, CaseIterable {
    /// By TCP; where the server refuses that, by UDP, else by multicast. Over UDP, lost packets are lost pictures, and
    /// firewalls are in the way.
    case automatic = "auto"
    case tcp, udp, multicast
}

extension MediaSource {
    /// Sets how the packets of an RTSP source are to come.
    mutating func choose(_ transport: RTSPTransport) {
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
