import BitCoding
import H264

/// Finds the access units in packets.
struct PacketAccessUnits: Sendable {
    /// How a packet delimits its NAL units.
    enum Format: Hashable, Sendable {
        case annexB
        case lengths(NALUnitLengthSize)
    }

    /// The largest size, in bytes, of held packets without a picture: parameter sets of the largest size, and some
    /// more.
    private static let maximumHeldLength = 256 * 1024

    var format = Format.annexB
    /// Packets whose bytes do not add up, and access units beyond the limit.
    private(set) var damageCount = 0

    private var assembler = AccessUnitAssembler()
    private var completion = OutputOrderCompletion()
    private var complete: [AccessUnit] = []
    /// NAL units in Annex B format that wait for a picture.
    private var held: [UInt8] = []

    /// Returns the access units of a packet, which holds whole ones. NAL units after the last picture wait for the next
    /// packet.
    mutating func units(in packet: RawSpan) -> [AccessUnit] {
        let waiting = exchange(&held, with: [])
        appendAnnexB(waiting.span.bytes)
        switch format {
        case .annexB: appendAnnexB(packet)
        case .lengths(let size): appendSample(packet, size)
        }
        var units = flush()
        if let last = units.last, !last.info.hasPicture {
            units.removeLast()
            if last.bytes.count <= Self.maximumHeldLength { held = last.bytes }
        }
        return units
    }

    /// Adds parameter sets in Annex B format that are not part of an access unit.
    mutating func addParameterSets(_ sets: [UInt8]) {
        appendAnnexB(sets.span.bytes)
        _ = flush()
    }

    private mutating func appendAnnexB(_ bytes: RawSpan) {
        var cursor = AnnexBCursor()
        while let unit = cursor.next(in: bytes) { append(bytes.extracting(unit.payload)) }
    }

    private mutating func appendSample(_ sample: RawSpan, _ lengthSize: NALUnitLengthSize) {
        var cursor = AVCCCursor(lengthSize: lengthSize)
        do throws(H264Error) {
            while let unit = try cursor.next(in: sample) { append(sample.extracting(unit)) }
        } catch {
            damageCount += 1
        }
    }

    private mutating func append(_ nal: RawSpan) {
        do throws(H264Error) {
            let unit: AccessUnit?
            if let completed = completion.replacement(for: nal) {
                unit = try assembler.append(completed.span.bytes)
            } else {
                unit = try assembler.append(nal)
            }
            if let unit { complete.append(unit) }
        } catch {
            damageCount += 1
        }
    }

    private mutating func flush() -> [AccessUnit] {
        do throws(H264Error) {
            if let unit = try assembler.flush() { complete.append(unit) }
        } catch {
            damageCount += 1
        }
        return exchange(&complete, with: [])
    }
}
