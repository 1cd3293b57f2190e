import Containers
import NIOCore
import StreamProtocol

extension Track {
    /// Whether containers can hold the track, if its configuration can be read.
    public var fitsContainer: Bool {
        switch codec {
        case .h264: kind == .video
        case .aac: kind == .audio
        default: false
        }
    }

    /// Whether a container can hold the track: pictures describe themselves, sound needs a configuration that can be read.
    package var canBeDescribed: Bool { fitsContainer && (kind == .video || containerTrack() != nil) }

    /// The track in a container, by its configuration alone; `nil` if the configuration cannot be read, or is empty.
    public func containerTrack() -> ContainerTrack? {
        guard fitsContainer else { return nil }
        do throws(ContainerError) {
            return switch codec {
            case .h264: containerTrack(.h264(try H264Description(configuration: configuration)))
            default: containerTrack(.aac(try AACDescription(configuration: configuration)))
            }
        } catch {
            return nil
        }
    }

    /// The track in a container, as the frame describes it: one at which decoding can begin has all parameter sets in
    /// force. A configuration that describes it as well goes before.
    ///
    /// - Parameter placement: Where an MP4 file holds the parameter sets.
    package func containerTrack(
        describedBy frame: Frame,
        placement: H264Description.ParameterSetPlacement = .sampleEntry
    ) -> ContainerTrack? {
        let payload = frame.payload
        let stated = containerTrack()
        guard codec == .h264, fitsContainer else { return stated }
        if placement == .sampleEntry, let stated, case .fits = stated.description.fit(payload.readableBytesSpan) {
            return stated
        }
        do throws(ContainerError) {
            return containerTrack(
                .h264(try H264Description(accessUnit: payload.readableBytesSpan, placement: placement))
            )
        } catch {
            // The frame has no parameter sets that can be read.
            return stated
        }
    }

    private func containerTrack(_ description: ContainerTrack.Description) -> ContainerTrack {
        ContainerTrack(
            id: id.containerTrack,
            description: description,
            language: language,
            frameDuration: frameRate.map { Int64($0.denominator) * 1_000_000 / Int64($0.numerator) }
        )
    }
}
