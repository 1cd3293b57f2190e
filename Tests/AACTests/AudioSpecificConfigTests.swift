import AAC
import TestSupport
import Testing

/// One line of the table of configurations.
struct ConfigCase: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let config: AudioSpecificConfig
    let channels: Int?
    let codec: String
    /// What the writer makes of it, where that is not `bytes`.
    var rewritten: [UInt8]?

    var testDescription: String { name }

    static let all = [
        ConfigCase(
            name: "AAC LC, 44.1 kHz, stereo",
            bytes: [0x12, 0x10],
            config: .make(44_100, 2),
            channels: 2,
            codec: "mp4a.40.2"
        ),
        ConfigCase(
            name: "5.1, 960 samples",
            bytes: [0x11, 0xb4],
            config: .make(48_000, 6, .unsignalled) { $0.hasShortFrames = true },
            channels: 6,
            codec: "mp4a.40.2"
        ),
        ConfigCase(
            name: "frequency in full",
            bytes: [0x17, 0x80, 0x17, 0x70, 0x08],
            config: .make(12_000, 1),
            channels: 1,
            codec: "mp4a.40.2",
            rewritten: [0x14, 0x88]
        ),
        ConfigCase(
            name: "frequency without index",
            bytes: [0x17, 0x80, 0x17, 0x78, 0x08],
            config: .make(12_016, 1),
            channels: 1,
            codec: "mp4a.40.2"
        ),
        ConfigCase(
            name: "HE-AAC, hierarchical",
            bytes: [0x2b, 0x92, 0x08, 0x00],
            config: .make(22_050, 2, .hierarchical(.make(44_100), parametricStereo: false)),
            channels: 2,
            codec: "mp4a.40.5"
        ),
        ConfigCase(
            name: "HE-AAC v2, hierarchical",
            bytes: [0xeb, 0x8a, 0x08, 0x00],
            config: .make(22_050, 1, .hierarchical(.make(44_100), parametricStereo: true)),
            channels: 1,
            codec: "mp4a.40.29"
        ),
        ConfigCase(
            name: "HE-AAC, backward compatible",
            bytes: [0x13, 0x90, 0x56, 0xe5, 0xa0],
            config: .make(22_050, 2, .backwardCompatible(.make(44_100), parametricStereo: nil)),
            channels: 2,
            codec: "mp4a.40.5"
        ),
        ConfigCase(
            name: "HE-AAC v2, backward compatible",
            bytes: [0x13, 0x88, 0x56, 0xe5, 0xa5, 0x48, 0x80],
            config: .make(22_050, 1, .backwardCompatible(.make(44_100), parametricStereo: true)),
            channels: 1,
            codec: "mp4a.40.29"
        ),
        ConfigCase(
            name: "no SBR, expressly",
            bytes: [0x12, 0x10, 0x56, 0xe5, 0x00],
            config: .make(44_100, 2, .absent),
            channels: 2,
            codec: "mp4a.40.2"
        ),
        ConfigCase(
            name: "padding is not an extension",
            bytes: [0x12, 0x10, 0x00, 0x00, 0x00],
            config: .make(44_100, 2),
            channels: 2,
            codec: "mp4a.40.2",
            rewritten: [0x12, 0x10]
        ),
        ConfigCase(
            name: "an extension that is cut off",
            bytes: [0x13, 0x90, 0x56, 0xe5],
            config: .make(22_050, 2),
            channels: 2,
            codec: "mp4a.40.2",
            rewritten: [0x13, 0x90]
        ),
        ConfigCase(
            name: "AAC LD with resilience flags",
            bytes: [0xb9, 0x89, 0x40],
            config: .make(48_000, 1, .unsignalled) {
                $0.objectType = .lowDelay
                $0.resilience = .init(sectionData: false, scalefactorData: true, spectralData: false)
            },
            channels: 1,
            codec: "mp4a.40.23"
        ),
        ConfigCase(
            name: "core coder delay",
            bytes: [0x12, 0x12, 0x00, 0x08],
            config: .make(44_100, 2, .unsignalled) { $0.coreCoderDelay = 1 },
            channels: 2,
            codec: "mp4a.40.2"
        ),
        ConfigCase(
            name: "channels in a program config element",
            bytes: [0x11, 0x80, 0x04, 0xc4, 0x05, 0x00, 0x21, 0x10, 0x02, 0x68, 0x69],
            config: .make(48_000, 0, .unsignalled) { $0.programConfig = .example },
            channels: 5,
            codec: "mp4a.40.2"
        ),
    ]
}

extension SamplingFrequency {
    static func make(_ hertz: Int) -> SamplingFrequency {
        guard let frequency = SamplingFrequency(hertz: hertz) else { preconditionFailure("\(hertz) Hz in a test") }
        return frequency
    }
}

