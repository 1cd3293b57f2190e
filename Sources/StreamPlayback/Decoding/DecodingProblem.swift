import StreamProtocol

/// An error of a decoder, in words.
package struct DecodingProblem: Hashable, Sendable, CustomStringConvertible {
    /// What follows from it.
    package enum Consequence: Hashable, Sendable {
        /// No other picture needs this one; the next ones are shown.
        case leavesOut
        /// Nothing is shown before the next key frame, which is requested.
        case waitsForKeyFrame
        /// Decoding goes on in software, beginning with the last key frame; no picture is missing.
        case continuesInSoftware
        /// The track is not played.
        case givesUp
    }

    /// The track.
    package var track: TrackID
    package var kind: TrackKind
    /// The picture's number in its epoch (``FrameHeader/sequence``); `nil` if it concerns no single picture.
    package var number: UInt64?
    /// What is wrong, as the decoder says it.
    package var reason: String
    package var consequence: Consequence

    package var description: String {
        let name = kind == .video ? "Picture" : "Frame"
        let subject = number.map { "\(name) \($0) of track \(track)" } ?? "Track \(track)"
        return switch consequence {
        case .leavesOut: "\(subject) cannot be decoded and is left out: \(reason)."
        case .waitsForKeyFrame:
            "\(subject) cannot be decoded: \(reason). Pictures follow from the next key frame on, which was requested."
        case .continuesInSoftware: "\(subject) cannot be decoded by the GPU: \(reason). The CPU decodes from here on."
        case .givesUp: "\(subject) cannot be decoded: \(reason)."
        }
    }
}
