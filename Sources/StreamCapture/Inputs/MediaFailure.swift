#if Capture
    import CFFmpeg

    /// Why libav cannot open or read something, in a sentence that a user can act on.
    struct MediaFailure {
        enum Step {
            case opening, reading
        }

        let source: MediaSource
        let step: Step
        let error: LibavError
        /// The time limit was over.
        let hasExpired: Bool

        var captureError: CaptureError {
            let name = source.name
            switch error {
            case .interrupted where hasExpired, .timedOut:
                let silence = "\(name) has sent nothing for \(MediaSource.silenceLimit) s."
                return CaptureError(.unavailable, step == .reading ? silence : "\(name) does not answer.")
            case .interrupted: return CaptureError(.stopped, "Stopped.")
            case .noMemory: return CaptureError(.failure, "There is no memory left to read \(name).")
            case .noSuchProtocol:
                return CaptureError(.usage, "\(name) is no kind of address that FFmpeg's libraries here can open.")
            case .wrongStreamKey:
                return CaptureError(
                    .unavailable,
                    "A sender came to \(name) with another stream key, and was turned away."
                )
            case .encrypted:
                return CaptureError(.badData, "\(name) is encrypted (DRM); publish a copy that is not.")
            case .invalidData where step == .reading:
                return CaptureError(.badData, "\(name) is damaged: what follows cannot be read.")
            case .noSuchDemuxer, .invalidData:
                return CaptureError(.badData, "\(name) is damaged, or no kind of media that can be read here.")
            case .end: return CaptureError(.badData, "\(name) is empty.")
            case .unauthorized:
                return CaptureError(
                    .permissionDenied,
                    "\(name) wants another name and password: give them as scheme://NAME:PASSWORD@host/…"
                )
            case .forbidden: return CaptureError(.permissionDenied, "\(name) refuses access.")
            case .notFound: return CaptureError(.noInput, "\(name) is not there: the server has nothing of that name.")
            case .serverFault: return CaptureError(.unavailable, "\(name): the server has a fault; look at its log.")
            default: return CaptureError(CaptureError.Code(opening: error), sentence)
            }
        }

        /// For errors of the system.
        private var sentence: String {
            let name = source.name
            switch error.systemError {
            case ENOENT: return "No such file: \(name)."
            case EISDIR: return "\(name) is a directory, not a file."
            case EACCES, EPERM: return "\(name) cannot be read: permission denied; check its owner and mode."
            case EBUSY: return "\(name) is in use by another program."
            case ECONNREFUSED: return "Nothing listens at \(name): start the source, or check host and port."
            case EADDRINUSE: return "\(name) cannot be listened on: another program has that port."
            case EADDRNOTAVAIL: return "\(name) cannot be listened on: this machine does not have that address."
            case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN:
                return "There is no way to reach \(name) from here: check the network."
            case ECONNRESET, ECONNABORTED, ENETRESET, ENOTCONN, EPIPE:
                return "\(name) has closed the connection: look at its log."
            case EPROTONOSUPPORT where source.options["rtsp_transport"] != nil:
                return "\(name) does not send this way; leave out --rtsp-transport."
            default: break
            }
            let verb = step == .opening ? "opened" : "read"
            var words = [error.description]
            if let said = LibavLog.firstError { words.append(RedactedAddress.redact(said)) }
            return "\(name) cannot be \(verb): \(words.joined(separator: "; "))."
        }
    }

    extension LibavError {
        static let timedOut = LibavError(code: shim_error(ETIMEDOUT))
        static let invalidData = LibavError(tag: "INDA")
        static let noSuchProtocol = LibavError(tag: "\u{F8}PRO")
        static let noSuchDemuxer = LibavError(tag: "\u{F8}DEM")
        static let unauthorized = LibavError(tag: "\u{F8}401")
        static let forbidden = LibavError(tag: "\u{F8}403")
        static let notFound = LibavError(tag: "\u{F8}404")
        static let serverFault = LibavError(tag: "\u{F8}5XX")

        /// Not libav's: a sender has another stream key than the address.
        static let wrongStreamKey = LibavError(tag: "\u{F8}RTM")
        /// Not libav's: packets need a key that nobody has here.
        static let encrypted = LibavError(tag: "\u{F8}KEY")

        /// Whether it means that the other side is gone.
        var isDisconnection: Bool {
            switch systemError {
            case EIO, ECONNRESET, ECONNABORTED, ENOTCONN, EPIPE: true
            default: false
            }
        }

        /// `FFERRTAG`: four characters below U+0100, the first in the lowest bits.
        private init(tag: String) {
            let bits = tag.unicodeScalars.reversed().reduce(UInt32(0)) { $0 << 8 | $1.value & 0xff }
            code = -Int32(bitPattern: bits)
        }
    }
#endif
