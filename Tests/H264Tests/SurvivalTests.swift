import H264
import Testing
import TestSupport

/// Damaged input: any outcome will do but a trap, and nothing may be lost on the way.
struct SurvivalTests {
    /// Takes everything apart that can be, and gives the number of bytes handed out.
    static func take(_ nals: [[UInt8]]) {
        var assembler = AccessUnitAssembler(maximumAccessUnitSize: 4_096)
        var order = PresentationOrder()
        var count = 0
        func add(_ unit: AccessUnit?) {
            guard let unit else { return }
            count += unit.info.nalUnitCount
            let sps = unit.info.sequenceParameterSetID.flatMap { assembler.parameterSets.sps($0)?.value }
            let times = order.times(of: unit.info, sps)
            #expect(times.decode >= 0 && times.presentation >= times.decode)
            if let sps { _ = (sps.croppedSize, sps.maxDpbFrames, sps.codecString, sps.profile.name, sps.level.name) }
        }
        for nal in nals {
            add(try? assembler.append(nal.span.bytes))
            var messages = SEIMessage.Reader()
            while let message = try? messages.next(in: nal.span.bytes) {
                _ = try? message.recoveryPoint(in: nal.span.bytes)
            }
            _ = try? SliceStart(nal.span.bytes)
        }
        add(try? assembler.flush())
    }

    static let stream: [[UInt8]] = {
        let rich = TestSPS(
            profile: 100,
            chroma: (1, false, 8),
            hasScalingLists: true,
            order: .cycle(nonReference: -1, topToBottom: 1, frames: [2, 3]),
            frameMbsOnly: false,
            cropping: [0, 1, 0, 1],
            vui: { bits in for _ in 0..<60 { bits.u(8, 0xa5) } }
        )
        let slices = (1..<6).map { TestSlice(frameNum: $0, lsb: 2 * $0, hasMMCO5: $0 == 3).nal }
        return [TestSPS().nal, TestPPS().nal, [9, 0x10], [6, 6, 1, 0x80, 0x80], TestSlice.idr().nal] + slices
            + [rich.nal, TestPPS(hasBottomFieldOrder: true, hasRedundantPictures: true).nal] + slices
            + [[0x6e, 0x80, 0x80, 0x0f], [0x74, 0x80, 0x80, 0x0f, 0xff], [10], [11]]
    }()

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `mutated streams do not trap`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            Self.take(Self.stream.map { $0.mutated(&random) })
        }
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `noise does not trap`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        Self.take(
            (0..<200).map { _ in
                (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random)
                }
            }
        )
    }

    @Test func `units cut at every length do not trap`() {
        for (index, nal) in Self.stream.enumerated() {
            for length in 0..<nal.count {
                var stream = Self.stream
                stream[index] = Array(nal.prefix(length))
                Self.take(stream)
            }
        }
    }

    @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"), arguments: Vectors.entries(".h264"))
    func `mutated real streams do not trap`(_ entry: Vectors.Entry) throws {
        let bytes = try Vectors.bytes(entry.file)
        var cursor = AnnexBCursor()
        var nals: [[UInt8]] = []
        while nals.count < 60, let unit = cursor.next(in: bytes.span.bytes) {
            nals.append(Array(bytes[unit.payload].prefix(200)))
        }
        var random = SeededGenerator(seed: 1)
        for _ in 0..<20 {
            Self.take(nals.map { $0.mutated(&random) })
        }
    }
}

extension [UInt8] {
    /// A copy with some bits flipped, or cut, or with bytes put in; often none of it.
    fileprivate func mutated(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = self
        for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<Swift.min(bytes.count, 40), using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes.removeSubrange(place...)
            case 1: bytes.insert(contentsOf: [0, 0, 3, 0xff], at: place)
            case 2: bytes[place] = 0
            default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
        return bytes
    }
}
