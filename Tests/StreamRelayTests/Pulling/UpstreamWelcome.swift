import StreamProtocol

extension Welcome {
    /// What a relay upstream answers.
    static func upstream(
        epoch: UInt32 = 1,
        instance: UInt64 = 1,
        frameLength: UInt32 = 1_000,
        state: StreamState = .live,
        path: RelayPath? = nil
    ) -> Welcome {
        Welcome(
            epoch: epoch,
            streamInstance: instance,
            maximumFrameLength: frameLength,
            pingInterval: 5_000,
            maximumLatency: 2_000,
            state: state,
            path: path
        )
    }
}
