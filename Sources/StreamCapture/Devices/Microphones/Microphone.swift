/// Something that records sound.
public struct Microphone: Hashable, Sendable {
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

    /// Whose description is what to give to `--audio`: `hw:0,1`, or `pulse:` and a source of the sound server.
    public var device: SoundDevice
    /// The kernel's file for it; `nil` for a sound server's.
    public var deviceFile: String?
    /// In words.
    public var name: String
    /// The device by the card's name, which stays the same when cards are numbered anew.
    public var stableName: String?
    /// `nil` where the device does not tell.
    public var limits: Limits?
    /// Why the device cannot be asked.
    public var trouble: CaptureError?

    public init(device: SoundDevice, name: String) {
        self.device = device
        self.name = name
    }
}
