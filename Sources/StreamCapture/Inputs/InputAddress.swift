import Platform

/// The input to publish.
public enum InputAddress: Hashable, Sendable {
    /// The first camera that can capture.
    case defaultCamera
    /// A camera by its device file, or by a link to it such as those in `/dev/v4l/by-id`.
    case camera(String)
    /// The test picture and tone.
    case test(TestSettings)
    /// A file or an address that libavformat opens; `format` is libav's name of its format.
    case media(String, format: String?)
    /// Standard input, in a format of libav.
    case standardInput(format: String)

    /// The kind of an input's times.
    public enum Kind: Hashable, Sendable {
        /// A device of this machine.
        case captured
        /// A live source with its own clock.
        case live
        /// A recording, which begins near 0 and is sent at its own pace.
        case recorded
    }

    /// Reads the argument of `streamd publish`.
    ///
    /// - Parameters:
    ///   - argument: `nil` for the first camera.
    ///   - inputFormat: libav's name of the format; `nil` to detect it.
    /// - Throws: ``CaptureError`` if the input is not valid.
    public init(argument: String?, inputFormat: String?) throws(CaptureError) {
        guard let argument else {
            self = .defaultCamera
            try reject(inputFormat)
            return
        }
        guard !argument.isEmpty else {
            throw CaptureError(.usage, "The input has no name; leave it out for the first camera.")
        }
        if argument == "-" {
            guard let inputFormat else {
                throw CaptureError(
                    .usage,
                    "Standard input needs --input-format, such as mpegts or matroska; only H.264 and AAC are detected."
                )
            }
            self = .standardInput(format: inputFormat)
        } else if argument.hasPrefix(Self.testPrefix) {
            self = .test(try TestSettings(String(argument.dropFirst(Self.testPrefix.count))))
            try reject(inputFormat)
        } else if inputFormat == nil, Self.isCameraPath(argument) {
            self = .camera(argument)
        } else {
            guard Self.hasPossiblePort(argument) else {
                throw CaptureError(
                    .usage,
                    "\(RedactedAddress.redact(argument)) has an impossible port; a port is a number from 1 to 65535."
                )
            }
            self = .media(argument, format: inputFormat)
        }
    }

    /// Whether the number behind the host is a port. What is no number may belong to a password or to another syntax.
    private static func hasPossiblePort(_ address: String) -> Bool {
        guard let start = address.firstRange(of: "://")?.upperBound else { return true }
        let host = address[start...].prefix { $0 != "/" && $0 != "?" }.split(separator: "@").last ?? ""
        guard let colon = host.lastIndex(of: ":"), host[colon...].firstIndex(of: "]") == nil else { return true }
        let digits = host[host.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return true }
        return UInt16(digits).map { $0 > 0 } ?? false
    }

    private static let testPrefix = "test:"

    private static func isCameraPath(_ path: String) -> Bool {
        // The camera may be connected later.
        path.hasPrefix("/dev/video") || path.hasPrefix("/dev/v4l/")
            || path.hasPrefix("/dev/") && FileKind(path: path) == .camera
    }

    private func reject(_ inputFormat: String?) throws(CaptureError) {
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

    /// Whether another program writes it, as far as the address shows it.
    public var isPipe: Bool { isStandardInput || mediaSource?.pipe != nil }

    public var isRTSP: Bool {
        if case .media(let address, _) = self { MediaScheme(address)?.isRTSP ?? false } else { false }
    }

    /// The kind of its times, as far as the address shows it.
    public var kind: Kind {
        switch self {
        case .defaultCamera, .camera, .test: .captured
        // Until the detector finds that a pipe delivers in real time (see RealTimeDetector).
        case .standardInput: .recorded
        case .media(let address, _):
            MediaScheme(address)?.kind ?? .recorded
        }
    }

    /// Whether the first attempt to open it is repeated: a network camera may be off.
    var retriesOpening: Bool { kind == .live && mediaSource?.timeoutPolicy == .server }

    /// The name for messages, without passwords.
    public var name: String {
        switch self {
        case .defaultCamera: "the camera"
        case .camera(let path): path
        case .test: "the test picture"
        case .media(let address, _): RedactedAddress.redact(address)
        case .standardInput: "standard input"
        }
    }

    /// The source for libavformat; `nil` for devices and the test picture.
    var mediaSource: MediaSource? {
        switch self {
        case .defaultCamera, .camera, .test: return nil
        case .standardInput(let format): return MediaSource(url: MediaSource.standardInput, name: name, format: format)
        case .media(let address, let format):
            var source = MediaSource(url: address, name: name, format: format)
            if let scheme = MediaScheme(address) {
                scheme.configure(&source)
            } else if !Self.isProtocol(address) {
                // Otherwise a colon in a file name would end a protocol name.
                source.url = "file:\(address)"
                if FileKind(path: address) == .pipe { source.pipe = address }
            }
            return source
        }
    }

    /// Whether the text before the first colon is a protocol of libav, as in `concat:a.ts|b.ts`.
    private static func isProtocol(_ address: String) -> Bool {
        guard let colon = address.firstIndex(of: ":"), FileKind(path: address) == .missing else { return false }
        let name = address[..<colon]
        return name.count > 1 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}

/// The kind of file at a path.
enum FileKind: Hashable, Sendable {
    case regular, pipe, camera, other, missing

    init(path: String) { self.init(FileStatus(path: path)) }

    init(descriptor: CInt) { self.init(FileStatus(descriptor: descriptor)) }

    private init(_ status: FileStatus?) {
        switch status?.kind {
        case .regular: self = .regular
        case .pipe, .socket: self = .pipe
        case .videoDevice: self = .camera
        case .other: self = .other
        case nil: self = .missing
        }
    }
}
