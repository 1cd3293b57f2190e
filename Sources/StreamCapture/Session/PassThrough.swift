#if Capture
    import Libav
    import StreamMedia

    /// Forwards H.264 without encoding.
    final class H264PassThrough: PacketConsumer {
        private var reader: H264PacketReader?
        private let output: CaptureOutput

        init(to output: CaptureOutput) {
            self.output = output
        }

        func begin(_ stream: MediaStream) throws(CaptureError) {
            let configuration = stream.parameters.configuration
            guard reader == nil else { return try configure(configuration) }
            do throws(MediaError) {
                reader = try H264PacketReader(
                    id: CaptureTracks.video,
                    configuration: configuration,
                    frameRate: stream.frameRate
                )
            } catch {
                throw CaptureError(.badData, error.reason)
            }
        }

        private func configure(_ configuration: [UInt8]) throws(CaptureError) {
            do throws(MediaError) {
                try reader?.configure(configuration)
            } catch {
                throw CaptureError(.badData, error.reason)
            }
        }

        func take(_ packet: Packet) throws(CaptureError) {
            if let configuration = packet.newConfiguration { try configure(configuration) }
            let times = packet.times
            packet.withBytes { bytes in
                reader?.read(
                    bytes,
                    decodeTime: times.decode,
                    presentationTime: times.presentation,
                    duration: packet.duration,
                    captureTime: 0
                ) { output.take($0) }
            }
        }

        func finish() {}
    }

    /// Forwards AAC without encoding.
    final class AACPassThrough: PacketConsumer {
        private var reader: AACPacketReader?
        private let output: CaptureOutput

        init(to output: CaptureOutput) {
            self.output = output
        }

        func begin(_ stream: MediaStream) throws(CaptureError) {
            let configuration = stream.parameters.configuration
            do throws(MediaError) {
                if reader == nil {
                    reader = try AACPacketReader(id: CaptureTracks.audio, configuration: configuration)
                } else {
                    try reader?.configure(configuration)
                }
            } catch {
                throw CaptureError(.badData, error.reason)
            }
        }

        func take(_ packet: Packet) throws(CaptureError) {
            if let configuration = packet.newConfiguration { try? reader?.configure(configuration) }
            packet.withBytes { bytes in
                reader?.read(bytes, presentationTime: packet.times.presentation, captureTime: 0) { output.take($0) }
            }
        }

        func finish() {}
    }
#endif
