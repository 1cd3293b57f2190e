#if Capture && os(Linux)
    import CFFmpeg
    import Libav
    import Platform
    import StreamProtocol

    /// Reads pictures from a camera, and opens the camera again after it was unplugged or hung.
    ///
    /// Confined to one thread. It searches for a lost camera without a time limit, also under another number if the
    /// camera was selected by a link under `/dev/v4l/by-id` or without a path.
    final class CameraInput {
        /// The result of ``read()``.
        enum ReadResult {
            /// A picture with its capture time on the media clock.
            case packet(Packet)
            /// The camera was opened again. The decoder must restart with ``CameraInput/stream``, which may have
            /// another size or codec.
            case reopened
        }

        /// The mode of the open camera.
        private(set) var mode: CameraMode
        private(set) var stream: MediaStream
        /// The device file, the driver's name for it, and its formats.
        private(set) var camera: Camera
        /// Pictures that the driver marked as damaged.
        private(set) var damagedPictureCount = 0

        private let identity: CameraIdentity
        private let request: CameraRequest
        private let clock: CaptureClock
        private let stop: StopFlag
        private let report: (String) -> Void
        private var openCamera: OpenCamera?
        private var machine: CameraStateMachine
        private var timestampConverter = CameraTimestampConverter()
        private let pool = PacketPool()

        /// Opens a camera.
        ///
        /// - Parameters:
        ///   - path: A device file or a link to one; `nil` for the first camera that can capture.
        ///   - report: Receives a message with the mode and its reason, and a message when the camera is lost or is
        /// back.
        /// - Throws: ``CaptureError`` if the camera cannot be used.
        init(
            _ path: String?,
            request: CameraRequest,
            clock: CaptureClock,
            stop: StopFlag,
            report: @escaping (String) -> Void
        ) throws(CaptureError) {
            self.request = request
            self.clock = clock
            self.stop = stop
            self.report = report
            machine = CameraStateMachine(at: CaptureClock.monotonicNow)
            if let path {
                identity = .path(path)
                camera = try Camera.at(path, probing: request.size)
            } else {
                camera = try CameraList.system(probing: request.size).first()
                identity = CameraIdentity(camera)
            }
            let openCamera = try OpenCamera(camera, request, stop)
            self.openCamera = openCamera
            mode = openCamera.mode
            stream = openCamera.stream
            machine.opened(at: CaptureClock.monotonicNow, period: stream.period)
            report("Camera '\(camera.name)' at \(camera.path): \(openCamera.reason)")
        }

        /// Waits for the next picture, and for the camera.
        ///
        /// - Throws: ``CaptureError``: `.stopped` if the capture is stopped; `.failure` without memory.
        func read() throws(CaptureError) -> ReadResult {
            while true {
                if stop.isSet { throw CaptureError(.stopped, "Stopped.") }
                switch machine.next(at: CaptureClock.monotonicNow) {
                case .open: if try reopen() { return .reopened }
                case .read(let timeout): if let packet = try poll(atMost: timeout) { return .packet(packet) }
                case .close: closeDevice(.silent)
                case .wait(let time): usleep(UInt32(clamping: min(time, Self.stopInterval)))
                }
            }
        }

        /// The interval between checks of the stop flag, in microseconds.
        private static let stopInterval: Int64 = 50_000

        private func poll(atMost timeout: Int64) throws(CaptureError) -> Packet? {
            let packet: Packet?
            do throws(CaptureError) {
                packet = try openCamera?.poll(atMost: min(timeout, Self.stopInterval))
            } catch {
                if error.code == .stopped { throw error }
                closeDevice(.disconnected)
                return nil
            }
            return try packet.flatMap { packet throws(CaptureError) in try take(packet) }
        }

        private func take(_ packet: Packet) throws(CaptureError) -> Packet? {
            // libavdevice returns a damaged picture without its bytes.
            guard !packet.bytes.isEmpty else {
                damagedPictureCount += 1
                return nil
            }
            let monotonic = CaptureClock.monotonicNow
            let time = timestampConverter.mediaTime(
                of: packet.presentationTime,
                monotonic: monotonic,
                wall: CaptureClock.wallNow,
                now: clock.mediaTime(ofMonotonic: monotonic)
            )
            if let pause = machine.pictureReceived(at: monotonic) {
                report("Camera '\(camera.name)' is back at \(camera.path) after \(Self.seconds(pause)) s.")
            }
            do throws(LibavError) {
                let copy = try pool.copy(packet)
                copy.pointer.pointee.pts = time
                copy.pointer.pointee.dts = time
                return copy
            } catch {
                throw CaptureError(
                    .failure,
                    "There is not enough memory for pictures of the camera; close other programs."
                )
            }
        }

        private func closeDevice(_ loss: CameraStateMachine.Loss) {
            openCamera = nil
            guard machine.lost(loss, at: CaptureClock.monotonicNow) else { return }
            let name = "Camera '\(camera.name)' at \(camera.path)"
            switch loss {
            case .disconnected: report("\(name) is disconnected; waiting for its return.")
            case .silent: report("\(name) delivers no pictures and is opened again until it does.")
            }
        }

        private func reopen() throws(CaptureError) -> Bool {
            do throws(CaptureError) {
                let camera = try find()
                let openCamera = try OpenCamera(camera, request, stop)
                let before = mode
                self.camera = camera
                self.openCamera = openCamera
                mode = openCamera.mode
                stream = openCamera.stream
                machine.opened(at: CaptureClock.monotonicNow, period: stream.period)
                if mode != before { report("Camera '\(camera.name)' at \(camera.path): \(openCamera.reason)") }
                return true
            } catch {
                if error.code == .stopped { throw error }
                if let message = try machine.openingFailed(error, at: CaptureClock.monotonicNow) { report(message) }
                return false
            }
        }

        private func find() throws(CaptureError) -> Camera {
            if case .path(let path) = identity { return try Camera.at(path, probing: request.size) }
            guard let camera = identity.find(in: .system(probing: request.size)) else {
                throw CaptureError(.noInput, "The camera '\(camera.name)' is not connected.")
            }
            return camera
        }

        private static func seconds(_ microseconds: Int64) -> String {
            let tenths = (microseconds + 50_000) / 100_000
            return "\(tenths / 10).\(tenths % 10)"
        }
    }

    extension MediaStream {
        /// The frame period, in microseconds.
        fileprivate var period: Int64? {
            frameRate.map { Int64($0.denominator) * 1_000_000 / Int64($0.numerator) }
        }
    }
#endif
