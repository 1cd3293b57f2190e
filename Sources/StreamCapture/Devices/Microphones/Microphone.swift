/// Something that records sound.
public struct Microphone: Hashable, Sendable {
    /// Whose device it is.
    public enum System: String, Sendable, Encodable {
        /// The kernel's.
        case alsa
        /// A sound server's, which PipeWire can be as well.
        case pulse
    }

    /// What a device can do.
    public struct Limits: Hashable, Sendable {
        /// In samples a second.
        public var rates: ClosedRange<Int>
        public var channels: ClosedRange<Int>

        public init(rates: ClosedRange<Int>, channels: ClosedRange<Int>) {
            self.rates = rates
            self.channels = channels
        }
    }

    public var system: System
    /// What to give to `--audio`: `hw:0,1`, or a source of the sound server.
    public var address: String
    /// In words.
    public var name: String
    /// The address by the card's name, which stays the same when cards are numbered anew.
    public var stableAddress: String?
    /// `nil` where the device does not tell.
    public var limits: Limits?
    /// Why the device cannot be asked.
    public var trouble: CaptureError?

    public init(system: System, address: String, name: String) {
        self.system = system
        self.address = address
        self.name = name
    }
}