extension AudioSpecificConfig {
    static func make(
        _ hertz: Int,
        _ channels: UInt8,
        _ extension: Extension = .unsignalled,
        _ change: (inout AudioSpecificConfig) -> Void = { _ in }
    ) -> AudioSpecificConfig {
        var config = AudioSpecificConfig(
            samplingFrequency: .make(hertz),
            channelConfiguration: channels,
            extension: `extension`
        )
        change(&config)
        return config
    }
}

extension ProgramConfigElement {
    /// A front and a back pair, a low frequency element, and a comment.
    static var example: ProgramConfigElement {
        var element = ProgramConfigElement()
        element.front = [Element(isPair: true, tag: 0)]
        element.back = [Element(isPair: true, tag: 1)]
        element.lowFrequency = [0]
        element.comment = [0x68, 0x69]
        return element
    }
}

@Suite struct AudioSpecificConfigTests {
    @Test(arguments: ConfigCase.all)
    func `a configuration is parsed`(_ example: ConfigCase) throws {
        let config = try AudioSpecificConfig(example.bytes.span)
        #expect(config == example.config)
        #expect(config.channelCount == example.channels)
        #expect(config.codecString == example.codec)
    }

    /// As raw bytes, the literal was an array of `Int`, and the configuration had no channels.
    @Test func `a literal is an array of bytes`() throws {
        let stereo = AudioSpecificConfig.make(44_100, 2)
        #expect(try AudioSpecificConfig([0x12, 0x10].span) == stereo)
        #expect(try AudioSpecificConfig([0x12, 0x10]) == stereo)
        #expect(try AudioSpecificConfig([0, 0x12, 0x10, 0][1...]) == stereo)
    }

    @Test(arguments: ConfigCase.all)
    func `a configuration is written`(_ example: ConfigCase) throws {
        #expect(try example.config.encoded() == example.rewritten ?? example.bytes)
    }

    @Test func `samples per frame are counted`() {
        var config = AudioSpecificConfig.make(48_000, 2)
        #expect(config.samplesPerFrame == 1024)
        config.hasShortFrames = true
        #expect(config.samplesPerFrame == 960)
        config.objectType = .lowDelay
        #expect(config.samplesPerFrame == 480)
    }

    @Test func `channels are counted`() {
        let counts = (1...15).map { AudioSpecificConfig.make(48_000, UInt8($0)).channelCount }
        #expect(counts == [1, 2, 3, 4, 5, 6, 8, nil, nil, nil, 7, 8, 24, 8, nil])
    }

    @Test func `the output frequency is that of SBR`() {
        let doubled = AudioSpecificConfig.make(22_050, 2, .hierarchical(.make(44_100), parametricStereo: false))
        #expect(doubled.outputFrequency.hertz == 44_100)
        #expect(AudioSpecificConfig.make(22_050, 2).outputFrequency.hertz == 22_050)
    }

    @Test(
        arguments: [
            ([], .truncated),
            ([0x12], .truncated),
            ([0x16, 0x90], .outOfRange),  // frequency index 13
            ([0x17, 0x80, 0, 0, 0x08], .outOfRange),  // 0 Hz
            ([0xf9, 0x48, 0x40], .unsupportedObjectType),  // type 42, escaped
            ([0x40, 0x88], .unsupportedObjectType),  // type 8
            ([0xb9, 0x88, 0x80], .unsupportedObjectType),  // epConfig 2
            ([0x11, 0x80, 0x04], .truncated),  // half a program config element
        ] as [([UInt8], AACError.Code)]
    )
    func `a configuration that is not valid is refused`(_ bytes: [UInt8], _ code: AACError.Code) {
        let error = #expect(throws: AACError.self) { try AudioSpecificConfig(bytes.span) }
        #expect(error?.code == code)
    }

    @Test func `what could not be read again is not written`() {
        let changes: [(inout AudioSpecificConfig) -> Void] = [
            { $0.objectType = .spectralBandReplication },
            { $0.channelConfiguration = 16 },
            { $0.channelConfiguration = 0 },
            { $0.programConfig = .example },
            { $0.layer = 8 },
            { $0.coreCoderDelay = 1 << 14 },
            {
                $0.channelConfiguration = 0
                $0.programConfig = ProgramConfigElement()
                $0.programConfig?.lowFrequency = [0, 1, 2, 3]
            },
        ]
        for change in changes {
            let config = AudioSpecificConfig.make(48_000, 2, .unsignalled, change)
            #expect(throws: AACError.self) { try config.encoded() }
        }
    }

    @Test func `cut and mutated bytes do not trap`() throws {
        var random = SeededGenerator(seed: 29)
        for example in ConfigCase.all {
            for end in example.bytes.indices {
                _ = try? AudioSpecificConfig(example.bytes.span.extracting(0..<end))
            }
            for _ in 0..<2000 {
                var bytes = example.bytes
                for _ in 0..<3 {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                guard let config = try? AudioSpecificConfig(bytes.span) else { continue }
                let written = try config.encoded()
                #expect(try AudioSpecificConfig(written.span) == config)
            }
        }
    }
}
