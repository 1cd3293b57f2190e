import StreamClient

/// Frames that were left out one after the other. They make one line of output.
struct LossRun {
    private var count = 0
    private var reasons: Set<FrameLoss.Reason> = []
    private var wasDisconnected = false

    mutating func take(_ losses: [FrameLoss], isConnected: Bool) {
        if losses.isEmpty && isConnected { return end() }
        for loss in losses {
            count += loss.count
            reasons.insert(loss.reason)
            wasDisconnected = wasDisconnected || !isConnected
        }
    }

    mutating func end() {
        if count > 0 { print("\(count) frames were left out: \(cause).") }
        self = LossRun()
    }

    private var cause: String {
        if wasDisconnected { return "there was no connection to the relay" }
        // `undecodable` alone: the other reasons come with the first frame of a group of pictures.
        if reasons == [.undecodable] { return "they need frames that were lost with a connection" }
        if reasons.contains(.tooLong) { return "a frame is too long" }
        return "the network is too slow; lower the bit rate"
    }
}
