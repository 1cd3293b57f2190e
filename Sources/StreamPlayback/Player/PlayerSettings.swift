/// Saves an image as a file.
///
/// - Parameters:
///   - image: The bytes of a PNG file.
///   - stream: The name of its stream.
/// - Returns: A sentence about the file, or why there is none.
package typealias SnapshotSaver = @Sendable (_ image: [UInt8], _ stream: String) -> String

/// How a player plays.
package struct PlayerSettings: Hashable, Sendable {
    /// How long frames wait after their arrival at least; zero leaves it to the jitter.
    package var latency = Duration.zero
    package var isMuted = false
    package var isFullscreen = false
    package var showsStatistics = false

    package init() {}
}
