#if Capture
    import CFFmpeg

    /// An error code of a libav function.
    struct LibavError: Error, Hashable, CustomStringConvertible {
        let code: Int32

        /// More input or time is needed.
        static let again = LibavError(code: shim_error(EAGAIN))
        /// The end of the file or stream.
        static let end = LibavError(code: shim_error_end())
        /// The interrupt callback ended the call.
        static let interrupted = LibavError(code: shim_error_exit())
        /// No memory.
        static let noMemory = LibavError(code: shim_error(ENOMEM))
        /// The device or the library does not support the operation.
        static let notImplemented = LibavError(code: shim_error(ENOSYS))

        /// The corresponding errno; `nil` if there is none.
        var systemError: Int32? {
            let number = shim_errno(code)
            return (1...4095).contains(number) ? number : nil
        }

        /// libav's text, such as "No such file or directory".
        var description: String {
            var text = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
            av_strerror(code, &text, text.count)
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }

        /// Returns the result of a libav function, or throws it if it is an error.
        @discardableResult
        static func check(_ result: Int32) throws(LibavError) -> Int32 {
            guard result >= 0 else { throw LibavError(code: result) }
            return result
        }
    }

    extension CaptureError.Code {
        /// The error code for a libav error during opening or reading.
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
