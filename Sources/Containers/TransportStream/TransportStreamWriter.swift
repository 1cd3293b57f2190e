import AAC
import BitCoding
import H264

/// Writes an MPEG transport stream (ISO/IEC 13818-1) with one program: each frame becomes whole packets of 188 bytes.
///
///     var writer = try TransportStreamWriter(tracks: tracks)
///     // For each frame of the stream:
///     if let packets = writer.packets(of: frame, payload) { send(packets.bytes) }
///
/// The packets of a stream are the same for all readers. PAT and PMT precede each sync sample of video, and come at least
/// ten times a second, so that a reader may begin with any frame. A reader that misses frames gets
/// ``ContinuityCounters/discontinuityPackets()`` of the next frame's counters before that frame.
///
/// A video frame with other parameter sets needs nothing: they are in front of it.
public struct TransportStreamWriter: Sendable {
    /// A frame as packets.
    public struct Packets: Hashable, Sendable {
        /// Whole packets.
        public let bytes: [UInt8]
        /// The counters before the first of them.
        public let counters: ContinuityCounters
    }

    /// How far decode times are ahead of the clock by default, in microseconds: 0.2 s. A reader gets the frames of
    /// different tracks that much out of order without a frame that is too late (2.4.2.2). A player that follows the
    /// clock delays the stream by as much.
    public static let usualDelay: Int64 = 200_000
    /// The longest time between two tables, 0.1 s.
    private static let tableInterval: Int64 = 100_000
    /// The time after the last clock reference, at which other frames than those of the clock's stream bring one. The
    /// standard allows 0.1 s (2.7.2).
    private static let clockInterval: Int64 = 80_000

    /// A packet that readers ignore (2.4.3.3).
    package static let nullPacket: [UInt8] = [0x47, 0x1f, 0xff, 0x10] + Array(repeating: 0xff, count: 184)

    fileprivate struct Stream: Sendable {
        let entry: ProgramTables.Stream
        var clock: TrackClock
        /// `nil` for H.264.
        let adts: ADTSWriter?
    }

    private var streams: [Stream] = []
    private var tables: ProgramTables
    private var counters = ContinuityCounters()
    private let delay: Int64
    private var lastTables: Int64?
    /// The clock at its last reference, in microseconds; it never goes back.
    private var lastReference: Int64?

    /// Starts before the first frame.
    ///
    /// - Parameters:
    ///   - tracks: 1 to 8 tracks.
    ///   - delay: How far decode times are ahead of the clock, in microseconds, 0 to 10 s.
    /// - Throws: `invalidTracks`, and `invalidDescription` for AAC that ADTS cannot carry.
    public init(tracks: [ContainerTrack], delay: Int64 = usualDelay) throws(ContainerError) {
        self.delay = min(max(delay, 0), 10_000_000)
        tables = ProgramTables(streams: [], clockPID: 0x1fff)
        counters.add(ProgramTables.associationPID)
        counters.add(ProgramTables.mapPID)
        try set(tracks)
    }

    /// Whether a transport stream can carry a track: not all AAC fits ADTS frames.
    public static func canCarry(_ track: ContainerTrack) -> Bool {
        guard case .aac(let description) = track.description else { return true }
        do throws(AACError) {
            _ = try ADTSWriter(description.config)
            return true
        } catch {
            return false
        }
    }

    /// Goes on with other tracks, or with tracks of other configurations: the next PMT has another version (2.4.4.9). A
    /// track keeps its packet identifier while its kind and place are the same.
    ///
    /// - Throws: As the initializer; nothing has changed then.
    public mutating func change(to tracks: [ContainerTrack]) throws(ContainerError) {
        try set(tracks)
        tables.version = (tables.version + 1) & 31
        lastTables = nil
    }

