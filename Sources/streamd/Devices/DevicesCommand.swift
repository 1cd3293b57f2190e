import ArgumentParser
import StreamCapture

/// Lists the devices for capture and the encoders.
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List cameras, microphones and encoders.",
        discussion: """
            The list has cameras with their pixel formats, sizes and frame rates, microphones with their values for \
            --audio, and H.264 encoders with their values for --encoder. 'streamd doctor' explains how to fix a device \
            that does not work.

              streamd devices
              streamd devices --json | jq -r '.cameras[].path'

            Keys of the JSON; unknown values are absent:

              cameras             [{path, name, driver, bus, byID, byPath, formats,
                                  usualMode}]
                formats           [{pixelFormat, label, kind, sizes, range}]; kind is
                                  "raw", "motionJPEG", "h264" or "unsupported"
                sizes             [{width, height, frameRates}], or lowestFrameRate and
                                  highestFrameRate if the camera takes any rate between
                range             {minimumWidth, maximumWidth, widthStep, minimumHeight,
                                  maximumHeight, heightStep} of a camera that scales
                usualMode         {pixelFormat, width, height, frameRate, reason}: the mode
                                  that 'streamd publish' selects
              unreadableCameras   [{path, reason}]
              mediaControllers    [{path, name, driver, command}]: camera modules that only
                                  libcamera can operate, with the command to publish them
              microphones         [{system, address, stableAddress, name, minimumRate,
                                  maximumRate, minimumChannels, maximumChannels, trouble}]
              encoders            [{name, label, needsHardware, isUsable, trouble}]
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            #if Capture
                try await Report(DevicesReport(DeviceList.system())).write(asJSON: json)
            #else
                throw Failure.captureUnavailable
            #endif
        }
    }
}
