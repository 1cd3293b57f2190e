#if Capture
    import CFFmpeg
    import Libav

    /// Reads a pipe or a server's stream without a duration, after it has detected whether the source delivers in real
    /// time.
    ///
    /// Packets that arrive during the detection are queued: for a second or two of a live source, and without a delay
    /// of a recording. They come first afterwards. Confined to one thread.
    final class ProbedInput: PacketSource {
        /// The capacity of the queue: more than the packets of the longest detection.
        private static let maximumQueuedPackets = 2_000

        private let reader: MediaReader
        private let clock: CaptureClock
        private let isTimed: Bool
        private let probedStream: MediaStream?
        private var detector: RealTimeDetector
        /// Packets with the detector's progress at each.
        private var queued: ArraySlice<(packet: Packet, progress: Int64)> = []
        /// The read error to throw after the queued packets.
        private var failure: CaptureError?
        private(set) var arrival: Int64?
        /// The arrival of the last bytes, by ``CaptureClock/monotonicNow``.
        private var lastArrival: Int64

        /// - Parameter start: The time when opening began, by ``CaptureClock/monotonicNow``.
        /// - Throws: ``CaptureError`` of `.stopped` if the capture is stopped first.
        init(_ reader: MediaReader, start: Int64, clock: CaptureClock) throws(CaptureError) {
            self.reader = reader
            self.clock = clock
            isTimed = reader.isTimed
            probedStream = reader.bestStream(.video) ?? reader.bestStream(.audio)
            lastArrival = reader.arrivals?.first ?? start
            detector = RealTimeDetector(start: lastArrival, isTimed: isTimed)
            while detector.kind == nil {
                do throws(CaptureError) {
                    guard queued.count < Self.maximumQueuedPackets, let packet = try readNext() else {
                        detector.end()
                        break
                    }
                    queued.append((packet, detector.progress))
                } catch {
                    if error.code == .stopped { throw error }
                    failure = error
                    detector.end()
                }
            }
        }

        var kind: InputAddress.Kind { detector.kind ?? .recorded }
        /// A pipe can be read only once.
        var canReopen: Bool { !reader.isPipe }
        var mayStepAhead: Bool { reader.mayStepAhead }
        var streams: [MediaStream] { reader.streams }

        func bestStream(_ kind: MediaStream.Kind) -> MediaStream? { reader.bestStream(kind) }

        func select(_ wanted: [MediaStream]) { reader.select(wanted) }

        func advance() throws(CaptureError) -> SourceEvent {
            let packet: Packet
            if let (first, progress) = queued.popFirst() {
                packet = first
                // The arrival of packets that were analysed during opening is unknown; but all arrived at their own
                // pace.
                arrival = clock.mediaTime(ofMonotonic: lastArrival - (detector.progress - progress))
            } else {
                if let failure = failure.take() { throw failure }
                guard let next = try readNext() else { return .end }
                packet = next
                arrival = clock.mediaTime(ofMonotonic: lastArrival)
            }
            if kind == .live, !isTimed { packet.setTime(arrival) }
            return .packet(packet)
        }

        private func readNext() throws(CaptureError) -> Packet? {
            guard let packet = try reader.read() else { return nil }
            lastArrival = reader.arrivals?.last ?? CaptureClock.monotonicNow
            if packet.streamIndex == probedStream?.index { detector.note(packet.times.decode, arrival: lastArrival) }
            return packet
        }
    }

    extension Packet {
        /// Sets the time of a packet without its own.
        fileprivate func setTime(_ time: Int64?) {
            pointer.pointee.pts = time ?? shim_no_time()
            pointer.pointee.dts = time ?? shim_no_time()
        }
    }
#endif
