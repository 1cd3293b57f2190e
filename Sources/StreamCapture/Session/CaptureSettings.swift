import StreamProtocol

/// What to capture and what to make of it.
public struct CaptureSettings: Hashable, Sendable {
    public var input: InputAddress
    public var picture = PictureSettings()
    /// How the packets of an RTSP source come.
    public var rtspTransport = RTSPTransport.automatic
    /// What a camera is to deliver, by libav's name; `nil` leaves it to negotiation.
    public var cameraFormat: String?
    public var encoder = EncoderSettings()
    /// H.264 that is already there is decoded and encoded again all the same, because something was asked for that only
    /// an encoder can give.
    public var encodesAnew = false
    public var audio = AudioSettings()
    /// How much faster than its timing recorded material is sent; 0 for as fast as it goes. A pipe that keeps real time is
    /// found out at 1 only.
    public var speed = 1.0
    /// Recorded material begins again when it ends.
    public var loops = false
    /// The bit rate follows what the uplink carries.
    public var isAdaptive = true
    /// The device is open only while somebody watches, and for this long after; `nil`: always.
    public var keepWarm: Duration?

    public init(_ input: InputAddress) {
        self.input = input
    }
}

/// The numbers of a capture's tracks.
enum CaptureTracks {
    static let video = TrackID.zero
    static let sound = TrackID(1) ?? .zero
}
