/// What the far end wants of a running capture: key frames, a bit rate that gets through, or nothing at all.
///
/// Told from any thread; the capture's threads ask.
final class CaptureControls: Sendable {
    private struct State {
        var keyFrames = KeyFrameGate()
        var demand: OnDemand?
        var rate: RateController?
        /// Not yet told to the encoder.
        var newBitRate: Int?
        var isStopped = false

        var isWanted: Bool { demand?.isOpen ?? true }
    }

    /// What the encoder is to do with the next picture.
    struct EncoderOrders {
        var forcesKeyFrame: Bool
        var bitRate: Int?
    }

    /// For libav's blocking calls.
    let stopFlag = StopFlag()
    private let state: Guarded<State>

    /// - Parameter keepWarm: The device is open only while somebody watches, and for this long after; `nil`: always.
    init(keepWarm: Duration?) {
        state = Guarded(State(demand: keepWarm.map { OnDemand(keepWarm: $0) }))
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

    /// Takes note of how the uplink does.
    ///
    /// - Returns: The encoder's bit rate from now on, where it changes.
    func observe(_ uplink: RateController.Observation) -> Int? {
        state.change { state in
            guard let bitRate = state.rate?.update(uplink, at: .now) else { return nil }
            state.newBitRate = bitRate
            return bitRate
        }
    }
}

// MARK: For the capture's threads

extension CaptureControls {
    var isStopped: Bool { stopFlag.isSet }

    /// Whether the device is to be open.
    var isWanted: Bool {
        state.change { state in
            _ = state.demand?.check(at: .now)
            return state.isWanted && !state.isStopped
        }
    }

    /// Waits until the device is to be open.
    ///
    /// - Returns: `false` where the capture ends instead.
    func waitUntilWanted() -> Bool {
        state.wait { state -> Bool? in
            state.isStopped ? false : state.isWanted ? true : nil
        } ?? false
    }

    /// Waits for a while, or until the capture ends.
    func pause(microseconds: Int64) {
        _ = state.wait(atMost: microseconds) { $0.isStopped ? true : nil }
    }

    /// From now on the bit rate follows the uplink, up to `maximum` bits a second.
    func adaptBitRate(upTo maximum: Int) {
        state.change { $0.rate = RateController(maximum: maximum) }
    }

    /// What is wanted of the picture that is about to be encoded; each order is given once.
    func takeEncoderOrders() -> EncoderOrders {
        state.change { state in
            EncoderOrders(
                forcesKeyFrame: state.keyFrames.shouldForce(at: .now),
                bitRate: state.newBitRate.take()
            )
        }
    }

    func keyFrameCame() {
        state.change { $0.keyFrames.keyFrameCame(at: .now) }
    }
}
