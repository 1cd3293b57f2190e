/// The distance between random access points.
public enum KeyFrameInterval: Hashable, Sendable {
    /// In frames.
    case frames(Int)
    /// In seconds of the media clock, also if a camera delivers fewer frames than announced.
    case seconds(Double)

    /// The longest time that a new viewer of a live stream could accept.
    static let longestSeconds = 3_600.0
    /// An hour at 60 frames per second.
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

    /// The interval in frames, at least 1.
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

/// Decides when the next key frame is due by the time of the pictures, not by their number.
///
/// Encoders count frames. A camera in the dark delivers fewer frames than announced, and late frames are dropped. The
/// time for a new viewer to start must not grow because of that.
struct KeyFrameSchedule: Hashable, Sendable {
    /// `nil` if only the encoder's own count decides.
    private let interval: Int64?
    /// A picture that is early by up to half a period is the due one.
    private let tolerance: Int64
    private var last: Int64?

    init(_ interval: KeyFrameInterval, framePeriod: Int64) {
        switch interval {
        case .frames: self.interval = nil
        case .seconds(let seconds):
            let bounded = min(max(seconds, 0), KeyFrameInterval.longestSeconds)
            self.interval = Int64((bounded * 1_000_000).rounded())
        }
        tolerance = framePeriod / 2
    }

    /// Whether the picture with this time, in microseconds, must be a key frame.
    func isDue(at time: Int64) -> Bool {
        guard let interval, let last else { return false }
        return time - last >= interval - tolerance
    }

    /// The picture with this time is a key frame.
    mutating func keyFrameEncoded(at time: Int64) {
        last = max(last ?? time, time)
    }
}
