#if Capture
    import CFFmpeg

    /// Reads a pipe, or what a server sends without saying how long it lasts, after it has found out whether that keeps
    /// real time.
    ///
    /// What comes meanwhile waits, for a second or two of a live source and for no time of a recording, and is handed out
    /// first. Confined to one thread.
    final class WatchedInput: PacketSource {
        /// Packets that wait at most: those of the longest time that is watched, with room.
        private static let mostWaiting = 2_000

        private let reader: MediaReader
        private let clock: CaptureClock
        private let isTimed: Bool
        private let watched: MediaStream?
        private var watch: ArrivalWatch
        /// Packets with the watch's progress at each.
        private var waiting: ArraySlice<(packet: Packet, progress: Int64)> = []
        /// Why no more can be read, to be said behind what waits.
        private var failure: CaptureError?
        private(set) var arrival: Int64?
        /// When the last bytes came, by ``CaptureClock/monotonicNow``.
        private var lastArrival: Int64

        /// - Parameter start: When opening it began, by ``CaptureClock/monotonicNow``.
        /// - Throws: ``CaptureError`` of `.stopped` when told to stop meanwhile.
        init(_ reader: MediaReader, start: Int64, clock: CaptureClock) throws(CaptureError) {
            self.reader = reader
            self.clock = clock
            isTimed = reader.isTimed
            watched = reader.bestStream(.video) ?? reader.bestStream(.audio)
            lastArrival = reader.arrivals?.first ?? start
            watch = ArrivalWatch(start: lastArrival, isTimed: isTimed)
            while watch.kind == nil {
                do throws(CaptureError) {
                    guard waiting.count < Self.mostWaiting, let packet = try readNext() else {
                        watch.end()
                        break
                    }
                    waiting.append((packet, watch.progress))
                } catch {
                    if error.code == .stopped { throw error }
                    failure = error
                    watch.end()
                }
            }
        }

        var kind: InputAddress.Kind { watch.kind ?? .recorded }
        /// What a pipe held was had once.
        var comesBack: Bool { !reader.isPipe }
        var mayStepAhead: Bool { reader.mayStepAhead }
        var streams: [MediaStream] { reader.streams }

        func bestStream(_ kind: MediaStream.Kind) -> MediaStream? { reader.bestStream(kind) }

        func select(_ wanted: [MediaStream]) { reader.select(wanted) }

        func advance() throws(CaptureError) -> SourceReading {
            let packet: Packet
            if let (first, progress) = waiting.popFirst() {
                packet = first
                // When it came is not known of those that were looked at on opening; but all came at their own pace.
                arrival = clock.mediaTime(ofMonotonic: lastArrival - (watch.progress - progress))
            } else {
                if let failure = failure.take() { throw failure }
                guard let next = try readNext() else { return .end }
                packet = next
                arrival = clock.mediaTime(ofMonotonic: lastArrival)
            }
            if kind == .live, !isTimed { packet.stamp(arrival) }
            return .packet(packet)
        }

        private func readNext() throws(CaptureError) -> Packet? {
            guard let packet = try reader.read() else { return nil }
            lastArrival = reader.arrivals?.last ?? CaptureClock.monotonicNow
            if packet.streamIndex == watched?.index { watch.note(packet.times.decode, arrival: lastArrival) }
            return packet
        }
    }

    extension Packet {
        /// Sets the time of a packet that has none of its own.
        fileprivate func stamp(_ time: Int64?) {
            pointer.pointee.pts = time ?? shim_no_time()
            pointer.pointee.dts = time ?? shim_no_time()
        }
    }
#endif
