/// A part of a stream in which sequence numbers continue and the media clock does not begin anew.
///
/// It changes when a publisher connects again or begins an epoch, when the relay restarts, and when the stream ends and
/// another one of the same name begins. Frames of one generation and one track have different sequence numbers.
public struct StreamGeneration: Hashable, Sendable, CustomStringConvertible {
    /// The number that the relay draws for the stream: see `Welcome.streamInstance`. Logs and journals have it in
    /// hexadecimal digits.
    public let streamInstance: UInt64
    /// The epoch of the frames, from 1 on in each stream instance.
    public let epoch: UInt32

    /// The epoch and the instance in words, for logs. The instance is in hexadecimal digits, as
    /// `String(welcome.streamInstance, radix: 16)` prints it.
    public var description: String { "epoch \(epoch) of instance \(String(streamInstance, radix: 16))" }

    package init(streamInstance: UInt64, epoch: UInt32) {
        self.streamInstance = streamInstance
        self.epoch = epoch
    }

    /// Whether frames of this generation come after those of `other`.
    func follows(_ other: StreamGeneration) -> Bool {
        streamInstance != other.streamInstance || epoch > other.epoch
    }
}

/// The step from one generation of a stream to the next. Frames may be missing between the two, and their number is not
/// known. Decoding begins anew, and the media clock may have another origin.
public struct StreamDiscontinuity: Hashable, Sendable {
    /// The generation of the frames so far.
    public let previous: StreamGeneration
    /// The generation of the frames that follow.
    public let next: StreamGeneration

    package init(from previous: StreamGeneration, to next: StreamGeneration) {
        self.previous = previous
        self.next = next
    }

    /// Whether the relay has restarted, or another stream of the same name has begun. If not, a publisher has connected
    /// or begun an epoch.
    public var isNewInstance: Bool { previous.streamInstance != next.streamInstance }
}
