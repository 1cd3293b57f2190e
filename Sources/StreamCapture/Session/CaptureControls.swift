import Platform

/// The relay's requests to a running capture: key frames, a lower bit rate, or a pause.
///
/// Any thread may make a request; the capture's threads poll them.
final class CaptureControls: Sendable {
    private struct State {
        var keyFrames = KeyFrameThrottle()
        var demand: OnDemandController?
        var rate: RateController?
        /// The encoder has not received it yet.
        var pendingBitRate: Int?
        var isStopped = false

        var isCaptureNeeded: Bool { demand?.isOpen ?? true }
    }

    /// Requests for the encoder's next picture.
    struct EncoderUpdate {
        var forcesKeyFrame: Bool
        var bitRate: Int?
    }

    /// Interrupts libav's blocking calls.
    let stopFlag = StopFlag()
    private let state: Guarded<State>

    /// - Parameter keepWarm: How long the device stays open without viewers; `nil` if it always stays open.
    init(keepWarm: Duration?) {
        state = Guarded(State(demand: keepWarm.map { OnDemandController(keepWarm: $0) }))
    }
}

// MARK: From the far end

extension CaptureControls {
    func stop() {
        stopFlag.set()
        state.change { $0.isStopped = true }
    }

    func requestKeyFrame() {
        state.change { $0.keyFrames.request() }
    }

    func setViewers(_ count: Int) {
        state.change { _ = $0.demand?.setViewers(count, at: .now) }
    }

    /// Observes the uplink.
    ///
    /// - Returns: The encoder's new bit rate in bits per second; `nil` if it does not change.
    func observe(_ uplink: RateController.Observation) -> Int? {
        state.change { state in
            guard let bitRate = state.rate?.update(uplink, at: .now) else { return nil }
            state.pendingBitRate = bitRate
            return bitRate
        }
    }
}

// MARK: For the capture's threads

extension CaptureControls {
    var isStopped: Bool { stopFlag.isSet }

    /// Whether the device should be open.
    var isCaptureNeeded: Bool {
        state.change { state in
            _ = state.demand?.check(at: .now)
            return state.isCaptureNeeded && !state.isStopped
        }
    }

    /// Waits until the device should be open.
    ///
    /// - Returns: `false` if the capture ends first.
    func waitUntilCaptureNeeded() -> Bool {
        state.wait { state -> Bool? in
            state.isStopped ? false : state.isCaptureNeeded ? true : nil
        } ?? false
    }

    /// Waits for this time or until the capture ends.
    func pause(microseconds: Int64) {
        _ = state.wait(atMost: microseconds) { $0.isStopped ? true : nil }
    }

    /// Makes the bit rate follow the uplink, up to `maximum` bits per second.
    func adaptBitRate(upTo maximum: Int) {
        state.change { $0.rate = RateController(maximum: maximum) }
    }

    /// The requests for the next picture. Each request is returned once.
    func takeEncoderUpdate() -> EncoderUpdate {
        state.change { state in
            EncoderUpdate(
                forcesKeyFrame: state.keyFrames.shouldForce(at: .now),
                bitRate: state.pendingBitRate.take()
            )
        }
    }

    func keyFrameEncoded() {
        state.change { $0.keyFrames.keyFrameEncoded(at: .now) }
    }
}
