#if Capture && os(Linux)
    import CFFmpeg
    import Glibc
    import StreamProtocol

    /// Reads pictures from a camera, and goes on when it was unplugged or hung and is back.
    ///
    /// Confined to one thread. A camera that is lost is looked for as long as it takes, under another number where it
    /// was named by a link under `/dev/v4l/by-id` or not at all.
    final class CameraInput {
        /// What ``read()`` finds.
        enum Reading {
            /// A picture, with its capture time on the media clock.
            case packet(Packet)
            /// The camera was opened anew: a decoder has to begin anew with ``CameraInput/stream``, which may be of
            /// another size or codec.
            case reopened
        }

        /// What the camera is opened as.
        private(set) var mode: CameraMode
        private(set) var stream: MediaStream
        /// The device file, the driver's name for it, and all that it can do.
        private(set) var camera: Camera
        /// Pictures that the driver called damaged.
        private(set) var damagedPictureCount = 0

        private let identity: CameraIdentity
        private let wish: CameraWish
        private let clock: CaptureClock
        private let stop: StopFlag
        private let announce: (String) -> Void
        private var opening: CameraOpening?
        private var link: CameraLink
        private var timestamps = CameraTimestamp()
        private let pool = PacketPool()

        /// Opens a camera.
        ///
        /// - Parameters:
        ///   - path: A device file or a link to one; `nil` for the first camera that can capture.
        ///   - announce: Is told in a sentence how the camera is opened and why, when it is lost, and when it is back.
        /// - Throws: ``CaptureError`` that says why the camera cannot be used and what to do.
        init(
            _ path: String?,
            wish: CameraWish,
            clock: CaptureClock,
            stop: StopFlag,
            announce: @escaping (String) -> Void
        ) throws(CaptureError) {
            self.wish = wish
            self.clock = clock
            self.stop = stop
            self.announce = announce
            link = CameraLink(at: CaptureClock.monotonicNow)
            if let path {
                identity = .path(path)
                camera = try Camera.at(path, probing: wish.size)
            } else {
                camera = try CameraList.system(probing: wish.size).first()
                identity = CameraIdentity(camera)
            }
            let opening = try CameraOpening(camera, wish, stop)
            self.opening = opening
            mode = opening.mode
            stream = opening.stream
            link.opened(at: CaptureClock.monotonicNow, period: stream.period)
            announce("Camera '\(camera.name)' at \(camera.path): \(opening.reason)")
        }

        /// The next picture; waits for it, and for the camera.
        ///
        /// - Throws: ``CaptureError`` of `.stopped` when told to stop; or where there is no memory.
        func read() throws(CaptureError) -> Reading {
            while true {
                if stop.isSet { throw CaptureError(.stopped, "Stopped.") }
                switch link.next(at: CaptureClock.monotonicNow) {
                case .open: if try reopen() { return .reopened }
                case .read(let patience): if let packet = try poll(atMost: patience) { return .packet(packet) }
                case .abandon: lose(.silent)
                case .wait(let time): usleep(UInt32(clamping: min(time, Self.stopInterval)))
                }
            }
        }

        /// How long to wait at most before looking whether to stop, in microseconds.
        private static let stopInterval: Int64 = 50_000

        private func poll(atMost patience: Int64) throws(CaptureError) -> Packet? {
            let packet: Packet?
            do throws(CaptureError) {
                packet = try opening?.poll(atMost: min(patience, Self.stopInterval))
            } catch {
                if error.code == .stopped { throw error }
                lose(.gone)
                return nil
            }
            return try packet.flatMap { packet throws(CaptureError) in try take(packet) }
        }

        private func take(_ packet: Packet) throws(CaptureError) -> Packet? {
            // libavdevice hands out a damaged picture without its bytes.
            guard !packet.bytes.isEmpty else {
                damagedPictureCount += 1
                return nil
            }
            let monotonic = CaptureClock.monotonicNow
            let time = timestamps.mediaTime(
                of: packet.presentationTime,
                monotonic: monotonic,
                wall: CaptureClock.wallNow,
                now: clock.mediaTime(ofMonotonic: monotonic)
            )
            if let pause = link.picture(at: monotonic) {
                announce("Camera '\(camera.name)' is back at \(camera.path) after \(Self.seconds(pause)) s.")
            }
            do throws(LibavError) {
                let copy = try pool.copy(packet)
                copy.pointer.pointee.pts = time
                copy.pointer.pointee.dts = time
                return copy
            } catch {
                throw CaptureError(.failure, "There is no memory left for pictures of the camera.")
            }
        }

        private func lose(_ loss: CameraLink.Loss) {
            opening = nil
            guard link.lost(loss, at: CaptureClock.monotonicNow) else { return }
            let name = "Camera '\(camera.name)' at \(camera.path)"
            switch loss {
            case .gone: announce("\(name) is gone; waiting for it to come back.")
            case .silent: announce("\(name) sends no pictures; opening it anew until it does.")
            }
        }

        private func reopen() throws(CaptureError) -> Bool {
            do throws(CaptureError) {
                let camera = try find()
                let opening = try CameraOpening(camera, wish, stop)
                let before = mode
                self.camera = camera
                self.opening = opening
                mode = opening.mode
                stream = opening.stream
                link.opened(at: CaptureClock.monotonicNow, period: stream.period)
                if mode != before { announce("Camera '\(camera.name)' at \(camera.path): \(opening.reason)") }
                return true
            } catch {
                if error.code == .stopped { throw error }
                if let sentence = try link.openingFailed(error, at: CaptureClock.monotonicNow) { announce(sentence) }
                return false
            }
        }

        private func find() throws(CaptureError) -> Camera {
            if case .path(let path) = identity { return try Camera.at(path, probing: wish.size) }
            guard let camera = identity.find(in: .system(probing: wish.size)) else {
                throw CaptureError(.noInput, "The camera '\(camera.name)' is not there.")
            }
            return camera
        }

        private static func seconds(_ microseconds: Int64) -> String {
            let tenths = (microseconds + 50_000) / 100_000
            return "\(tenths / 10).\(tenths % 10)"
        }
    }

    extension MediaStream {
        /// Between two pictures, in microseconds.
        fileprivate var period: Int64? {
            frameRate.map { Int64($0.denominator) * 1_000_000 / Int64($0.numerator) }
        }
    }
#endif
