/// Finishes a hybrid file whose writer could not.
public enum HybridMP4Repair {
    /// What is to be done with a file.
    public enum Outcome: Hashable, Sendable {
        /// Nothing: it is finished.
        case isFinished
        /// These steps finish it. They cut what follows the last whole part. They may themselves be interrupted anywhere:
        /// the next repair begins anew.
        case repair(Repair)
        /// It holds no frame, so it can be removed.
        case isEmpty
    }

    /// How a file is finished, and what it then holds.
    public struct Repair: Hashable, Sendable {
        /// The steps, in their order.
        public let steps: [FileStep]
        /// The frames and gaps in the file.
        public let account: RecordingAccount
        /// How many bytes after the last whole part are lost.
        public let lostBytes: UInt64
    }

    /// Reads a file that ``HybridMP4Writer`` began, and that was cut anywhere.
    ///
    /// It takes memory for the sample tables of the file, and for one `moof`; see ``ContainerLimits``.
    ///
    /// - Parameters:
    ///   - size: The bytes of the file.
    ///   - read: Returns this many bytes from an offset on, all of them within `size`.
    /// - Throws: What `read` throws. A damaged file is no error.
    public static func examine(size: UInt64, _ read: (UInt64, Int) throws -> [UInt8]) throws -> Outcome {
        let index: MP4Index
        do {
            index = try MP4Index(size: size, read)
        } catch is ContainerError {
            return .isEmpty
        }
        if index.isComplete { return .isFinished }
        guard index.tracks.contains(where: { $0.table.count > 0 }) || !index.account.runs.isEmpty else {
            return .isEmpty
        }
        let entries = index.tracks.map { MovieBox.Entry(track: $0.track, samples: $0.table) }
        let recording = HybridRecording(entries, captureTime: index.captureTime)
        let finish = recording.finishingSteps(at: index.length, account: index.account)
        return .repair(
            Repair(
                steps: [.truncate(to: index.length)] + finish,
                account: index.account,
                lostBytes: size - index.length
            )
        )
    }
}
