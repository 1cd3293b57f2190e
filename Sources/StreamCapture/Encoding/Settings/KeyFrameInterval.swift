/// How far random access points are apart.
public enum KeyFrameInterval: Hashable, Sendable {
    /// Counted in frames.
    case frames(Int)
    /// In seconds of the media clock, also where a camera gives fewer frames than it said.
    case seconds(Double)

    /// Nobody waits longer to join a live stream.
    static let longestSeconds = 3_600.0
    /// An hour at 60 frames a second.
    static let longestFrames = 216_000

    /// Reads a number of frames (`60`) or a time (`2s`, `500ms`).
    public init?(_ text: String) {
        if let frames = Int(text) {
            guard (1...Self.longestFrames).contains(frames) else { return nil }
            self = .frames(frames)
            return
        }
        let isMilliseconds = text.hasSuffix("ms")
        guard text.hasSuffix("s"), let number = Double(text.dropLast(isMilliseconds ? 2 : 1)), number > 0 else {
            return nil
        }
        let seconds = isMilliseconds ? number / 1_000 : number
        guard seconds <= Self.longestSeconds else { return nil }
        self = .seconds(seconds)
    }

    /// How many frames that is, at least 1.
    func frames(at framesPerSecond: Double) -> Int {
        switch self {
        case .frames(let count): max(1, count)
        case .seconds(let seconds): max(1, Int((min(seconds, Self.longestSeconds) * framesPerSecond).rounded()))
        }
    }
}

extension KeyFrameInterval: CustomStringConvertible {
    public var description: String {
        switch self {
        case .frames(let count): "\(count)"
        case .seconds(let seconds):
            seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(Int((seconds * 1_000).rounded()))ms"
        }
    }
}
