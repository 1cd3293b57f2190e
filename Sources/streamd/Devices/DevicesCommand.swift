import ArgumentParser
import StreamCapture

/// Lists what can be captured and encoded with.
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List cameras, microphones and encoders.",
        discussion: """
            Cameras are shown with the pixel formats, sizes and frame rates that they list, microphones with what to \
            give to --audio, and H.264 encoders with what to give to --encoder. 'streamd doctor' says what to do \
            about a device that does not work.

              streamd devices
              streamd devices --json | jq -r '.cameras[].path'

            Keys of the JSON; what is not known is left out:

              cameras             [{path, name, driver, bus, byID, byPath, formats,
                                  usualMode}]
                formats           [{pixelFormat, label, kind, sizes, range}]; kind is
                                  "raw", "motionJPEG", "h264" or "unsupported"
                sizes             [{width, height, frameRates}], or lowestFrameRate and
                                  highestFrameRate where any rate between them will do
                range             {minimumWidth, maximumWidth, widthStep, minimumHeight,
                                  maximumHeight, heightStep} of a camera that scales
                usualMode         {pixelFormat, width, height, frameRate, reason}: how
                                  'streamd publish' opens it
              unreadableCameras   [{path, reason}]
              mediaControllers    [{path, name, driver, command}]: camera modules that only
                                  libcamera can operate, and what publishes their pictures
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
                throw Failure.withoutCapture
            #endif
        }
    }
}
