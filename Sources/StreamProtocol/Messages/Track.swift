import NIOCore

/// What a track holds and how its frames are read.
public struct Track: Hashable, Sendable {
    /// A number of frames per time, as a fraction of seconds.
    public struct Rate: Hashable, Sendable {
        public var numerator: UInt32
        public var denominator: UInt32

        /// - Returns: `nil` where either is 0.
        public init?(numerator: UInt32, denominator: UInt32) {
            guard numerator > 0, denominator > 0 else { return nil }
            self.numerator = numerator
            self.denominator = denominator
        }

        /// So many a second; 0 counts as 1.
        public init(perSecond count: UInt32) {
            numerator = max(1, count)
            denominator = 1
        }
    }

    public var id: TrackID
    public var kind: TrackKind
    public var codec: FourCC
    /// Grows by one whenever ``configuration`` changes; frames name the generation they need.
    public var generation: UInt16 = 0
    /// What a decoder must know before the first frame, in the form that ``codec`` says.
    public var configuration: [UInt8] = []
    /// Width and height of the picture as shown, in samples.
    public var size: PictureSize?
    /// Frames a second, where they are evenly spaced.
    public var frameRate: Rate?
    /// Samples a second.
    public var sampleRate: UInt32?
    public var channels: UInt8?
    /// A language tag (BCP 47), such as `de` or `pt-BR`.
    public var language: String?

    public init(id: TrackID, kind: TrackKind, codec: FourCC) {
        self.id = id
        self.kind = kind
        self.codec = codec
    }
}

/// Width and height of a picture in samples.
public struct PictureSize: Hashable, Sendable {
    public var width: UInt16
    public var height: UInt16

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
        guard configurationLength <= Limits.codecConfigurationLength else {
            throw reader.malformed("a codec configuration of more than \(Limits.codecConfigurationLength) bytes")
        }
        configuration = Array(try reader.bytes(Int(configurationLength)).readableBytesView)
        var options = FieldReader(try reader.bytes(Int(optionsLength)), of: .tracks)
        try options.options { id, value throws(ProtocolError) in
            switch id {
            case Option.size: size = PictureSize(width: try value.integer(), height: try value.integer())
            case Option.frameRate: frameRate = Rate(numerator: try value.integer(), denominator: try value.integer())
            case Option.sampleRate: sampleRate = try value.integer()
            case Option.channels: channels = try value.integer()
            case Option.language: language = try value.text(atMost: Limits.nameLength)
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
        if let language { options.writeOption(Option.language) { $0.writeText(language, Limits.nameLength) } }
        // A longer configuration could not be read back by anybody: a frame's own parameter sets have to do then.
        let configuration = configuration.count <= Limits.codecConfigurationLength ? configuration : []
        buffer.writeMultipleIntegers(id.rawValue, kind.rawValue, UInt8(0), codec.rawValue, generation)
        buffer.writeMultipleIntegers(UInt16(configuration.count), UInt16(options.readableBytes), UInt16(0))
        buffer.writeBytes(configuration)
        buffer.writeBuffer(&options)
    }
}
