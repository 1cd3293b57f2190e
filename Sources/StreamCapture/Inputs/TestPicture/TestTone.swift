import Platform

/// The sound of `test:`: a beep of 1 kHz in the first tenth of each second, and a continuous soft 250 Hz. Both periods
/// divide a second, so one prepared second is repeated.
struct TestTone: Sendable {
    private static let beep = (frequency: 1000.0, amplitude: 0.5)
    private static let hum = (frequency: 250.0, amplitude: 0.02)

    private let second: [Int16]

    init() {
        let rate = TestSchedule.sampleRate
        second = (0..<rate).map { sample in
            let time = Double(sample) / Double(rate)
            let tone = Self.hum.amplitude * sin(2 * .pi * Self.hum.frequency * time)
            let beep = sample < rate / 10 ? Self.beep.amplitude * sin(2 * .pi * Self.beep.frequency * time) : 0
            return Int16((tone + beep) * Double(Int16.max))
        }
    }

    /// Writes samples from `first` on, one channel.
    func write(from first: Int, into samples: UnsafeMutableBufferPointer<Int16>) {
        for index in samples.indices { samples[index] = second[(first + index) % second.count].littleEndian }
    }
}
