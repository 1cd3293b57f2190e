import Containers
import NIOCore
import StreamProtocol

/// Collects the frames of a clip, an MP4 file whose length is known before its first byte is sent.
///
///     var clip = ClipAssembler()
///     clip.follow(table.tracks)                       // for each track table
///     guard clip.take(frame, arrival: now) else { … }  // for each frame
///     clip.finish()
///     send(clip.head())
///     for sample in clip.samples { send(sample) }
///
/// If the stream changes to a format that the clip's beginning does not describe, the clip begins anew there: the newest
/// part counts. A track that comes later is added.
///
/// The value holds the frames' payloads, as references to the memory that they are in.
package struct ClipAssembler: Sendable {
    /// A sample: how it is made of a frame's payload.
    package struct Sample: Sendable {
        /// The ranges of the payload that it consists of.
        package let layout: SampleLayout
        /// The frame, as it was taken.
        package let payload: ByteBuffer
    }

    /// Bytes that a sample takes beside its frame: its layout, and its place in the clip's tables.
    package static let overhead = 256

    private var tracks: [Track] = []
    private var feed = ContainerFeed()
    private var writer: ClipWriter?
    /// The tracks of the writer.
    private var stated: [ContainerTrack] = []
    private var range: (start: Int64, end: Int64)?
    /// The samples, in the order in which they follow ``head()``.
    package private(set) var samples: [Sample] = []
    /// Bytes of memory that the frames are in, if no two share it.
    package private(set) var storageLength = 0
    /// Bytes of the samples.
    package private(set) var sampleLength = 0
    /// Whether the clip begins later than its first frame, because the stream had another format before.
    package private(set) var beginsAtChange = false

    /// Starts before the first track table.
    package init() {}

    /// From the first decode time to the last, in microseconds.
    package var duration: Int64 { range.map { $0.end - $0.start } ?? 0 }

    /// Takes the tracks of the frames that follow, without those that the clip is not to have.
    package mutating func follow(_ tracks: [Track]) {
        self.tracks = tracks
        feed.follow(tracks)
        if drain() == .formatChanged { beginAgain() }
    }

    /// Takes note of frames that are missing.
    package mutating func take(_ gap: Gap) { feed.take(gap) }

    /// Takes note that another instance of the stream follows.
    package mutating func beginInstance() { feed.beginInstance() }

    /// Takes the next frame. Those of other tracks are left out.
    ///
    /// - Parameter arrival: As in ``ContainerFeed``.
    /// - Returns: Whether the clip can take more.
    package mutating func take(_ frame: Frame, arrival: Int64) -> Bool {
        feed.take(frame, arrival: arrival)
        switch drain() {
        case .goesOn: return true
        case .isFull: return false
        case .formatChanged:
            beginAgain()
            feed.take(frame, arrival: arrival)
            return drain() == .goesOn
        }
    }

    /// Ends the wait for pictures that did not come, after the last frame.
    package mutating func finish() {
        feed.stopHolding()
        // What does not fit at the end is left out.
        _ = drain()
    }

    private enum Outcome {
        case goesOn, isFull, formatChanged
    }

    private mutating func drain() -> Outcome {
        while let event = feed.next() {
            let outcome =
                switch event {
                case .start(let tracks): begin(tracks)
                case .change(let tracks): change(to: tracks)
                case .frame(let frame, let message): add(frame, message)
                }
            guard outcome == .goesOn else { return outcome }
        }
        return .goesOn
    }

    private mutating func begin(_ tracks: [ContainerTrack]) -> Outcome {
        do throws(ContainerError) {
            writer = try ClipWriter(tracks: tracks)
            stated = tracks
            return .goesOn
        } catch {
            return .isFull
        }
    }

    private mutating func change(to tracks: [ContainerTrack]) -> Outcome {
        let change = TrackChange(from: stated, to: tracks)
        guard change.changed.isEmpty else { return .formatChanged }
        do throws(ContainerError) {
            for track in change.added {
                try writer?.add(track)
                stated.append(track)
            }
            return .goesOn
        } catch {
            // Tracks that are gone take the places.
            return .formatChanged
        }
    }

    private mutating func add(_ frame: ContainerFrame, _ message: Frame) -> Outcome {
        let payload = message.payload
        switch writer?.add(frame, payload.readableBytesSpan) {
        case .added(let layout):
            samples.append(Sample(layout: layout, payload: payload))
            storageLength += payload.storageCapacity
            sampleLength += layout.byteCount
            range = (min(range?.start ?? .max, frame.decodeTime), max(range?.end ?? .min, frame.decodeTime))
            return .goesOn
        case .needsInitialization: return .formatChanged
        case .isFull: return .isFull
        case .unusable, nil: return .goesOn
        }
    }

    private mutating func beginAgain() {
        let (tracks, isCut) = (tracks, beginsAtChange || !samples.isEmpty)
        self = ClipAssembler()
        beginsAtChange = isCut
        self.tracks = tracks
        feed.follow(tracks)
    }

    /// The bytes in front of the samples; empty if there are none.
    package func head() -> [UInt8] { samples.isEmpty ? [] : writer?.head() ?? [] }
}
