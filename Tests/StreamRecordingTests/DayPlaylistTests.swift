import Containers
import Testing

@testable import StreamRecording

@Suite struct DayPlaylistTests {
    private func recorded(_ pictures: Int) throws -> (MadeDisk, SegmentReport) {
        var source = MadeSource()
        var disk = MadeDisk(Segmenter(segmentDuration: 60_000_000))
        try disk.take(source.opening, at: source.now)
        for _ in 0..<pictures { try disk.take(source.next(), at: source.now) }
        source.pass(5_000_000)
        for _ in 0..<pictures { try disk.take(source.next(), at: source.now) }
        try disk.take([.end], at: source.now)
        return (disk, try #require(disk.files.first?.report))
    }

    @Test func `each range begins with a random access point and holds whole parts`() throws {
        let (disk, report) = try recorded(60)
        let name = SegmentName(at: report.start)
        let lines = DayPlaylist.entry(of: name, report).split(separator: "\n")
        var areIndependent: [Bool?] = []
        var parts = 0
        for line in lines where line.hasPrefix("#EXT-X-BYTERANGE:") {
            let numbers = line.dropFirst("#EXT-X-BYTERANGE:".count).split(separator: "@").compactMap { Int($0) }
            var rest = disk.files[0].bytes[numbers[1]..<numbers[1] + numbers[0]]
            var types: [String] = []
            while !rest.isEmpty {
                let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                types.append(String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self))
                rest = rest.dropFirst(length)
            }
            let wanted = ["moof", "mdat", "uuid"]
            #expect(types.filter { $0 != "prft" }.enumerated().allSatisfy { $1 == wanted[$0 % 3] })
            #expect(types.first == "moof" && types.last == "mdat")
            areIndependent.append(report.parts.first { $0.range.lowerBound == UInt64(numbers[1]) }?.isIndependent)
            parts += types.count { $0 == "moof" }
        }
        // Groups of a second: two make a range. A gap in a group begins one too, which ends with the group.
        #expect(areIndependent == [true, true, false, true])
        #expect(parts == report.parts.count)
        #expect(lines.count { $0 == "14-30-00Z.mp4" } == areIndependent.count)
        #expect(lines.contains("#EXT-X-MAP:URI=\"14-30-00Z.init.mp4\""))
    }

    @Test func `a gap begins anew, with the wall clock`() throws {
        let (_, report) = try recorded(60)
        let text = DayPlaylist.entry(of: SegmentName(at: report.start), report)
        let times = text.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-PROGRAM-DATE-TIME:") }
        #expect(times.count == 2)
        #expect(times.first == "#EXT-X-PROGRAM-DATE-TIME:2026-11-22T14:30:00.000Z")
        #expect(text.components(of: "#EXT-X-DISCONTINUITY\n") == 2)
        // No segment is longer than the head says.
        let durations = text.split(separator: "\n").filter { $0.hasPrefix("#EXTINF:") }
            .compactMap { Double($0.dropFirst(8).dropLast()) }
        #expect(durations.allSatisfy { $0 > 0 && $0 <= 6 })
        #expect(abs(durations.reduce(0, +) - 4.8) < 0.2)
    }
}

extension String {
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
