/// The options of `publish` as keys of a file with several streams.
enum StreamKey {
    enum Kind {
        /// A single value.
        case value
        /// A value or a list of them.
        case list
        /// True or false, where false is the default.
        case flag
        /// True or false, where true is the default.
        case flagThatIsOn
        /// The path of a file, whose content is a part of the settings.
        case path
    }

    /// All keys. A test compares them with the command's help.
    static let all: [String: Kind] = [
        "input": .value, "to": .value, "input-format": .value, "rtsp-transport": .value, "rate": .value,
        "speed": .value,
        "loop": .flag, "end": .flag,
        "size": .value, "fps": .value, "pixel-format": .value, "rotate": .value, "flip": .value, "deinterlace": .flag,
        "filter": .value,
        "encoder": .value, "vaapi-device": .value, "bitrate": .value, "rate-control": .value, "max-bitrate": .value,
        "quality": .value, "profile": .value, "level": .value, "gop": .value, "b-frames": .value, "preset": .value,
        "latency": .value, "encoder-option": .list,
        "audio": .value, "audio-bitrate": .value,
        "adaptive": .flagThatIsOn, "on-demand": .flag, "keep-warm": .value,
        "tls": .flag, "pin": .list, "ca": .path, "token-file": .path, "allow-clear-token": .flag,
    ]

    /// How the option stands on a command line.
    ///
    /// - Returns: `nil` if the texts are no values of this kind.
    static func words(_ key: String, _ kind: Kind, _ texts: [String]) -> [String]? {
        guard let first = texts.first, kind == .list || texts.count == 1 else { return nil }
        switch kind {
        case .value where key == "input": return ["--", first]
        case .value, .path, .list: return texts.map { "--\(key)=\($0)" }
        case .flag, .flagThatIsOn:
            guard let isOn = BooleanArgument(argument: first)?.value else { return nil }
            if isOn == (kind == .flagThatIsOn) { return [] }
            return [isOn ? "--\(key)" : "--no-\(key)"]
        }
    }
}
