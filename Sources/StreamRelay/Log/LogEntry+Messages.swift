import NIOCore
import StreamProtocol

/// The entries of single messages.
extension LogEntry {
    init(_ table: TrackTable, arrival: NIODeadline) {
        self.init(
            message: ProtocolMessage.tracks(table).encoded(),
            content: .retained(.tracks, epoch: table.epoch, tracks: TrackSet(table.tracks.map { TrackSet($0.id) })),
            kinds: .all,
            arrival: arrival
        )
    }

    /// - Parameter frame: In a buffer of its exact size.
    init(_ frame: Frame, kinds: TrackKinds, arrival: NIODeadline) {
        let header = frame.header
        self.init(
            message: frame.message,
            content: .frame(
                track: header.track,
                epoch: header.epoch,
                sequence: header.sequence,
                isRandomAccess: header.flags.contains(.randomAccess)
            ),
            kinds: kinds,
            arrival: arrival
        )
        isGradual = header.flags.contains(.gradual)
        isRecovered = header.flags.contains(.recovered)
    }

    init(_ gap: Gap, kinds: TrackKinds, arrival: NIODeadline) {
        self.init(message: ProtocolMessage.gap(gap).encoded(), content: .gap(gap), kinds: kinds, arrival: arrival)
    }

    init(_ offset: ClockOffset, epoch: UInt32, arrival: NIODeadline) {
        self.init(
            message: ProtocolMessage.clockOffset(offset).encoded(),
            content: .retained(.clockOffset, epoch: epoch),
            kinds: .all,
            arrival: arrival
        )
    }
}
