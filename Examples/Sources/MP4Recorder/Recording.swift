import Containers
import Foundation
import StreamClient
import StreamMedia

/// A file that is playable whenever the program is killed, up to its last second.
struct Recording {
    struct FormatChanged: Error {}

    let file: FileHandle
    let start = ContinuousClock.now
    var feed = ContainerFeed()
    var tracks: [ContainerTrack] = []
    var writer: HybridMP4Writer?

    mutating func take(_ event: WatchEvent) throws {
        switch event {
        case .tracks(let table): feed.follow(table.tracks)
        case .frame(let frame):
            feed.take(frame.protocolFrame, arrival: Int64((ContinuousClock.now - start) / .microseconds(1)))
        case .gap(let gap): feed.take(gap)
        case .discontinuity(let step): if step.isNewInstance { feed.beginInstance() }
        default: break
        }
        while let event = feed.next() { try write(event) }
    }

    private mutating func write(_ event: ContainerFeed.Event) throws {
        switch event {
        case .start(let tracks):
            self.tracks = tracks
            writer = try HybridMP4Writer(tracks: tracks)
            try perform(writer?.start() ?? [])
        case .frame(let frame, let sent):
            switch writer?.append(frame, sent.bytes, epoch: sent.header.epoch, sequence: sent.header.sequence) {
            case .added(let written): try perform(written.steps)
            case .needsInitialization, .isFull: throw FormatChanged()
            case .unusable, nil: break
            }
        case .change(let tracks):
            guard TrackChange(from: self.tracks, to: tracks).isEmpty else { throw FormatChanged() }
        }
    }

    mutating func finish() throws {
        // Sound may still wait for pictures.
        feed.stopHolding()
        while let event = feed.next() { try write(event) }
        try perform(writer?.finish().steps ?? [])
    }

    private func perform(_ steps: [FileStep]) throws {
        for step in steps {
            switch step {
            case .write(let bytes, let offset):
                try file.seek(toOffset: offset)
                try file.write(contentsOf: bytes)
            case .truncate(let length): try file.truncate(atOffset: length)
            case .synchronizeData, .synchronize: try file.synchronize()
            case .publish: try file.close()
            }
        }
    }
}