    /// Returns the packets of the next frame; `nil` if it has no track here, no bytes, or too many.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC.
    package mutating func packets(of frame: ContainerFrame, _ payload: RawSpan) -> Packets? {
        guard let index = streams.firstIndex(where: { $0.entry.track == frame.track }),
            let prefix = streams[index].prefix(of: payload)
        else { return nil }
        let before = counters
        let entry = streams[index].entry
        let times = streams[index].clock.times(of: frame)
        var writer = PacketWriter()
        let hasClock = entry.pid == tables.clockPID
        writeTables(before: frame, isStart: hasClock && frame.isSync && !entry.isSound, to: &writer)
        let reference = advanceClock(to: frame, isDue: hasClock)
        if let reference, !hasClock {
            let field = AdaptationField(clockReference: reference)
            writer.writeAdaptation(field, pid: tables.clockPID, counter: counters.last(tables.clockPID))
        }
        let field = AdaptationField(
            isDiscontinuous: frame.isDiscontinuous,
            isRandomAccess: frame.isSync,
            clockReference: hasClock ? reference : nil
        )
        let lead = delay * 90 / 1_000
        var packet = PESPacket.header(
            streamID: entry.streamID,
            presentation: times.presentation + lead,
            decode: times.decode + lead,
            payloadLength: prefix.count + payload.byteCount
        )
        packet.reserveCapacity(packet.count + prefix.count + payload.byteCount)
        packet += prefix
        packet.append(copying: payload)
        writer.write(packet.span.bytes, pid: entry.pid, field: field, counters: &counters)
        return Packets(bytes: writer.bytes, counters: before)
    }

    private mutating func writeTables(before frame: ContainerFrame, isStart: Bool, to writer: inout PacketWriter) {
        let isDue = lastTables.map { frame.decodeTime >= $0 + Self.tableInterval } ?? true
        guard isDue || isStart else { return }
        lastTables = frame.decodeTime
        writer.write(tables.association.span.bytes, pid: ProgramTables.associationPID, counters: &counters)
        writer.write(tables.map.span.bytes, pid: ProgramTables.mapPID, counters: &counters)
    }

    /// The clock reference that comes with a frame, in units of 27 MHz.
    private mutating func advanceClock(to frame: ContainerFrame, isDue: Bool) -> UInt64? {
        let time = max(lastReference ?? 0, min(max(0, frame.decodeTime), ContainerLimits.latestTime))
        guard isDue || lastReference.map({ time - $0 >= Self.clockInterval }) ?? true else { return nil }
        lastReference = time
        return UInt64(time) * 27
    }

    private mutating func set(_ tracks: [ContainerTrack]) throws(ContainerError) {
        try tracks.validate()
        var new: [Stream] = []
        for (index, track) in tracks.enumerated() {
            let pid = ProgramTables.firstPID + UInt16(index)
            let known = streams.first { $0.entry.track == track.id && $0.entry.pid == pid }
            new.append(try Stream(track, pid: pid, number: UInt8(index), clock: known?.clock))
        }
        streams = new
        tables.streams = new.map(\.entry)
        tables.clockPID = (new.first { !$0.entry.isSound } ?? new[0]).entry.pid
        for stream in new { counters.add(stream.entry.pid) }
    }
}

extension ProgramTables.Stream {
    var isSound: Bool { type == 0x0f }
}

extension TransportStreamWriter.Stream {
    fileprivate init(
        _ track: ContainerTrack,
        pid: UInt16,
        number: UInt8,
        clock: TrackClock?
    ) throws(ContainerError) {
        self.clock = clock ?? TrackClock(timescale: 90_000)
        switch track.description {
        case .h264: adts = nil
        case .aac(let description):
            do throws(AACError) {
                adts = try ADTSWriter(description.config)
            } catch {
                throw ContainerError(.invalidDescription, "track \(track.id) cannot be written as ADTS: \(error)")
            }
        }
        entry = ProgramTables.Stream(
            track: track.id,
            pid: pid,
            streamID: (adts == nil ? 0xe0 : 0xc0) + number,
            type: adts == nil ? 0x1b : 0x0f,
            language: track.threeLetterLanguage
        )
    }

    /// An access unit delimiter for any kind of picture, `primary_pic_type` 7 (H.264 7.4.2.4).
    private static let delimiter: [UInt8] = [0, 0, 0, 1, 9, 0xf0]

    /// The bytes in front of a frame: an access unit delimiter where there is none (ISO/IEC 13818-1 2.14.1), or the
    /// header of an ADTS frame. `nil` if the frame cannot be carried.
    fileprivate func prefix(of payload: RawSpan) -> [UInt8]? {
        guard !payload.isEmpty, payload.byteCount <= ContainerLimits.frameLength else { return nil }
        if let adts { return try? adts.prefix(of: payload) }
        var cursor = AnnexBCursor()
        guard let first = cursor.next(in: payload) else { return nil }
        let isDelimiter =
            !first.payload.isEmpty
            && NALUnitHeader(payload[first.payload.lowerBound]).type
                == .accessUnitDelimiter
        return isDelimiter ? [] : Self.delimiter
    }
}
