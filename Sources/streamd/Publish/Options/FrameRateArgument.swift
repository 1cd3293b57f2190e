import ArgumentParser
import StreamCapture
import StreamProtocol

/// Frames a second as one writes them: `30`, `29.97`, `30000/1001`.
struct FrameRateArgument: ExpressibleByArgument, Hashable {
    let rate: Track.Rate

    init?(argument: String) {
        guard let rate = try? Track.Rate(framesPerSecond: argument) else { return nil }
        self.rate = rate
    }
}
