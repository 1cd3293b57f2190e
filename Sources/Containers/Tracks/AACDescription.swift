import AAC
import BitCoding

/// What a container states of an AAC track: the `AudioSpecificConfig` (ISO/IEC 14496-3 1.6.2.1).
///
/// A frame of the track is one `raw_data_block`, as in the protocol. ADTS frames go through `ADTSReader` first.
public struct AACDescription: Hashable, Sendable {
    /// The configuration as bytes.
    public let configuration: [UInt8]
    /// The configuration as a value.
    public let config: AudioSpecificConfig

    /// The most bytes of a configuration. Those of real streams have 2 to 40.
    static let maximumLength = 4_096

    /// Reads a configuration.
    ///
    /// - Throws: `invalidDescription` if it cannot be read.
    public init(configuration: [UInt8]) throws(ContainerError) {
        guard configuration.count <= Self.maximumLength else {
            throw ContainerError(.invalidDescription, "an AudioSpecificConfig of \(configuration.count) bytes")
        }
        do throws(AACError) {
            config = try AudioSpecificConfig(configuration.span)
        } catch {
            throw ContainerError(.invalidDescription, "the AudioSpecificConfig cannot be read: \(error)")
        }
        self.configuration = configuration
    }
}
