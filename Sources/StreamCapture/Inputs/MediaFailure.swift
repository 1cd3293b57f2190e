#if Capture
    import CFFmpeg
    import Libav
    import Platform

    /// Converts a libav error during opening or reading to a message that tells the user what to do.
    struct MediaFailure {
        enum Step {
            case opening, reading
        }

        let source: MediaSource
        let step: Step
        let error: LibavError
        /// Whether the timeout has expired.
        let hasExpired: Bool

        var captureError: CaptureError {
            let name = source.name
            switch error {
            case .interrupted where hasExpired, .timedOut:
                let silence = "\(name) has sent nothing for \(MediaSource.silenceTimeout) s."
                return CaptureError(.unavailable, step == .reading ? silence : "\(name) does not answer.")
            case .interrupted: return CaptureError(.stopped, "Stopped.")
            case .noMemory:
                return CaptureError(.failure, "There is not enough memory to read \(name); close other programs.")
            case .noSuchProtocol:
                return CaptureError(
                    .usage,
                    "\(name) has a scheme that FFmpeg's installed libraries cannot open; give one such as rtsp://."
                )
            case .wrongStreamKey:
                return CaptureError(
                    .unavailable,
                    "A sender used another stream key for \(name) and was rejected."
                )
            case .encrypted:
                return CaptureError(.badData, "\(name) is encrypted (DRM); publish an unencrypted copy.")
            case .invalidData where step == .reading:
                return CaptureError(.badData, "\(name) is damaged, and the rest of it cannot be read.")
            case .end where source.format != nil && (fileSize ?? 0) > 0:
                return CaptureError(
                    .badData,
                    "\(name) has another format than that of --input-format; leave it out, or name the right one."
                )
            case .noSuchDemuxer, .invalidData, .end:
                return CaptureError(
                    .badData,
                    fileSize == 0 || error == .end
                        ? "\(name) is empty; check what writes it."
                        : "\(name) is damaged, or has an unknown format; see with 'ffprobe' what it holds."
                )
            case .unauthorized:
                return CaptureError(
                    .permissionDenied,
                    "\(name) requires another name and password; give them as scheme://NAME:PASSWORD@host/…"
                )
            case .forbidden: return CaptureError(.permissionDenied, "\(name) refuses access.")
            case .notFound: return CaptureError(.noInput, "\(name) does not exist on the server; check the address.")
            case .serverFault:
                return CaptureError(.unavailable, "The server of \(name) reports an error; check its log.")
            default: return CaptureError(CaptureError.Code(opening: error), message)
            }
        }

        /// The bytes of a file; `nil` for other sources.
        private var fileSize: UInt64? { FileStatus(path: source.name).flatMap { $0.isRegular ? $0.size : nil } }

        /// The message for an error of the system.
        private var message: String {
            let name = source.name
            switch error.systemError {
            case ENOENT: return "The file \(name) does not exist; check the name."
            case EISDIR: return "\(name) is a directory; name a file in it."
            case EACCES, EPERM: return "\(name) cannot be read: permission denied; check its owner and mode."
            case EBUSY: return "\(name) is in use by another program; end it."
            case ECONNREFUSED: return "No program listens at \(name); start the source, or check host and port."
            case EADDRINUSE:
                return "\(name) is not available for listening, because a program uses that port; choose another port."
            case EADDRNOTAVAIL:
                return "\(name) is not available for listening, because this machine does not have that address."
            case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN:
                return "\(name) is not reachable from this machine; check the network."
            case ECONNRESET, ECONNABORTED, ENETRESET, ENOTCONN, EPIPE:
                return "\(name) has closed the connection; check its log."
            case EPROTONOSUPPORT where source.options["rtsp_transport"] != nil:
                return "\(name) does not support this transport; leave out --rtsp-transport."
            default: break
            }
            let verb = step == .opening ? "opened" : "read"
            var details = [error.description]
            if let logMessage = LibavLog.firstError {
                if logMessage.hasPrefix("Failed to resolve hostname") {
                    return "The host name of \(name) is not known; check its spelling."
                }
                details.append(RedactedAddress.redact(logMessage))
            }
            return "\(name) cannot be \(verb): \(details.joined(separator: "; "))."
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

        /// Not libav's: the sender's stream key differs from the address's.
        static let wrongStreamKey = LibavError(tag: "\u{F8}RTM")
        /// Not libav's: packets are encrypted.
        static let encrypted = LibavError(tag: "\u{F8}KEY")

        /// Whether it means that the peer has disconnected.
        var isDisconnection: Bool {
            switch systemError {
            case EIO, ECONNRESET, ECONNABORTED, ENOTCONN, EPIPE: true
            default: false
            }
        }

        /// `FFERRTAG`: four characters below U+0100, the first in the lowest bits.
        private init(tag: String) {
            let bits = tag.unicodeScalars.reversed().reduce(UInt32(0)) { $0 << 8 | $1.value & 0xff }
            self.init(code: -Int32(bitPattern: bits))
        }
    }
#endif
