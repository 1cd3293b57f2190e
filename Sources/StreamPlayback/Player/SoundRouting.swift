/// Which stream of a player the sound device plays, and when the device is open. A value without I/O.
struct SoundRouting: Hashable, Sendable {
    /// What the thread of the device does next.
    enum Step: Hashable, Sendable {
        case open
        case close
        /// The device, which is open, plays this stream from now on.
        case play(Int)
        /// Close the device, and end.
        case end
    }

    /// The stream that the user wants to hear; `nil` for none.
    var wanted: Int?
    private var withSound: Set<Int> = []
    /// The open device's number.
    private var device: UInt32?
    private var playing: Int?
    private var mustClose = false
    /// There is no device until one is added.
    private var isMissing = false
    private var isEnded = false

    /// A stream has a track of sound from now on, or none.
    mutating func changed(_ stream: Int, hasSound: Bool) {
        if hasSound { withSound.insert(stream) } else { withSound.remove(stream) }
    }

    mutating func opened(_ number: UInt32) {
        device = number
        playing = nil
    }

    mutating func failedToOpen() {
        isMissing = true
    }

    mutating func deviceAdded() {
        isMissing = false
    }

    mutating func deviceRemoved(_ number: UInt32) {
        if device == number { mustClose = true }
    }

    mutating func end() {
        isEnded = true
    }

    /// The next step; `nil` while nothing changes.
    mutating func next() -> Step? {
        if isEnded { return .end }
        let stream = wanted.flatMap { withSound.contains($0) ? $0 : nil }
        guard device != nil else { return stream == nil || isMissing ? nil : .open }
        guard let stream, !mustClose else {
            (device, playing, mustClose) = (nil, nil, false)
            return .close
        }
        guard stream != playing else { return nil }
        playing = stream
        return .play(stream)
    }
}
