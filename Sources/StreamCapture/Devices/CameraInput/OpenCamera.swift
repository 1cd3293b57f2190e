#if Capture && os(Linux)
    import CFFmpeg
    import Libav
    import Platform
    import StreamProtocol

    /// An open camera.
    struct OpenCamera {
        let mode: CameraMode
        /// A sentence with the reason for the mode.
        let reason: String
        let stream: MediaStream
        let reader: MediaReader
        /// The descriptor to wait for pictures; `nil` if the process cannot see its own descriptors.
        let device: DeviceDescriptor?

        /// - Throws: ``CaptureError`` if the camera cannot be used.
        init(_ camera: Camera, _ request: CameraRequest, _ stop: StopFlag) throws(CaptureError) {
            let (mode, reason) = try camera.bestMode(for: request)
            var source = MediaSource(url: camera.path, name: "The camera at \(camera.path)", format: "v4l2")
            source.options["video_size"] = "\(mode.width)x\(mode.height)"
            source.options["input_format"] = mode.pixelFormat.libavName
            source.options["framerate"] = mode.frameRate.map { "\($0.numerator)/\($0.denominator)" }
            source.isLive = true
            source.isNonBlocking = true
            source.isProbed = false
            source.keepsTimestamps = true
            do throws(CaptureError) {
                reader = try MediaReader(source, stop: stop)
            } catch {
                // It may have been unplugged since it was found.
                throw access(camera.path, F_OK) == 0 ? error : CaptureError(opening: camera.path, error: ENOENT)
            }
            guard let stream = reader.bestStream(.video) else {
                throw CaptureError(.badData, "The camera at \(camera.path) has no pictures.")
            }
            CameraSignal(camera.path)?.apply(to: stream.parameters)
            self.stream = stream
            device = DeviceDescriptor(camera.path)
            // The driver may choose another mode.
            let actual = stream.mode(of: mode)
            self.mode = actual
            self.reason = actual == mode ? reason : "\(actual), which the driver chose instead of \(mode)."
        }

        /// Waits for a picture.
        ///
        /// - Parameter microseconds: The longest wait.
        /// - Returns: `nil` if no picture arrived.
        /// - Throws: ``CaptureError`` if the camera has disappeared or stopped.
        func poll(atMost microseconds: Int64) throws(CaptureError) -> Packet? {
            let result = device?.wait(atMost: microseconds) ?? .ready
            if result == .timedOut { return nil }
            switch try reader.next() {
            case .packet(let packet): return packet
            case .nothingYet where device == nil: usleep(Self.blindInterval)
            case .nothingYet where result == .ready: break
            case .nothingYet, .end: throw CaptureError(.noInput, "The camera has stopped.")
            }
            return nil
        }

        /// The polling interval for a device without a descriptor, in microseconds.
        private static let blindInterval: UInt32 = 2_000
    }

    extension MediaStream {
        /// The mode that libavdevice opened when it was asked for `mode`.
        fileprivate func mode(of mode: CameraMode) -> CameraMode {
            var actual = mode
            actual.width = Int(parameters.pointer.pointee.width)
            actual.height = Int(parameters.pointer.pointee.height)
            if let rate = frameRate, let requested = mode.frameRate, abs(rate.perSecond - requested.perSecond) > 0.01 {
                actual.frameRate = rate
            }
            actual.pixelFormat = mode.pixelFormat.opened(
                as: codec == AV_CODEC_ID_RAWVIDEO ? parameters.pixelFormatName : codecName,
                tag: parameters.pointer.pointee.codec_tag
            )
            return actual
        }
    }

    extension CodecParameters {
        /// libav's name for the samples of raw pictures.
        fileprivate var pixelFormatName: String {
            PixelFormats.name(AVPixelFormat(rawValue: pointer.pointee.format))
        }
    }

    extension Camera {
        /// The camera at a path.
        ///
        /// - Parameter size: The size for the query of frame rates if the camera scales to any size.
        /// - Throws: ``CaptureError`` if there is no camera or this user may not open it.
        static func at(_ path: String, probing size: PictureSize?) throws(CaptureError) -> Camera {
            switch try VideoDevice(DeviceFolder.resolved(path) ?? path).description(probing: size) {
            case .camera(let camera): return camera
            case .mediaController(let device): throw device.unsupportedError
            case nil:
                throw CaptureError(
                    .noInput,
                    "\(path) is not a device that captures video; 'streamd devices' lists the cameras."
                )
            }
        }
    }

    /// The descriptor of a device that libavdevice has opened. libavdevice does not expose it; with it a thread can
    /// wait for a picture without polling.
    struct DeviceDescriptor {
        /// The result of a wait.
        enum WaitResult {
            case ready
            case timedOut
            /// The device has disappeared or stopped.
            case failed
        }

        private let descriptor: Int32

        /// Searches the descriptors of this process.
        ///
        /// - Returns: `nil` if none belongs to the device at `path`.
        init?(_ path: String) {
            var device = stat()
            guard stat(path, &device) == 0 else { return nil }
            let descriptors = DeviceFolder.names(in: "/proc/self/fd").compactMap { Int32($0) }
            // The newest descriptor usually has the highest number.
            let found = descriptors.sorted(by: >).first { descriptor in
                var file = stat()
                return fstat(descriptor, &file) == 0 && file.st_mode & S_IFMT == S_IFCHR
                    && file.st_rdev == device.st_rdev
            }
            guard let found else { return nil }
            descriptor = found
        }

        /// Waits until data is available.
        ///
        /// - Parameter microseconds: The longest wait.
        func wait(atMost microseconds: Int64) -> WaitResult {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32(clamping: (microseconds + 999) / 1_000)
            guard poll(&request, 1, milliseconds) > 0 else { return .timedOut }
            if request.revents & Int16(POLLIN) != 0 { return .ready }
            return .failed
        }
    }
#endif
