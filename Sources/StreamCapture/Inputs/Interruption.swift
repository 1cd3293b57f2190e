import Platform

/// Signals the threads of a capture to stop. It cannot be reset.
///
/// libav's blocking calls also check it, many times per second.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() {
        flag.store(true, ordering: .relaxed)
    }
}

#if Capture
    import CFFmpeg

    /// Ends libav's blocking calls when a ``StopFlag`` is set or a timeout expires.
    ///
    /// libav checks it about ten times per second, also from its own threads.
    final class Interruption: Sendable {
        private static let none = Int64.max

        private let stop: StopFlag
        private let deadline = Atomic(Interruption.none)

        init(stop: StopFlag) {
            self.stop = stop
        }

        var isStopped: Bool { stop.isSet }
        var hasExpired: Bool { CaptureClock.monotonicNow > deadline.load(ordering: .relaxed) }

        /// Starts a timeout of `seconds`; `nil` for none.
        func setTimeout(_ seconds: Int?) {
            deadline.store(
                seconds.map { CaptureClock.monotonicNow + Int64($0) * 1_000_000 } ?? Self.none,
                ordering: .relaxed
            )
        }

        /// For `AVFormatContext.interrupt_callback`; valid as long as this object.
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
