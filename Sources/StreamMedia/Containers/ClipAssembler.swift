import Containers
import NIOCore
import StreamProtocol

/// Collects the frames of a clip, an MP4 file whose length is known before its first byte is sent.
///
///     var clip = ClipAssembler()
///     clip.follow(table.tracks)                       // for each track table
///     guard clip.take(frame, arrival: now) else { … }  // for each frame
///     send(clip.head())
///     for sample in clip.samples { send(sample) }
///
/// If the stream changes to a format that the clip's beginning does not describe, the clip begins anew there: the newest
/// part counts.
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
    private var range: (start: Int64, end: Int64)?
    /// The samples, in the order in which they follow ``head()``.
    package private(set) var samples: [Sample] = []
    /// Bytes of the frames.
    package private(set) var frameLength = 0
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
        _ = drain(arrival: 0)
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
        return drain(arrival: arrival)
    }

    private mutating func drain(arrival: Int64) -> Bool {
        while let event = feed.next() {
            switch event {
            case .start(let tracks): writer = try? ClipWriter(tracks: tracks)
            // A track that changed is found by its frames, or is left out.
            case .change: break
            case .frame(let frame, let message):
                guard add(frame, message, arrival: arrival) else { return false }
            }
        }
        return true
    }

    private mutating func add(_ frame: ContainerFrame, _ message: Frame, arrival: Int64) -> Bool {
        let payload = message.payload
        switch writer?.add(frame, payload.readableBytesSpan) {
        case .added(let layout):
            samples.append(Sample(layout: layout, payload: payload))
            frameLength += payload.readableBytes
            sampleLength += layout.byteCount
            range = (min(range?.start ?? .max, frame.decodeTime), max(range?.end ?? .min, frame.decodeTime))
            return true
        case .needsInitialization:
            beginAgain(with: message, arrival: arrival)
            return true
        case .isFull: return false
        case .unusable, nil: return true
        }
    }

    private mutating func beginAgain(with message: Frame, arrival: Int64) {
        let tracks = tracks
        self = ClipAssembler()
        beginsAtChange = true
        follow(tracks)
        _ = take(message, arrival: arrival)
    }

    /// The bytes in front of the samples; empty if there are none.
    package func head() -> [UInt8] { samples.isEmpty ? [] : writer?.head() ?? [] }
}
