/// What to publish, as the user wrote it.
public enum InputAddress: Hashable, Sendable {
    /// The first camera that can capture.
    case defaultCamera
    /// A camera by its device file, also by a link to it such as those in `/dev/v4l/by-id`.
    case camera(String)
    /// The test picture and tone.
    case test(TestSettings)
    /// A file or an address that libavformat opens, as a format of libav's where one is named.
    case media(String, format: String?)
    /// What comes on standard input, in a format of libav's.
    case standardInput(format: String)

    /// What an input's times are.
    public enum Kind: Hashable, Sendable {
        /// A device of this machine: it is captured now.
        case captured
        /// Somebody else sends it, by a clock of theirs.
        case live
        /// A recording, which begins near 0 and is sent at its own pace.
        case recorded
    }

    /// Reads the argument of `streamd publish`.
    ///
    /// - Parameters:
    ///   - argument: `nil` for the first camera.
    ///   - inputFormat: One of libav's, where it is not to be found out.
    /// - Throws: ``CaptureError`` that says what is wrong.
    public init(argument: String?, inputFormat: String?) throws(CaptureError) {
        guard let argument else {
            self = .defaultCamera
            try refuse(inputFormat)
            return
        }
        guard !argument.isEmpty else {
            throw CaptureError(.usage, "The input has no name; leave it out for the first camera.")
        }
        if argument == "-" {
            guard let inputFormat else {
                throw CaptureError(
                    .usage,
                    "Standard input needs --input-format, such as mpegts or matroska; only H.264 and AAC are recognised."
                )
            }
            self = .standardInput(format: inputFormat)
        } else if argument.hasPrefix(Self.testPrefix) {
            self = .test(try TestSettings(String(argument.dropFirst(Self.testPrefix.count))))
            try refuse(inputFormat)
        } else if inputFormat == nil, Self.namesCamera(argument) {
            self = .camera(argument)
        } else {
            self = .media(argument, format: inputFormat)
        }
    }

    private static let testPrefix = "test:"

    private static func namesCamera(_ path: String) -> Bool {
        // Also where it is not there now: it may come.
        path.hasPrefix("/dev/video") || path.hasPrefix("/dev/v4l/")
            || path.hasPrefix("/dev/") && FileKind(path: path) == .camera
    }

    private func refuse(_ inputFormat: String?) throws(CaptureError) {
        guard inputFormat != nil else { return }
        throw CaptureError(.usage, "--input-format is for files, addresses and '-', not for cameras and test:.")
    }

    public var isCamera: Bool {
        switch self {
        case .defaultCamera, .camera: true
        default: false
        }
    }

    public var isStandardInput: Bool {
        if case .standardInput = self { true } else { false }
    }

    public var isRTSP: Bool {
        if case .media(let address, _) = self { MediaScheme(address)?.isRTSP ?? false } else { false }
    }

    /// What its times are, as far as the address says.
    public var kind: Kind {
        switch self {
        case .defaultCamera, .camera, .test: .captured
        // Until what comes through a pipe was seen to keep real time (see ArrivalWatch).
        case .standardInput: .recorded
        case .media(let address, _):
            MediaScheme(address)?.kind ?? .recorded
        }
    }

    /// Whether it is waited for at the start, when nothing answers: a camera on the network may be off.
    var isAwaited: Bool { kind == .live && mediaSource?.patience == .server }

    /// What it is called in messages; without passwords.
    public var name: String {
        switch self {
        case .defaultCamera: "the camera"
        case .camera(let path): path
        case .test: "the test picture"
        case .media(let address, _): RedactedAddress.redact(address)
        case .standardInput: "standard input"
        }
    }

    /// What libavformat is told to open; `nil` for devices and the test picture.
    var mediaSource: MediaSource? {
        switch self {
        case .defaultCamera, .camera, .test: return nil
        case .standardInput(let format): return MediaSource(url: MediaSource.standardInput, name: name, format: format)
        case .media(let address, let format):
            var source = MediaSource(url: address, name: name, format: format)
            if let scheme = MediaScheme(address) {
                scheme.prepare(&source)
            } else if !Self.isProtocol(address) {
                // Without it, a colon in a file's name would end the name of a protocol.
                source.url = "file:\(address)"
                if FileKind(path: address) == .pipe { source.pipe = address }
            }
            return source
        }
    }

    /// Whether libav has to take the text before the first colon for a protocol, as in `concat:a.ts|b.ts`.
    private static func isProtocol(_ address: String) -> Bool {
        guard let colon = address.firstIndex(of: ":"), FileKind(path: address) == .missing else { return false }
        let name = address[..<colon]
        return name.count > 1 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
