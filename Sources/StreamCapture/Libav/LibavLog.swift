#if Capture
    import CFFmpeg
    import Synchronization

    #if canImport(Darwin)
        import Darwin
    #else
        import Glibc
    #endif

    /// What libav says of its own accord. It would write to standard error, many lines for one fault; here the last
    /// errors are kept, to be told with the sentence that says what could not be done.
    ///
    /// Each thread hears what libav says in its own calls: pictures and sound are opened at the same time.
    enum LibavLog {
        /// Enough for the line that says why; what follows it are consequences.
        private static let kept = 4
        private static let lineLength = 512
        /// Enough for what one call warns of.
        private static let keptWarnings = 16
        /// Many more than a capture has.
        private static let threads = 64
        private static let lines = Mutex<[UInt: Lines]>([:])

        private struct Lines {
            var errors: [String] = []
            var warnings: [String] = []
        }

        /// Takes over libav's log. Called before anything else of libav's; more than once does no harm.
        static func takeOver() {
            _ = takenOver
        }

        /// Forgets what was said, and takes note from here on.
        static func clear() {
            let thread = currentThread
            lines.withLock { lines in
                // Of threads that have ended; the others lose no more than an explanation.
                if lines.count >= threads { lines.removeAll() }
                lines[thread] = Lines()
            }
        }

        /// The first error since ``clear()`` that says more than a number, without the address of its object.
        static var firstError: String? {
            let thread = currentThread
            return lines.withLock { $0[thread]?.errors.first }
        }

        /// Whether it warned in these words since ``clear()``. What it cannot do, it often leaves out with a warning.
        static func warned(_ words: String) -> Bool {
            let thread = currentThread
            return lines.withLock { $0[thread]?.warnings.contains { $0.contains(words) } ?? false }
        }

        private static var currentThread: UInt {
            #if canImport(Darwin)
                UInt(bitPattern: pthread_self())
            #else
                UInt(pthread_self())
            #endif
        }

        private static let takenOver: Void = {
            shim_silence_alsa()
            av_log_set_level(AV_LOG_WARNING)
            av_log_set_callback { object, level, format, arguments in
                guard level <= AV_LOG_WARNING, let format, let arguments else { return }
                var line = [CChar](repeating: 0, count: LibavLog.lineLength)
                _ = shim_format_log(object, level, format, arguments, &line, Int32(line.count))
                let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                LibavLog.note(text, isError: level <= AV_LOG_ERROR)
            }
        }()

        private static func note(_ text: String, isError: Bool) {
            // Lines begin with "[name @ 0x…] ".
            var line = Substring(text)
            while line.first == "[", let end = line.firstIndex(of: "]") {
                line = line[line.index(after: end)...].drop { $0 == " " }
            }
            while let last = line.last, last.isWhitespace || last == "." { line.removeLast() }
            guard !line.isEmpty else { return }
            let thread = currentThread
            lines.withLock { lines in
                guard var own = lines[thread] else { return }
                if isError, own.errors.count < kept { own.errors.append(String(line)) }
                if !isError, own.warnings.count < keptWarnings { own.warnings.append(String(line)) }
                lines[thread] = own
            }
        }
    }
#endif
