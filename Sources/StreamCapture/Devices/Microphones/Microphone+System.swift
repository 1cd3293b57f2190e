#if Capture && os(Linux)
    import CFFmpeg
    import Libav
    import CVideoForLinux
    import Platform

    extension Microphone {
        /// Queries the kernel, and the sound server if there is one.
        public static func system() -> [Microphone] {
            let devices = SystemFile.text("/proc/asound/pcm")
            let cards =
                devices.map { SoundCards(cards: SystemFile.text("/proc/asound/cards") ?? "", devices: $0) }
                ?? SoundCards(deviceFiles: DeviceFolder.names(in: "/dev/snd"))
            return cards.microphones.map { $0.asked() } + soundServer()
        }

        /// This microphone with the device's limits. The query fails while another program records from the device.
        private func asked() -> Microphone {
            var microphone = self
            guard let path = deviceFile else { return self }
            let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else {
                microphone.problem = CaptureError(opening: path, error: errno == EAGAIN ? EBUSY : errno)
                return microphone
            }
            defer { close(descriptor) }
            var rates = (lowest: UInt32(0), highest: UInt32(0))
            var channels = (fewest: UInt32(0), most: UInt32(0))
            let error = sound_query_limits(
                descriptor,
                &rates.lowest,
                &rates.highest,
                &channels.fewest,
                &channels.most
            )
            if error == 0, rates.lowest <= rates.highest, channels.fewest <= channels.most {
                microphone.limits = Limits(
                    rates: Int(rates.lowest)...Int(rates.highest),
                    channels: Int(channels.fewest)...Int(channels.most)
                )
            }
            return microphone
        }

        /// The sources of PulseAudio or PipeWire.
        private static func soundServer() -> [Microphone] {
            guard SoundServer.seemsToRun else { return [] }
            LibavLog.install()
            avdevice_register_all()
            var list: UnsafeMutablePointer<AVDeviceInfoList>?
            guard let format = av_find_input_format("pulse"),
                avdevice_list_input_sources(format, nil, nil, &list) >= 0
            else { return [] }
            defer { avdevice_free_list_devices(&list) }
            guard let list, let devices = list.pointee.devices else { return [] }
            return (0..<Int(max(0, list.pointee.nb_devices))).compactMap { index in
                guard let device = devices[index], let name = device.pointee.device_name else { return nil }
                let label = device.pointee.device_description.map { String(cString: $0) }
                let source = AudioDevice(system: .pulse, name: String(cString: name))
                return Microphone(device: source, name: label ?? source.name)
            }
        }
    }

    /// Checks for a sound server without its library, which would create directories and write to standard error.
    private enum SoundServer {
        static var seemsToRun: Bool {
            if getenv("PULSE_SERVER") != nil { return true }
            let folders =
                [getenv("PULSE_RUNTIME_PATH").map { String(cString: $0) }, "/run/pulse", "/var/run/pulse"]
                + [getenv("XDG_RUNTIME_DIR").map { "\(String(cString: $0))/pulse" }]
            return folders.contains { folder in folder.map { access("\($0)/native", W_OK) == 0 } ?? false }
        }
    }

    /// Small files of the kernel.
    enum SystemFile {
        private static let longest = 65_536

        /// `nil` if the file cannot be read.
        static func text(_ path: String) -> String? {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while bytes.count < longest {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { break }
                bytes += buffer[..<count]
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
#endif
