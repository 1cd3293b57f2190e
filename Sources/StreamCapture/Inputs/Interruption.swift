#if Capture
    import CFFmpeg
    import Synchronization

    /// Ends libav's blocking calls: when a ``StopFlag`` is set, or when a time limit has passed.
    ///
    /// libav asks it some ten times a second, also from threads of its own.
    final class Interruption: Sendable {
        private static let none = Int64.max

        private let stop: StopFlag
        private let deadline = Atomic(Interruption.none)

        init(stop: StopFlag) {
            self.stop = stop
        }

        var isStopped: Bool { stop.isSet }
        var hasExpired: Bool { CaptureClock.monotonicNow > deadline.load(ordering: .relaxed) }

        /// Begins a wait of at most `seconds`; `nil` waits as long as it takes.
        func limit(to seconds: Int?) {
            deadline.store(
                seconds.map { CaptureClock.monotonicNow + Int64($0) * 1_000_000 } ?? Self.none,
                ordering: .relaxed
            )
        }

        /// For `AVFormatContext.interrupt_callback`; valid while this object is.
        var callback: AVIOInterruptCB {
            AVIOInterruptCB(
                callback: { opaque in
                    guard let opaque else { return 0 }
                    let interruption = Unmanaged<Interruption>.fromOpaque(opaque).takeUnretainedValue()
                    return interruption.isStopped || interruption.hasExpired ? 1 : 0
                },
                opaque: Unmanaged.passUnretained(self).toOpaque()
            )
        }
    }
#endif
