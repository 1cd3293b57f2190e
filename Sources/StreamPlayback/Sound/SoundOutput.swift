/// Gives a device its samples: fills `output` with samples of all channels after each other, the first of which is heard
/// at `heardAt`. It is called on the device's thread.
package typealias SoundSource = @Sendable (_ output: inout MutableSpan<Float>, _ heardAt: Int64, _ now: Int64) -> Void

/// Opens sound devices. The player's tests have one without a device.
package protocol SoundOutput: Sendable {
    /// Opens the system's usual device, which asks `source` for samples from then on.
    ///
    /// - Parameters:
    ///   - rate: Samples a second.
    ///   - channels: 1 or 2.
    /// - Throws: If there is no device.
    func open(rate: Int, channels: Int, _ source: @escaping SoundSource) throws(WindowFailure) -> any OpenSoundDevice
}

/// A device that plays.
package protocol OpenSoundDevice: AnyObject, Sendable {
    /// The number of ``PlayerEvent/soundDeviceRemoved(_:)``.
    var number: UInt32 { get }
    /// From the request for a sample to its sound, in microseconds.
    var latency: Int64 { get }
    /// Ends the sound. The source is not called any more.
    func close()
}
