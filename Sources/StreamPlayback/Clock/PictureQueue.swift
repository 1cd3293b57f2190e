import DequeModule

/// Decoded pictures until they are shown or dropped. A value; all times are microseconds of the local clock.
///
/// The rules are those of the browser player (`Sources/WebPlayer/Assets/pictures.js`).
package struct PictureQueue<Picture> {
    /// What is due.
    package struct Step {
        /// The picture to show now.
        package var shown: Picture?
        /// Pictures that are not shown, because they are too late or a newer one is due.
        package var discarded: [Picture]
        /// When to ask again; `nil` if nothing waits.
        package var wakeTime: Int64?
    }

    /// Decoders have few pictures; more than these do not wait here.
    static var maximumPictures: Int { 6 }

    private var waiting: Deque<(media: Int64, picture: Picture)> = []
    private var progress: PictureProgress
    /// Pictures that were shown.
    package private(set) var shownCount = 0
    /// Pictures that were not shown, without those before the live edge.
    package private(set) var droppedCount = 0

    package init(now: Int64) {
        progress = PictureProgress(joiningAt: now)
    }

    /// Discards what waits. Nothing old is shown until the live edge.
    package mutating func join(now: Int64) {
        waiting.removeAll()
        progress = PictureProgress(joiningAt: now)
    }

    /// A frame of the track came.
    package mutating func arrived(decodeTime: Int64, now: Int64) {
        progress.newest = max(progress.newest, decodeTime)
        progress.arrivedAt = now
    }

    /// Whether more pictures may be decoded.
    package var mayDecode: Bool { waiting.count < Self.maximumPictures }

    /// Whether no picture has been shown since the viewer joined.
    package var isJoining: Bool { progress.isJoining }

    /// A picture was decoded. Pictures come in the order in which they are shown.
    package mutating func offer(_ picture: Picture, media: Int64, now: Int64, clock: inout PlaybackClock) {
        // A decoder needs long for its first pictures.
        if !progress.isJoining { clock.isReady(.video, media: media, at: now) }
        waiting.append((media, picture))
    }

    /// Takes the pictures that are due.
    package mutating func next(now: Int64, clock: inout PlaybackClock) -> Step {
        clock.advance(now: now)
        var step = Step(shown: nil, discarded: [], wakeTime: nil)
        while let first = waiting.first {
            let time = clock.showTime(media: first.media, now: now, progress: progress)
            if let time, time > now {
                step.wakeTime = time
                break
            }
            waiting.removeFirst()
            let old = time == nil ? first.picture : step.shown
            if time != nil { step.shown = first.picture }
            if let old { step.discarded.append(old) }
        }
        if !progress.isJoining { droppedCount += step.discarded.count }
        if step.shown != nil {
            shownCount += 1
            progress.shownAt = now
            progress.isJoining = false
        }
        return step
    }
}

extension PictureQueue: Sendable where Picture: Sendable {}
