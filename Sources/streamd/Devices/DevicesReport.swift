import StreamCapture
import StreamProtocol

/// The capture devices and encoders of this machine, in the form of the output.
struct DevicesReport: Encodable {
    let cameras: [CameraReport]
    let unreadableCameras: [Unreadable]
    let mediaControllers: [MediaController]
    let microphones: [MicrophoneReport]
    let encoders: [EncoderReport]

    struct Unreadable: Encodable {
        let path: String
        let reason: String
    }

    struct MediaController: Encodable {
        let path: String
        let name: String
        let driver: String
        let command: String
    }

    init(_ list: DeviceList) {
        cameras = list.cameras.cameras.map(CameraReport.init)
        unreadableCameras = list.cameras.unreadable.map { Unreadable(path: $0.path, reason: $0.error.reason) }
        mediaControllers = list.cameras.mediaControllers.map {
            MediaController(path: $0.path, name: $0.name, driver: $0.driver, command: $0.command)
        }
        microphones = list.microphones.map(MicrophoneReport.init)
        encoders = list.encoders.map(EncoderReport.init)
    }
}

struct CameraReport: Encodable {
    struct Format: Encodable {
        let pixelFormat: String
        let label: String
        let kind: CameraPixelFormat.Kind
        let sizes: [Size]
        let range: Range?
    }

    struct Size: Encodable, Hashable {
        let width: Int
        let height: Int
        var frameRates: [Double]?
        var lowestFrameRate: Double?
        var highestFrameRate: Double?
    }

    struct Range: Encodable, Hashable {
        let minimumWidth: Int
        let maximumWidth: Int
        let widthStep: Int
        let minimumHeight: Int
        let maximumHeight: Int
        let heightStep: Int
    }

    struct Mode: Encodable {
        let pixelFormat: String
        let width: Int
        let height: Int
        let frameRate: Double?
        let reason: String
    }

    let path: String
    let name: String
    let driver: String
    let bus: String
    let byID: [String]
    let byPath: [String]
    let formats: [Format]
    let usualMode: Mode?

    init(_ camera: Camera) {
        path = camera.path
        name = camera.name
        driver = camera.driver
        bus = camera.bus
        byID = camera.idLinks
        byPath = camera.pathLinks
        formats = camera.formats.map(Format.init)
        usualMode = (try? camera.bestMode(for: CameraRequest())).map { mode, reason in
            Mode(
                pixelFormat: mode.pixelFormat.name,
                width: mode.width,
                height: mode.height,
                frameRate: mode.frameRate?.rounded,
                reason: reason
            )
        }
    }
}

extension CameraReport.Format {
    init(_ format: CameraFormat) {
        self.init(
            pixelFormat: format.pixelFormat.name,
            label: format.label,
            kind: format.pixelFormat.kind,
            sizes: format.sizes.map(CameraReport.Size.init),
            range: format.range.map(CameraReport.Range.init)
        )
    }
}

extension CameraReport.Size {
    init(_ size: CameraSize) {
        self.init(width: size.width, height: size.height)
        switch size.rates {
        case .listed(let rates): frameRates = rates.map(\.rounded)
        case .between(let lowest, let highest):
            lowestFrameRate = lowest.rounded
            highestFrameRate = highest.rounded
        case .unknown: break
        }
    }
}

extension CameraReport.Range {
    init(_ range: CameraFormat.SizeRange) {
        self.init(
            minimumWidth: range.widths.minimum,
            maximumWidth: range.widths.maximum,
            widthStep: range.widths.step,
            minimumHeight: range.heights.minimum,
            maximumHeight: range.heights.maximum,
            heightStep: range.heights.step
        )
    }
}

extension Track.Rate {
    /// Frames per second, rounded to a thousandth.
    fileprivate var rounded: Double { (Double(numerator) / Double(denominator) * 1_000).rounded() / 1_000 }
}

struct MicrophoneReport: Encodable {
    let system: String
    let address: String
    let stableAddress: String?
    let name: String
    let minimumRate: Int?
    let maximumRate: Int?
    let minimumChannels: Int?
    let maximumChannels: Int?
    let trouble: String?

    init(_ microphone: Microphone) {
        system = microphone.device.system.rawValue
        address = microphone.device.description
        stableAddress = microphone.stableName
        name = microphone.name
        minimumRate = microphone.limits?.rates.lowerBound
        maximumRate = microphone.limits?.rates.upperBound
        minimumChannels = microphone.limits?.channels.lowerBound
        maximumChannels = microphone.limits?.channels.upperBound
        trouble = microphone.problem?.reason
    }
}

struct EncoderReport: Encodable {
    let name: String
    let label: String
    let needsHardware: Bool
    let isUsable: Bool
    let trouble: String?

    init(_ encoder: InstalledEncoder) {
        name = encoder.name
        label = encoder.label
        needsHardware = encoder.needsHardware
        isUsable = encoder.problem == nil
        trouble = encoder.problem
    }
}
