import StreamProtocol

/// The input of a capture and the way to encode it.
public struct CaptureSettings: Hashable, Sendable {
    public var input: InputAddress
    public var picture = PictureSettings()
    /// The transport of an RTSP source.
    public var rtspTransport = RTSPTransport.automatic
    /// The camera's pixel format by libav's name; `nil` for negotiation.
    public var cameraFormat: String?
    public var encoder = EncoderSettings()
    /// Decodes and encodes H.264 inputs again, because an option needs an encoder.
    public var forcesEncoding = false
    public var audio = AudioSettings()
    /// The speed of recorded material relative to real time; 0 for the highest speed. A pipe that delivers in real time
    /// is detected at speed 1 only.
    public var speed = 1.0
    /// Starts recorded material again when it ends.
    public var loops = false
    /// Adapts the bit rate to the uplink.
    public var isAdaptive = true
    /// How long the device stays open without viewers; `nil` if it always stays open.
    public var keepWarm: Duration?

    public init(_ input: InputAddress) {
        self.input = input
    }
}

/// The track numbers of a capture.
enum CaptureTracks {
    static let video = TrackID.zero
    static let audio = TrackID(1) ?? .zero
}
