/// A device that records sound.
public struct Microphone: Hashable, Sendable {
    /// The limits of a device.
    public struct Limits: Hashable, Sendable {
        /// Samples per second.
        public var rates: ClosedRange<Int>
        public var channels: ClosedRange<Int>

        public init(rates: ClosedRange<Int>, channels: ClosedRange<Int>) {
            self.rates = rates
            self.channels = channels
        }
    }

    /// The device. Its description is the value for `--audio`: `hw:0,1`, or `pulse:` and a source of the sound server.
    public var device: AudioDevice
    /// The device file; `nil` for a source of a sound server.
    public var deviceFile: String?
    /// A name for people.
    public var name: String
    /// The device by the card's name, which stays the same when the card numbers change.
    public var stableName: String?
    /// `nil` if the device does not report them.
    public var limits: Limits?
    /// The reason why the device cannot be queried.
    public var problem: CaptureError?

    public init(device: AudioDevice, name: String) {
        self.device = device
        self.name = name
    }
}

/// The sound cards in `/proc/asound`.
struct SoundCards: Hashable {
    /// A capture device of a card.
    struct CapturingDevice: Hashable {
        var card: Int
        var device: Int
        var name: String
    }

    /// The cards' short names by number, as in `hw:CARD=name`.
    private(set) var names: [Int: String] = [:]
    private(set) var devices: [CapturingDevice] = []

    /// Reads `/proc/asound/cards` and `/proc/asound/pcm`; skips unknown lines.
    ///
    ///     0 [Loopback       ]: Loopback - Loopback
    ///                          Loopback 1
    ///
    ///     00-01: Loopback PCM : Loopback PCM : playback 8 : capture 8
    init(cards: String, devices: String) {
        for line in cards.split(separator: "\n") {
            let parts = line.split(separator: "[", maxSplits: 1)
            guard parts.count == 2, let number = Int(parts[0].trimmed), let end = parts[1].firstIndex(of: "]") else {
                continue
            }
            names[number] = parts[1][..<end].trimmed
        }
        for line in devices.split(separator: "\n") {
            let fields = line.split(separator: ":").map(\.trimmed)
            guard fields.count >= 4, fields.contains(where: { $0.hasPrefix("capture ") }) else { continue }
            let numbers = fields[0].split(separator: "-").compactMap { Int($0) }
            guard numbers.count == 2 else { continue }
            self.devices.append(CapturingDevice(card: numbers[0], device: numbers[1], name: fields[2]))
        }
    }

    /// Reads the names of device files in `/dev/snd`, such as `pcmC0D1c`: containers hide the files in /proc.
    init(deviceFiles: [String]) {
        devices = deviceFiles.compactMap { file in
            guard file.hasPrefix("pcmC"), file.hasSuffix("c") else { return nil }
            let numbers = file.dropFirst(4).dropLast().split(separator: "D").map { Int($0) }
            guard numbers.count == 2, let card = numbers[0], let device = numbers[1] else { return nil }
            return CapturingDevice(card: card, device: device, name: "card \(card), device \(device)")
        }
        devices.sort { ($0.card, $0.device) < ($1.card, $1.device) }
    }

    var microphones: [Microphone] {
        devices.map { device in
            var microphone = Microphone(
                device: AudioDevice(system: .alsa, name: "hw:\(device.card),\(device.device)"),
                name: names[device.card].map { "\($0): \(device.name)" } ?? device.name
            )
            microphone.deviceFile = "/dev/snd/pcmC\(device.card)D\(device.device)c"
            microphone.stableName = names[device.card].map { "hw:CARD=\($0),DEV=\(device.device)" }
            return microphone
        }
    }
}

extension Substring {
    /// Without spaces at either end.
    fileprivate var trimmed: String {
        var text = self.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
