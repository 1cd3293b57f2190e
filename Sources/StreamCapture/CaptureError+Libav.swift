#if Capture
    import CFFmpeg
    import Libav
    import Platform

    extension CaptureError.Code {
        /// The error code for a libav error during opening or reading.
        init(opening error: LibavError) {
            switch error.systemError {
            case EACCES, EPERM: self = .permissionDenied
            case ENOENT, ENODEV, ENXIO, EISDIR, EIO, EBUSY: self = .noInput
            case ECONNREFUSED, ETIMEDOUT, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN: self = .unavailable
            case ECONNRESET, ECONNABORTED, ENETRESET, ENOTCONN, EPIPE: self = .unavailable
            case EADDRINUSE, EADDRNOTAVAIL: self = .cannotListen
            case nil where error == .interrupted: self = .stopped
            case nil where error == .serverFault: self = .unavailable
            case nil: self = .badData
            default: self = .failure
            }
        }
    }
#endif
