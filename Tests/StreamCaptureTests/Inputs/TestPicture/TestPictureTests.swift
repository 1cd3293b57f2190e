import StreamProtocol
import Testing

@testable import StreamCapture

@Suite struct TestPictureTests {
    private func painted(_ picture: TestPicture, _ number: Int, isMarked: Bool = false) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: picture.byteCount)
        bytes.withUnsafeMutableBytes {
            picture.paint(number: number, wallTime: 86_399_999_000, isMarked: isMarked, into: $0)
        }
        return bytes
    }

    @Test(
        arguments: ["128x128", "320x180", "642x362", "1280x720", "128x1024", "1024x128"]
    )
    func `a picture carries its number in a strip that can be read again`(size: String) throws {
        let size = try PictureSettings.Size(size)
        let picture = TestPicture(size)
        let strip = FrameNumberStrip(width: size.width, pictureHeight: size.height)
        for number in [0, 1, 2, 3, 1000, 1 << 23, 1 << 24 - 1] {
            let bytes = painted(picture, number, isMarked: number % 2 == 0)
            #expect(bytes.withUnsafeBytes { strip.read($0, stride: size.width) } == number)
        }
    }

    @Test func `the picture moves and shows a white box when it is marked`() throws {
        let picture = TestPicture(try PictureSettings.Size("320x180"))
        let (first, second, marked) = (painted(picture, 7), painted(picture, 8), painted(picture, 7, isMarked: true))
        #expect(first != second)
        let middle = 180 * 27 / 32 * 320 + 160
        #expect(marked[middle] == 235)
        #expect(first[middle] < 200)
        #expect(first.allSatisfy { (16...240).contains($0) })
    }

    @Test func `a damaged strip has no number`() {
        for number in [0, 5, 123_456] {
            let cells = FrameNumberStrip.cells(of: number)
            #expect(FrameNumberStrip.number(of: cells) == number)
            for bit in 0..<32 { #expect(FrameNumberStrip.number(of: cells ^ 1 << bit) == nil) }
        }
        #expect(FrameNumberStrip.number(of: 0) == nil && FrameNumberStrip.number(of: .max) == nil)
        let strip = FrameNumberStrip(width: 640, pictureHeight: 360)
        let short: [UInt8] = [16, 235]
        #expect(short.withUnsafeBytes { strip.read($0, stride: 640) } == nil)
    }
}

@Suite struct TestScheduleTests {
    private typealias Item = TestSchedule.Item

    private func rate(_ text: String) throws -> Track.Rate { try Track.Rate(framesPerSecond: text) }

    @Test func `times are those of the rate and of whole blocks`() throws {
        var schedule = TestSchedule(rate: try rate("25"), hasAudio: true, from: 0)
        var items: [Item] = []
        for now in stride(from: Int64(0), through: 80_000, by: 1000) {
            while let item = schedule.next(now: now) { items.append(item) }
        }
        #expect(
            items == [
                .picture(number: 0, time: 0), .audio(firstSample: 0, time: 0), .picture(number: 1, time: 40_000),
                .audio(firstSample: 1024, time: 21_333), .audio(firstSample: 2048, time: 42_666),
                .picture(number: 2, time: 80_000),
            ]
        )
    }

    @Test func `a slow machine skips pictures with their numbers, and no sound`() throws {
        var schedule = TestSchedule(rate: try rate("50"), hasAudio: true, from: 0)
        #expect(schedule.next(now: 0) == .picture(number: 0, time: 0))
        var late: [Item] = []
        while let item = schedule.next(now: 110_000) { late.append(item) }
        let pictures = late.compactMap { if case .picture(let number, _) = $0 { number } else { nil } }
        #expect(pictures == [5])
        #expect(late.count - pictures.count == 5)
    }

    @Test func `after a sleep sound is skipped as well`() throws {
        var schedule = TestSchedule(rate: try rate("30"), hasAudio: true, from: 0)
        var items: [Item] = []
        while let item = schedule.next(now: 3_600_000_000) { items.append(item) }
        #expect(items.count <= 3)
        #expect(schedule.due > 3_600_000_000)
    }

    @Test func `times do not drift from the rate in a month`() throws {
        let month: Int64 = 30 * 86_400_000_000
        var schedule = TestSchedule(rate: try rate("30000/1001"), hasAudio: false, from: month)
        let first = schedule.next(now: month + 33_367)
        guard case .picture(let number, let time)? = first else {
            Issue.record("no picture")
            return
        }
        #expect(time >= month && time <= month + 33_367)
        #expect(time == Int64(number) * 1_001_000 / 30)
        #expect(number == Int(month) / 1_001_000 * 30 + Int(month) % 1_001_000 * 30 / 1_001_000 + 1)
    }

    @Test func `the first tenth of every second is marked`() throws {
        let schedule = TestSchedule(rate: try rate("30"), hasAudio: true, from: 0)
        #expect([0, 99_999, 5_000_000].allSatisfy { schedule.isMarked($0) })
        #expect([100_000, 999_999].allSatisfy { !schedule.isMarked($0) })
    }
}
