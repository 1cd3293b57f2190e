#if Capture || Player
    import CFFmpeg

    /// An error code of a libav function.
    package struct LibavError: Error, Hashable, CustomStringConvertible {
        package let code: Int32

        /// More input or time is needed.
        package static let again = LibavError(code: shim_error(EAGAIN))
        /// The end of the file or stream.
        package static let end = LibavError(code: shim_error_end())
        /// The interrupt callback ended the call.
        package static let interrupted = LibavError(code: shim_error_exit())
        /// No memory.
        package static let noMemory = LibavError(code: shim_error(ENOMEM))
        /// The device or the library does not support the operation.
        package static let notImplemented = LibavError(code: shim_error(ENOSYS))

        /// The corresponding errno; `nil` if there is none.
        package var systemError: Int32? {
            let number = shim_errno(code)
            return (1...4095).contains(number) ? number : nil
        }

        package init(code: Int32) {
            self.code = code
        }

        /// libav's text, such as "No such file or directory".
        package var description: String {
            var text = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
            av_strerror(code, &text, text.count)
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }

        /// Returns the result of a libav function, or throws it if it is an error.
        @discardableResult
        package static func check(_ result: Int32) throws(LibavError) -> Int32 {
            guard result >= 0 else { throw LibavError(code: result) }
            return result
        }
    }
#endif
