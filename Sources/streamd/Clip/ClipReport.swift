/// What a clip has become, beside what was asked for.
struct ClipReport: Hashable {
    /// How much earlier than asked a clip ends that has all frames, in microseconds: 1 s. The relay counts the age of
    /// its first frame from its arrival.
    private static let tolerance: Int64 = 1_000_000

    /// The relay states the age of its first frame in milliseconds.
    private static let resolution: Int64 = 1_000

    /// How long the clip is, and why it is shorter than asked.
    let text: String
    /// Frames at the end of the clip are missing.
    let failure: Failure?

    /// - Parameters:
    ///   - asked: How far back the clip was to begin, in microseconds.
    ///   - end: What ended the clip; `nil` for the end of the stream.
    init(_ collected: ClipCollector, _ clip: FinishedClip, asked: Int64, _ end: ClipRecorder.End?) {
        var text = "\(Self.seconds(clip.duration)) s"
        if collected.beginsAtChange {
            text += ", from the last change of the stream's format on"
        } else if collected.history + Self.resolution < asked {
            text += ", all that the relay has"
        }
        if end != .full, end != .complete, collected.missingTime > Self.tolerance {
            text += "; no frames came for its last \(Self.seconds(collected.missingTime)) s"
        }
        self.text = text + "."
        failure =
            end == .full
            ? Failure(
                .failure,
                "The clip lacks its last \(Self.seconds(collected.missingTime)) s: it is as large as a clip can be here; "
                    + "ask for less with --last, or for one track with --track."
            ) : nil
    }

    private static func seconds(_ microseconds: Int64) -> Double { Double(microseconds / 100_000) / 10 }
}
