#if Capture && os(Linux)
    import CVideoForLinux
    import Platform
    import StreamProtocol

    /// An open device file of Video for Linux, for queries. Queries do not disturb programs that capture from it.
    struct VideoDevice: ~Copyable {
        private static let capture = UInt32(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)

        let path: String
        private let descriptor: Int32

        /// - Throws: ``CaptureError`` if the file cannot be opened.
        init(_ path: String) throws(CaptureError) {
            self.path = path
            descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { throw CaptureError(opening: path, error: errno) }
        }

        deinit { close(descriptor) }

        /// The result of a query.
        enum Description {
            case camera(Camera)
            case mediaController(MediaControllerDevice)
        }

        /// Queries the device.
        ///
        /// - Parameter probed: The size for the query of frame rates if the camera scales to any size.
        /// - Returns: `nil` if the device does not capture video.
        func description(probing probed: PictureSize? = nil) -> Description? {
            var capability = v4l2_capability()
            guard video_query_capability(descriptor, &capability) == 0 else { return nil }
            let (name, driver) = (text(capability.card), text(capability.driver))
            let role = VideoDeviceRole(
                driver: driver,
                capabilities: .init(rawValue: capability.capabilities),
                deviceCapabilities: .init(rawValue: capability.device_caps)
            )
            switch role {
            case .other: return nil
            case .mediaController:
                return .mediaController(MediaControllerDevice(path: path, name: name, driver: driver))
            case .camera:
                var camera = Camera(path: path, name: name, driver: driver, bus: text(capability.bus_info))
                camera.formats = formats(probing: probed)
                return .camera(camera)
            }
        }

        private func formats(probing probed: PictureSize?) -> [CameraFormat] {
            list { index -> CameraFormat? in
                var format = v4l2_fmtdesc()
                format.index = index
                format.type = Self.capture
                guard video_list_format(descriptor, &format) == 0 else { return nil }
                let (sizes, range) = sizes(of: format.pixelformat, probing: probed)
                let label = text(format.description)
                return CameraFormat(.init(fourCC: format.pixelformat), label: label, sizes: sizes, range: range)
            }
        }

        private func sizes(
            of pixelFormat: UInt32,
            probing probed: PictureSize?
        ) -> (sizes: [CameraSize], range: CameraFormat.SizeRange?) {
            var range: CameraFormat.SizeRange?
            var sizes = list { index -> (width: Int, height: Int)? in
                var size = v4l2_frmsizeenum()
                size.index = index
                size.pixel_format = pixelFormat
                guard range == nil, video_list_frame_size(descriptor, &size) == 0 else { return nil }
                if size.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
                    return (Int(size.discrete.width), Int(size.discrete.height))
                }
                range = CameraFormat.SizeRange(size.stepwise)
                return nil
            }
            if let range { sizes = range.samples(with: probed) }
            return (sizes.map { rated($0, pixelFormat) }, range)
        }

        private func rated(_ size: (width: Int, height: Int), _ pixelFormat: UInt32) -> CameraSize {
            CameraSize(width: size.width, height: size.height, rates: rates(of: size, pixelFormat))
        }

        private func rates(of size: (width: Int, height: Int), _ pixelFormat: UInt32) -> CameraRates {
            var bounds: CameraRates?
            let rates = list { index -> Track.Rate? in
                var interval = v4l2_frmivalenum()
                interval.index = index
                interval.pixel_format = pixelFormat
                interval.width = UInt32(size.width)
                interval.height = UInt32(size.height)
                guard bounds == nil, video_list_frame_interval(descriptor, &interval) == 0 else { return nil }
                if interval.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue { return Track.Rate(interval.discrete) }
                if let lowest = Track.Rate(interval.stepwise.max), let highest = Track.Rate(interval.stepwise.min) {
                    bounds = .between(lowest: lowest, highest: highest)
                }
                return nil
            }
            if let bounds { return bounds }
            return rates.isEmpty ? .unknown : .listed(rates.sorted { $0.perSecond > $1.perSecond })
        }
    }

    extension CameraFormat.SizeRange {
        init(_ range: v4l2_frmsize_stepwise) {
            self.init(
                widths: SteppedRange(Int(range.min_width), Int(range.max_width), step: Int(range.step_width)),
                heights: SteppedRange(Int(range.min_height), Int(range.max_height), step: Int(range.step_height))
            )
        }
    }

    extension Track.Rate {
        /// The frame rate for an interval in seconds.
        init?(_ interval: v4l2_fract) {
            self.init(numerator: interval.denominator, denominator: interval.numerator)
        }
    }

    /// Reads a driver's list, entry by entry, up to its end.
    private func list<Entry>(_ entry: (UInt32) -> Entry?) -> [Entry] {
        var entries: [Entry] = []
        // No driver lists more; the bound stops a list without an end.
        for index in 0..<256 {
            guard let next = entry(UInt32(index)) else { break }
            entries.append(next)
        }
        return entries
    }

    /// The text in a field of fixed length, up to its first zero.
    private func text<Field>(_ field: Field) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
#endif
