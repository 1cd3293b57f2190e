#if Capture && os(Linux)
    import CFFmpeg
    import Glibc
    import StreamProtocol

    /// A camera, opened.
    struct CameraOpening {
        let mode: CameraMode
        /// A sentence that says why that mode.
        let reason: String
        let stream: MediaStream
        let reader: MediaReader
        /// To wait for pictures with; `nil` where the system does not show a process its own descriptors.
        let device: OpenDevice?

        /// - Throws: ``CaptureError`` that says why the camera cannot be used and what to do.
        init(_ camera: Camera, _ wish: CameraWish, _ stop: StopFlag) throws(CaptureError) {
            let (mode, reason) = try camera.bestMode(for: wish)
            var source = MediaSource(url: camera.path, name: "The camera at \(camera.path)", format: "v4l2")
            source.options["video_size"] = "\(mode.width)x\(mode.height)"
            source.options["input_format"] = mode.pixelFormat.libavName
            source.options["framerate"] = mode.frameRate.map { "\($0.numerator)/\($0.denominator)" }
            source.isLive = true
            source.isNonBlocking = true
            source.isProbed = false
            source.keepsTimes = true
            do throws(CaptureError) {
                reader = try MediaReader(source, stop: stop)
            } catch {
                // It may have been unplugged since it was found.
                throw access(camera.path, F_OK) == 0 ? error : CaptureError(opening: camera.path, error: ENOENT)
            }
            guard let stream = reader.bestStream(.video) else {
                throw CaptureError(.badData, "The camera at \(camera.path) has no pictures.")
            }
            CameraSignal(camera.path)?.describe(to: stream.parameters)
            self.stream = stream
            device = OpenDevice(camera.path)
            // Drivers may have the last word.
            let actual = stream.mode(of: mode)
            self.mode = actual
            self.reason = actual == mode ? reason : "\(actual), which is what the driver made of \(mode)."
        }

        /// Waits for a picture.
        ///
        /// - Parameter microseconds: At most.
        /// - Returns: `nil` where none came.
        /// - Throws: ``CaptureError`` where the camera is gone or has stopped.
        func poll(atMost microseconds: Int64) throws(CaptureError) -> Packet? {
            let waited = device?.wait(atMost: microseconds) ?? .ready
            if waited == .timeOut { return nil }
            switch try reader.next() {
            case .packet(let packet): return packet
            case .nothingYet where device == nil: usleep(Self.blindInterval)
            case .nothingYet where waited == .ready: break
            case .nothingYet, .end: throw CaptureError(.noInput, "The camera has stopped.")
            }
            return nil
        }

        /// Between two looks at a device that cannot be waited for, in microseconds.
        private static let blindInterval: UInt32 = 2_000
    }

    extension MediaStream {
        /// What libavdevice says was opened when `mode` was asked for.
        fileprivate func mode(of mode: CameraMode) -> CameraMode {
            var actual = mode
            actual.width = Int(parameters.pointer.pointee.width)
            actual.height = Int(parameters.pointer.pointee.height)
            if let rate = frameRate, let wished = mode.frameRate, abs(rate.perSecond - wished.perSecond) > 0.01 {
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
        /// Of raw pictures, what libav calls their samples.
        fileprivate var pixelFormatName: String {
            PixelFormats.name(AVPixelFormat(rawValue: pointer.pointee.format))
        }
    }

    extension Camera {
        /// The camera at a path.
        ///
        /// - Parameter size: Whose frame rates are asked for where the camera scales to any size.
        /// - Throws: ``CaptureError`` where there is none or it may not be opened.
        static func at(_ path: String, probing size: PictureSize?) throws(CaptureError) -> Camera {
            switch try VideoDevice(DeviceFolder.resolved(path) ?? path).description(probing: size) {
            case .camera(let camera): return camera
            case .mediaController(let device): throw device.refusal
            case nil:
                throw CaptureError(
                    .noInput,
                    "\(path) is no device that captures video; 'streamd devices' lists those that there are."
                )
            }
        }
    }
#endif
