@testable import AAC
@testable import Containers
import FuzzSupport
@testable import H264

@main
enum ContainersTarget {
    static func main() {
        fuzz { data, size in
            let input = Input(data, size)
            read(input.bytes)
            write(input)
            return 0
        }
    }
}

/// A file is read without a trap, its samples lie in it, and what the repair makes of it is a finished file with the
/// same samples.
private func read(_ bytes: [UInt8]) {
    let index = try? MP4Index(size: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
    let samples = index?.tracks.map { Array($0.samples) } ?? []
    for sample in samples.joined() {
        precondition(sample.offset <= UInt64(bytes.count) && UInt64(sample.size) <= UInt64(bytes.count) - sample.offset)
    }
    let outcome = try? HybridMP4Repair.examine(size: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
    guard case .repair(let repair) = outcome else { return }
    let file = perform(repair.steps, on: bytes)
    guard let again = try? MP4Index(size: UInt64(file.count), { Array(file[Int($0)..<Int($0) + $1]) }) else {
        preconditionFailure("a repaired file cannot be read")
    }
    precondition(again.isComplete && again.account == index?.account)
    precondition(again.tracks.map { Array($0.samples) } == samples)
}

private func perform(_ steps: [FileStep], on bytes: [UInt8]) -> [UInt8] {
    var file = bytes
    for step in steps {
        switch step {
        case .write(let new, let offset):
            let end = Int(offset) + new.count
            if file.count < end { file += [UInt8](repeating: 0, count: end - file.count) }
            file.replaceSubrange(Int(offset)..<end, with: new)
        case .truncate(let length): file.removeSubrange(Int(length)...)
        case .synchronizeData, .synchronize, .publish: break
        }
    }
    return file
}

/// Frames of any bytes and times are written: fragments and recordings hold all of them at rising times, and a transport
/// stream consists of whole packets. The first piece of the input is a configuration of H.264, and the second one of
/// AAC.
private func write(_ input: Input) {
    let pieces = input.pieces
    var tracks: [ContainerTrack] = []
    let first = pieces[0]
    if let description = try? H264Description(accessUnit: first.span.bytes) {
        tracks.append(ContainerTrack(id: 1, description: .h264(description)))
        // A new initialization describes the frame that it was made from, or that frame holds nothing else.
        precondition(tracks[0].description.fit(first.span.bytes) != .needsInitialization)
    }
    if pieces.count > 1, let description = try? AACDescription(configuration: pieces[1]) {
        tracks.append(ContainerTrack(id: 2, description: .aac(description)))
    }
    guard var fragments = try? FragmentedMP4Writer(tracks: tracks), var hybrid = try? HybridMP4Writer(tracks: tracks)
    else { return }
    var transport = try? TransportStreamWriter(tracks: tracks)
    var live = fragments.initializationSegment()
    var steps = hybrid.start()
    var timeline = ContainerTimeline()
    var state = UInt64(input.seed) | 1
    func random() -> Int64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int64(bitPattern: state) >> (state >> 56 & 63)
    }
    var added: [UInt32: Int] = [1: 0, 2: 0]
    for (number, payload) in pieces.enumerated() {
        let track = UInt32(number & 1) + 1
        let place = timeline.place(track: track, decodeTime: random(), presentationTime: random(), epoch: 1)
        let frame = ContainerFrame(
            track: track,
            decodeTime: place.decodeTime,
            presentationTime: place.presentationTime,
            captureTime: random(),
            isSync: random() & 1 == 0
        )
        if case .fragment(let fragment) = fragments.fragment(of: frame, payload.span.bytes) {
            live += fragment.bytes(payload.span.bytes)
        }
        let outcome = hybrid.append(frame, payload.span.bytes, epoch: 1, sequence: UInt64(number))
        if case .added(let written) = outcome {
            steps += written.steps
            added[track, default: 0] += 1
        }
        if let packets = transport?.packets(of: frame, payload.span.bytes) {
            precondition(packets.bytes.count.isMultiple(of: 188))
        }
    }
    steps += hybrid.finish().steps
    let file = perform(steps, on: [])
    for bytes in [live, file] {
        guard let index = try? MP4Index(size: UInt64(bytes.count), { Array(bytes[Int($0)..<Int($0) + $1]) }) else {
            preconditionFailure("a file cannot be read")
        }
        for track in index.tracks {
            let samples = Array(track.samples)
            precondition(zip(samples, samples.dropFirst()).allSatisfy { $0.decodeTime < $1.decodeTime })
            if index.isComplete { precondition(samples.count == added[track.track.id]) }
        }
    }
}
