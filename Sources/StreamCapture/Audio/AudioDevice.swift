/// A sound device for recording, by the sound system's name for it.
public struct AudioDevice: Hashable, Sendable, CustomStringConvertible {
    /// The sound system of the device.
    public enum System: String, Hashable, Sendable {
        /// The kernel's sound cards.
        case alsa
        /// A sound server: PulseAudio or PipeWire.
        case pulse
    }

    /// The limit of device names; ALSA's names may contain a whole configuration.
    private static let longestName = 1_024

    public let system: System
    /// The system's name, such as `hw:0` or `default`.
    public let name: String

    public init(system: System, name: String) {
        self.system = system
        self.name = name
    }

    public var description: String {
        switch system {
        case .alsa: name
        case .pulse: name == "default" ? "pulse" : "pulse:\(name)"
        }
    }
}

extension AudioSettings.Source {
    /// Reads the value of `--audio`: `none`, `input`, an ALSA name (`hw:0`, `plughw:1,0`, `default`), or
    /// `pulse[:NAME]`.
    ///
    /// - Throws: ``CaptureError`` of code `usage`.
    public init(argument: String) throws(CaptureError) {
        switch argument {
        case "none": self = .none
        case "input": self = .input
        default: self = .device(try AudioDevice(argument: argument))
        }
    }
}

extension AudioDevice {
    /// Reads an ALSA name, or `pulse[:NAME]`.
    ///
    /// - Throws: ``CaptureError`` of code `usage`.
    public init(argument: String) throws(CaptureError) {
        guard !argument.isEmpty, argument.utf8.count <= Self.longestName,
            argument.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else {
            throw CaptureError(
                .usage,
                "--audio takes none, input, an ALSA device such as hw:0 or default, or pulse; "
                    + "'streamd devices' lists the devices."
            )
        }
        guard !argument.hasPrefix("/") else {
            throw CaptureError(
                .usage,
                "'\(argument)' is a file, and sound devices have names such as hw:0; 'streamd devices' lists them."
            )
        }
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0] == "pulse" else {
            self.init(system: .alsa, name: argument)
            return
        }
        let name = parts.count == 2 ? String(parts[1]) : "default"
        guard !name.isEmpty else {
            throw CaptureError(.usage, "'pulse:' lacks the name of a source; 'pulse' alone takes the default one.")
        }
        self.init(system: .pulse, name: name)
    }
}
