#if Capture
    import CFFmpeg

    /// A code that a libav function returned.
    struct LibavError: Error, Hashable, CustomStringConvertible {
        let code: Int32

        /// Nothing now; more input or time is needed.
        static let again = LibavError(code: shim_error(EAGAIN))
        /// The end of the file or stream.
        static let end = LibavError(code: shim_error_end())
        /// The interrupt callback said so.
        static let interrupted = LibavError(code: shim_error_exit())
        /// No memory.
        static let noMemory = LibavError(code: shim_error(ENOMEM))
        /// The device or the library cannot do that.
        static let notImplemented = LibavError(code: shim_error(ENOSYS))

        /// The errno that it stands for, where it does.
        var systemError: Int32? {
            let number = shim_errno(code)
            return (1...4095).contains(number) ? number : nil
        }

        /// In libav's words, such as "No such file or directory".
        var description: String {
            var text = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
            av_strerror(code, &text, text.count)
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }

        /// Returns what a libav function returned, unless that is an error.
        @discardableResult
        static func check(_ result: Int32) throws(LibavError) -> Int32 {
            guard result >= 0 else { throw LibavError(code: result) }
            return result
        }
    }

    extension CaptureError.Code {
        /// The kind of thing that is wrong when libav opens or reads something from outside.
        init(opening error: LibavError) {
            switch error.systemError {
            case EACCES, EPERM: self = .permissionDenied
            case ENOENT, ENODEV, ENXIO, EISDIR, EIO, EBUSY: self = .noInput
            case ECONNREFUSED, ETIMEDOUT, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN: self = .unavailable
            case ECONNRESET, ECONNABORTED, ENETRESET, ENOTCONN, EPIPE: self = .unavailable
            case nil where error == .interrupted: self = .stopped
            case nil where error == .serverFault: self = .unavailable
            case nil: self = .badData
            default: self = .failure
            }
        }
    }
#endif
