import NIOCore

/// A track of a stream: what it contains, and what a decoder needs for its frames (`Protocol.md`, Tracks).
///
/// ``size``, ``frameRate``, ``sampleRate``, ``channels`` and ``language`` are hints; `nil` means not known. Where a
/// hint differs from the configuration or from the frames, the configuration and the frames are right.
public struct Track: Hashable, Sendable {
    /// Frames a second, as a fraction: 30000/1001 is 29.97.
    public struct Rate: Hashable, Sendable {
        /// At least 1.
        public var numerator: UInt32
        /// At least 1.
        public var denominator: UInt32

        /// - Returns: `nil` if either is 0.
        public init?(numerator: UInt32, denominator: UInt32) {
            guard numerator > 0, denominator > 0 else { return nil }
            self.numerator = numerator
            self.denominator = denominator
        }

        /// A whole number of frames a second; 0 counts as 1.
        public init(perSecond count: UInt32) {
            numerator = max(1, count)
            denominator = 1
        }
    }

    /// The track's number, unique in its table.
    public var id: TrackID
    /// What the track carries; it stays the same for a whole epoch.
    public var kind: TrackKind
    /// The codec, and with it the form of the configuration and of the frames.
    public var codec: FourCC
    /// The number of this configuration. The publisher adds 1, wrapping around to 0, whenever ``configuration``
    /// changes; each frame names the generation that it needs.
    public var generation: UInt16 = 0
    /// What a decoder must know before the first frame, in the form that ``codec`` defines: 0 to
    /// ``ProtocolLimits/codecConfigurationLength`` bytes. In place of a longer one, the encoder
    /// sends an empty one.
    public var configuration: [UInt8] = []
    /// Width and height of the picture as shown, in samples.
    public var size: PictureSize?
    /// Frames a second, if they are evenly spaced.
    public var frameRate: Rate?
    /// Samples a second.
    public var sampleRate: UInt32?
    /// Channels of sound.
    public var channels: UInt8?
    /// A language tag (BCP 47), such as `de` or `pt-BR`. The encoder cuts it at ``ProtocolLimits/nameLength`` bytes.
    public var language: String?

    /// A track of generation 0, without configuration and hints.
    public init(id: TrackID, kind: TrackKind, codec: FourCC) {
        self.id = id
        self.kind = kind
        self.codec = codec
    }
}

/// Width and height of a picture as shown, in samples.
public struct PictureSize: Hashable, Sendable {
    /// Samples in a row, 0 to 65,535.
    public var width: UInt16
    /// Rows, 0 to 65,535.
    public var height: UInt16

    /// Makes a size of its width and height in samples.
    public init(width: UInt16, height: UInt16) {
        self.width = width
        self.height = height
    }
}

extension Track {
    private enum Option {
        static let size = OptionID(rawValue: 0x0001)
        static let frameRate = OptionID(rawValue: 0x0002)
        static let sampleRate = OptionID(rawValue: 0x0003)
        static let channels = OptionID(rawValue: 0x0004)
        static let language = OptionID(rawValue: 0x0005)
    }

    init(from reader: inout FieldReader) throws(ProtocolError) {
        guard let id = TrackID(try reader.integer()) else {
            throw reader.malformed("a track number above \(TrackID.maximum)")
        }
        guard let kind = TrackKind(rawValue: try reader.integer()) else {
            throw reader.malformed("a kind of track that is not known here")
        }
        try reader.skip(1)
        self.init(id: id, kind: kind, codec: FourCC(rawValue: try reader.integer()))
        generation = try reader.integer()
        let configurationLength: UInt16 = try reader.integer()
        let optionsLength: UInt16 = try reader.integer()
        try reader.skip(2)
        guard configurationLength <= ProtocolLimits.codecConfigurationLength else {
            throw reader.malformed(
                "a codec configuration of more than \(ProtocolLimits.codecConfigurationLength) bytes"
            )
        }
        configuration = Array(try reader.bytes(Int(configurationLength)).readableBytesView)
        var options = FieldReader(try reader.bytes(Int(optionsLength)), of: .tracks)
        try options.options { id, value throws(ProtocolError) in
            switch id {
            case Option.size: size = PictureSize(width: try value.integer(), height: try value.integer())
            case Option.frameRate: frameRate = Rate(numerator: try value.integer(), denominator: try value.integer())
            case Option.sampleRate: sampleRate = try value.integer()
            case Option.channels: channels = try value.integer()
            case Option.language: language = try value.text(atMost: ProtocolLimits.nameLength)
            default: return false
            }
            return true
        }
    }

    func write(to buffer: inout ByteBuffer) {
        var options = ByteBuffer()
        if let size { options.writeOption(Option.size) { $0.writeMultipleIntegers(size.width, size.height) } }
        if let rate = frameRate {
            options.writeOption(Option.frameRate) { $0.writeMultipleIntegers(rate.numerator, rate.denominator) }
        }
        if let sampleRate { options.writeOption(Option.sampleRate) { $0.writeInteger(sampleRate) } }
        if let channels { options.writeOption(Option.channels) { $0.writeInteger(channels) } }
        if let language { options.writeOption(Option.language) { $0.writeText(language, ProtocolLimits.nameLength) } }
        // No receiver accepts a longer configuration. A decoder then uses the parameter sets in the frames.
        let configuration = configuration.count <= ProtocolLimits.codecConfigurationLength ? configuration : []
        buffer.writeMultipleIntegers(id.rawValue, kind.rawValue, UInt8(0), codec.rawValue, generation)
        buffer.writeMultipleIntegers(UInt16(configuration.count), UInt16(options.readableBytes), UInt16(0))
        buffer.writeBytes(configuration)
        buffer.writeBuffer(&options)
    }
}
