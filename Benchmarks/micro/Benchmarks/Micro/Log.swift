import Benchmark
import NIOCore
@testable import StreamProtocol

@testable import StreamRelay

/// What a relay does with a stream's log: a frame is appended once, and read by each viewer.
func benchmarkLog() {
    let entries = logEntries(frames: 3_000)
    let (first, rest) = (entries.prefix(301), entries.dropFirst(301))

    // Ten seconds are kept, so that each entry that comes makes one go.
    Benchmark.cost("log-append", count: rest.count, from: { log(first, keeping: .seconds(10)) }) { log in
        for entry in rest {
            log.append(entry)
            log.drop(before: log.firstKept(at: entry.arrival))
        }
    }

    let whole = log(entries[...], keeping: .hours(1))

    Benchmark.cost("log-read", count: entries.count, from: { cursor(in: whole) }) { cursor in
        var bytes = 0
        while case .send(let message) = cursor.next(in: whole) { bytes += message.readableBytes }
        blackHole(bytes)
    }

    Benchmark.cost("log-jump", count: 1, from: { cursor(in: whole) }) { cursor in
        blackHole(cursor.catchUp(in: whole, bound: .seconds(2), now: whole.arrival(at: whole.end - 1)))
    }
}

/// A track table and frames at 30 a second, every sixtieth a random access point.
private func logEntries(frames: Int) -> [LogEntry] {
    let message = ByteBuffer(repeating: 1, count: 5_000)
    let table = LogEntry(
        message: message,
        content: .retained(.tracks, epoch: 1, tracks: TrackSet(.zero)),
        kinds: .all,
        arrival: .uptimeNanoseconds(0)
    )
    return [table]
        + (0..<frames).map { index in
            LogEntry(
                message: message,
                content: .frame(track: .zero, epoch: 1, sequence: UInt64(index), isRandomAccess: index % 60 == 0),
                kinds: TrackKinds(.video),
                arrival: .uptimeNanoseconds(UInt64(index) * 33_333_333)
            )
        }
}

private func log(_ entries: some Sequence<LogEntry>, keeping duration: TimeAmount) -> FrameLog {
    var log = FrameLog(bounds: FrameLog.Bounds(duration: duration, bytes: .max))
    for entry in entries { log.append(entry) }
    return log
}

/// A viewer that joined before the first frame, and has received it.
private func cursor(in log: FrameLog) -> Cursor {
    var cursor = Cursor(
        joining: FrameLog(bounds: log.bounds),
        at: .randomAccessPoint,
        kinds: .all,
        now: .uptimeNanoseconds(0)
    )
    while case .sendControl = cursor.next(in: log) {}
    return cursor
}
