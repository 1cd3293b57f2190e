import BitCoding

/// A sampling frequency, by index or in full (ISO/IEC 14496-3 1.6.3.3 and 1.6.3.4).
public struct SamplingFrequency: Hashable, Sendable, CustomStringConvertible {
    /// Samples per second and channel, 1 to 16,777,215.
    public let hertz: Int

    /// The frequencies with an index of their own, by index.
    public static let table = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    /// Makes a frequency of its index, 0 to 12; nil for the reserved ones and the escape value 15.
    public init?(index: UInt8) {
        guard Self.table.indices.contains(Int(index)) else { return nil }
        hertz = Self.table[Int(index)]
    }

    /// Makes a frequency of samples per second; `nil` if that does not fit 24 bits or is 0.
    public init?(hertz: Int) {
        guard 1...0xff_ffff ~= hertz else { return nil }
        self.hertz = hertz
    }

    /// The index, if the frequency is in the ``table``.
    public var index: UInt8? {
        Self.table.firstIndex(of: hertz).map { UInt8($0) }
    }

    /// As in "44100 Hz".
    public var description: String { "\(hertz) Hz" }

    private static let escape: UInt8 = 15

    static func parse(_ reader: inout BitReader) throws(AACError) -> Self {
        let index = try reader.byte(4)
        let frequency =
            if index == escape {
                Self(hertz: Int(try reader.read(24)))
            } else {
                Self(index: index)
            }
        guard let frequency else {
            throw AACError(.outOfRange, "samplingFrequencyIndex \(index) with no valid frequency")
        }
        return frequency
    }

    /// Writes the index if there is one, else the frequency.
    func write(to writer: inout BitWriter) {
        if let index {
            writer.write(index, 4)
        } else {
            writer.write(Self.escape, 4)
            writer.write(hertz, 24)
        }
    }
}
