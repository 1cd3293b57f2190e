#if Capture || Player
    import CFFmpeg
    import Platform

    /// Collects libav's log messages. libav would write them to standard error, many lines for one error. Here the last
    /// errors are kept, to explain a failed operation.
    ///
    /// Each thread has its own log, because pictures and sound are opened at the same time.
    package enum LibavLog {
        /// Enough for the line with the reason; later lines are consequences.
        private static let maximumErrors = 4
        private static let lineLength = 512
        /// Enough for the warnings of one call.
        private static let maximumWarnings = 16
        /// Many more threads than a capture or a player has.
        private static let threads = 64
        private static let lines = Mutex<[UInt: Lines]>([:])
        /// By the addresses of watched objects: the first error of each.
        private static let watched = Mutex<[UInt: Watch]>([:])

        private struct Watch {
            var ignored: [String]
            var firstError: String?
        }

        private struct Lines {
            var errors: [String] = []
            var warnings: [String] = []
        }

        /// Installs the log callback. Called before any other function of libav; more calls have no effect.
        package static func install() {
            _ = installed
        }

        /// Clears this thread's log.
        package static func clear() {
            let thread = currentThread
            lines.withLock { lines in
                // Removes the logs of threads that have ended; for the others only an explanation is lost.
                if lines.count >= threads { lines.removeAll() }
                lines[thread] = Lines()
            }
        }

        /// The first error since ``clear()`` that contains more than a number, without the address of its object.
        package static var firstError: String? {
            let thread = currentThread
            return lines.withLock { $0[thread]?.errors.first }
        }

        /// Whether libav has logged a warning with this text since ``clear()``. libav often skips an unsupported
        /// setting with a warning.
        package static func hasWarning(containing text: String) -> Bool {
            let thread = currentThread
            return lines.withLock { $0[thread]?.warnings.contains { $0.contains(text) } ?? false }
        }

        /// Keeps the first error of an object apart, whatever thread logs it: decoders have threads of their own.
        ///
        /// - Parameters:
        ///   - object: Such as an `AVCodecContext`. ``unwatch(_:)`` must follow before it is freed.
        ///   - ignored: Beginnings of errors that are not kept.
        static func watch(_ object: UnsafeRawPointer, ignoring ignored: [String]) {
            watched.withLock { $0[UInt(bitPattern: object)] = Watch(ignored: ignored) }
        }

        static func unwatch(_ object: UnsafeRawPointer) {
            watched.withLock { _ = $0.removeValue(forKey: UInt(bitPattern: object)) }
        }

        /// The first error of a watched object since it was asked for the last time.
        static func takeFirstError(of object: UnsafeRawPointer) -> String? {
            watched.withLock { watched in
                watched[UInt(bitPattern: object)]?.firstError.take()
            }
        }

        private static var currentThread: UInt { SystemThread.currentID }

        private static let installed: Void = {
            shim_silence_alsa()
            av_log_set_level(AV_LOG_WARNING)
            av_log_set_callback { object, level, format, arguments in
                guard level <= AV_LOG_WARNING, let format, let arguments else { return }
                var line = [CChar](repeating: 0, count: LibavLog.lineLength)
                _ = shim_format_log(object, level, format, arguments, &line, Int32(line.count))
                let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                LibavLog.note(text, isError: level <= AV_LOG_ERROR, object: UInt(bitPattern: object))
            }
        }()

        private static func note(_ text: String, isError: Bool, object: UInt) {
            // Lines begin with "[name @ 0x…] ".
            var line = Substring(text)
            while line.first == "[", let end = line.firstIndex(of: "]") {
                line = line[line.index(after: end)...].drop { $0 == " " }
            }
            while let last = line.last, last.isWhitespace || last == "." { line.removeLast() }
            guard !line.isEmpty else { return }
            if isError {
                watched.withLock { watched in
                    guard let watch = watched[object], watch.firstError == nil else { return }
                    if !watch.ignored.contains(where: line.hasPrefix) { watched[object]?.firstError = String(line) }
                }
            }
            let thread = currentThread
            lines.withLock { lines in
                guard var own = lines[thread] else { return }
                if isError, own.errors.count < maximumErrors { own.errors.append(String(line)) }
                if !isError, own.warnings.count < maximumWarnings { own.warnings.append(String(line)) }
                lines[thread] = own
            }
        }
    }
#endif
