import Containers
import NIOCore
import StreamMedia

/// The bytes of a clip, run by run.
struct ClipBody {
    /// Bytes of a run: what NIO holds at most for a client that takes nothing.
    static let runLength = 64 * 1024
    /// A part of a frame that is at least so long is written as the log has it. Shorter ones are copied together: a
    /// system call takes longer for many small pieces than for one.
    static let copiedLength = 4 * 1024

    private var head: ByteBuffer
    private var samples: ArraySlice<ClipAssembler.Sample>
    /// The unit of the first sample, and the bytes of it that were written; `nil` before its length was.
    private var unit = 0
    private var offset: Int?

    init(_ clip: Clip) {
        head = ByteBuffer(bytes: clip.head)
        samples = clip.samples[...]
    }

    /// Whether everything was written.
    var isAtEnd: Bool { samples.isEmpty && head.readableBytes == 0 }

    /// Passes the next ``runLength`` bytes, and the length of a unit at most, to `write`, in pieces.
    ///
    /// - Returns: How many they are.
    mutating func nextRun(_ write: (ByteBuffer) -> Void) -> Int {
        var run = Run()
        while run.room > 0, !isAtEnd {
            if head.readableBytes > 0 {
                head.readSlice(length: min(run.room, head.readableBytes)).map { run.add($0, write) }
            } else {
                addUnit(to: &run, write)
            }
        }
        run.flush(write)
        return Self.runLength - run.room
    }

    private mutating func addUnit(to run: inout Run, _ write: (ByteBuffer) -> Void) {
        guard let sample = samples.first, unit < sample.layout.units.count else {
            samples = samples.dropFirst()
            (unit, offset) = (0, nil)
            return
        }
        let range = sample.layout.units[unit]
        // A run may end after the length.
        if offset == nil, sample.layout.hasLengths { run.addLength(of: range) }
        let offset = offset ?? 0
        let count = max(0, min(run.room, range.count - offset))
        let start = sample.payload.readerIndex + range.lowerBound + offset
        // The layout was made of this payload.
        if let piece = sample.payload.getSlice(at: start, length: count) { run.add(piece, write) }
        if offset + count < range.count {
            self.offset = offset + count
        } else {
            (unit, self.offset) = (unit + 1, nil)
        }
    }

    /// Collects short pieces.
    private struct Run {
        var room = ClipBody.runLength
        private var copied = ByteBuffer()

        mutating func addLength(of unit: Range<Int>) {
            room -= copied.writeInteger(UInt32(clamping: unit.count))
        }

        mutating func add(_ piece: ByteBuffer, _ write: (ByteBuffer) -> Void) {
            room -= piece.readableBytes
            guard piece.readableBytes >= ClipBody.copiedLength else {
                copied.writeImmutableBuffer(piece)
                return
            }
            flush(write)
            write(piece)
        }

        mutating func flush(_ write: (ByteBuffer) -> Void) {
            guard copied.readableBytes > 0 else { return }
            write(copied)
            copied = ByteBuffer()
        }
    }
}
