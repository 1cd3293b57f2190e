import Testing

@testable import StreamPlayback

/// The cases that the browser player runs too.
@Suite struct PlaybackClockTests {
    private typealias Step = PlaybackCase.Step

    @Test(arguments: try PlaybackCase.ofClock())
    func `the clock does as the table of both players says`(_ example: PlaybackCase) throws {
        var run = ClockRun(target: example.target ?? 0)
        for step in example.steps { try run.perform(step) }
    }

    @Test func `times of a hostile stream do not trap`() {
        let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for media in extremes {
            for now in extremes {
                var clock = PlaybackClock(target: .max)
                _ = clock.received(
                    media < now ? .video : .audio,
                    track: 0,
                    media: media,
                    decodeTime: media,
                    isDiscontinuity: true,
                    at: now,
                    age: media,
                    rewinds: media == 0
                )
                clock.isReady(.video, media: now, at: media)
                clock.advance(now: media)
                _ = clock.soundHeard(media: Double(media), at: now)
                _ = clock.due(media: media)
                let progress = PictureProgress(newest: media, arrivedAt: now, shownAt: media, isJoining: now == 0)
                _ = clock.showTime(media: media, now: now, progress: progress)
                _ = SoundPlayout.decodingTime(media: media, now: now, clock: clock)
            }
        }
    }
}

/// A clock, and what the steps of a case do to it.
private struct ClockRun {
    var clock: PlaybackClock
    private var jumps = 0

    init(target: Int64) {
        clock = PlaybackClock(target: target)
    }

    mutating func perform(_ step: PlaybackCase.Step) throws {
        switch step.do {
        case .began: try begin(step)
        case .frames: try addFrames(step)
        case .received: try receive(step)
        case .heard: try hear(step)
        case .playSound: try playSound(step)
        case .soundStopped: clock.soundStopped()
        case .advance: clock.advance(now: try local(step.now))
        case .restart: clock.restart()
        case nil: try expect(step)
        default: Issue.record("\(step) is not for the clock")
        }
    }

    mutating func begin(_ step: PlaybackCase.Step) throws {
        clock.begin(
            media: try #require(step.media),
            at: try local(step.at),
            age: try #require(step.age),
            rewinds: step.rewind == true
        )
    }

    private mutating func receive(_ step: PlaybackCase.Step) throws {
        let isJump = clock.received(
            .video,
            track: try #require(step.track),
            media: try #require(step.media),
            decodeTime: try #require(step.decode),
            isDiscontinuity: step.isDiscontinuity == true,
            at: try local(step.at),
            age: try #require(step.age),
            rewinds: step.rewind == true
        )
        #expect(isJump == step.isJump)
    }

    private mutating func addFrames(_ step: PlaybackCase.Step) throws {
        let first = try #require(step.first)
        let count = try #require(step.count)
        let late = try #require(step.late)
        let decoding = step.decoding ?? PlaybackCase.decoding
        for index in 0..<count {
            let place = step.together == true ? first + count - 1 : step.burst == true ? first : first + index
            let media = (first + index) * PlaybackCase.interval
            let at = PlaybackCase.start + place * PlaybackCase.interval + late[index]
            clock.arrived(.video, media: media, decodeTime: media - (step.ahead?[index] ?? 0), at: at)
            if decoding >= 0 { clock.isReady(.video, media: media, at: at + decoding) }
            if let lag = step.soundLag {
                clock.arrived(.audio, media: media - lag, decodeTime: media - lag, at: at)
                if clock.canBeHeard(media: media - lag, now: at) {
                    clock.isReady(.audio, media: media - lag, at: at + decoding)
                }
            }
            clock.advance(now: at + max(0, decoding))
        }
    }

    mutating func hear(_ step: PlaybackCase.Step) throws {
        let correction = clock.soundHeard(media: Double(try #require(step.media)), at: try local(step.at))
        switch correction {
        case .stretch(let stretch):
            #expect(step.jump == nil)
            if let wanted = step.stretch { #expect(abs(stretch - wanted) <= 1e-6) }
        case .jump(let delay):
            let wanted = try #require(step.jump)
            #expect(abs(delay - Double(PlaybackCase.start) - wanted) <= 1)
        }
    }

    /// A device whose samples are heard as long as it says, and that does as the clock says.
    private mutating func playSound(_ step: PlaybackCase.Step) throws {
        let from = try #require(step.from)
        var media = Double(from - (try #require(step.late)[0]))
        let pace = Double(PlaybackCase.measuring) * (1 + (try #require(step.partsPerMillion)) / 1e6)
        let duration = Int64((try #require(step.seconds)) * 1e6)
        for passed in stride(from: 0, to: duration, by: Int(PlaybackCase.measuring)) {
            let at = PlaybackCase.start + from + Int64(passed)
            var stretch = 0.0
            switch clock.soundHeard(media: media, at: at) {
            case .stretch(let wanted): stretch = wanted
            case .jump(let delay):
                jumps += 1
                media = Double(at) - delay
            }
            media += pace * (1 + stretch)
            clock.advance(now: at)
        }
    }

    private func expect(_ step: PlaybackCase.Step) throws {
        switch step.expect {
        case .due: try isNear(clock.due(media: try #require(step.media)).map { Double($0 - PlaybackCase.start) }, step)
        case .wanted: try isNear(clock.wanted.map { $0 - Double(PlaybackCase.start) }, step)
        case .showAt: try showTime(step)
        case .isOvertaken:
            let isOvertaken = clock.isOvertaken(media: try #require(step.media), now: try local(step.now))
            #expect(isOvertaken == step.is?.truth)
        case .soundIsClock: #expect(clock.soundIsClock == step.is?.truth)
        case .canBeHeard:
            let canBeHeard = clock.canBeHeard(media: try #require(step.media), now: try local(step.now))
            #expect(canBeHeard == step.is?.truth)
        case .jumps: #expect(Double(jumps) == step.is?.number)
        default: Issue.record("\(step) is not for the clock")
        }
    }

    private func showTime(_ step: PlaybackCase.Step) throws {
        let time = clock.showTime(
            media: try #require(step.media),
            now: try local(step.now),
            progress: PictureProgress(
                newest: try #require(step.newest),
                arrivedAt: try local(step.arrivedAt),
                shownAt: try local(step.shownAt),
                isJoining: step.isJoining == true
            )
        )
        try isNear(time.map { Double($0 - PlaybackCase.start) }, step)
    }
}

/// A time of a case, by the local clock.
private func local(_ time: Int64?) throws -> Int64 {
    PlaybackCase.start + (try #require(time))
}

private func isNear(_ value: Double?, _ step: PlaybackCase.Step) throws {
    guard let wanted = step.is?.number else {
        #expect(value == nil)
        return
    }
    let value = try #require(value)
    #expect(abs(value - wanted) <= step.within ?? 1, "\(value) is not \(wanted)")
}

@Suite struct PictureQueueTests {
    @Test(arguments: try PlaybackCase.ofPictures())
    func `pictures are shown as the table of both players says`(_ example: PlaybackCase) throws {
        var run = ClockRun(target: example.target ?? 0)
        var queue = PictureQueue<Int64>(now: 0)
        for step in example.steps {
            switch (step.do, step.expect) {
            case (.began, _): try run.begin(step)
            case (.heard, _): try run.hear(step)
            case (.join, _): queue.join(now: try local(step.now))
            case (.arrived, _): queue.arrived(decodeTime: try #require(step.decode), now: try local(step.now))
            case (.offer, _):
                let media = try #require(step.media)
                queue.offer(media, media: media, now: try local(step.now), clock: &run.clock)
            case (_, .next):
                let next = queue.next(now: try local(step.now), clock: &run.clock)
                #expect(next.shown == step.shown && next.discarded == step.discarded)
                #expect(next.wakeTime == (try step.wakeAt.map(local)))
            case (_, .counts):
                #expect(queue.shownCount == Int(try #require(step.shown)))
                #expect(queue.droppedCount == step.dropped)
            case (_, .mayDecode): #expect(queue.mayDecode == step.is?.truth)
            default: Issue.record("\(step) is not for pictures")
            }
        }
    }
}

@Suite struct ReorderedPictureTests {
    @Test func `a late picture is at the live edge if only one that is decoded before it is newer`() {
        var playout = StreamPlayout<Int>(target: 0, now: 0)
        for (media, decodeTime) in [(Int64(0), Int64(-100_000)), (300_000, 0)] {
            _ = playout.received(
                .video,
                track: 0,
                media: media,
                decodeTime: decodeTime,
                isDiscontinuity: false,
                now: 1,
                age: 0,
                rewinds: false
            )
        }
        playout.decoded(1, media: 100_000, now: 1_000_000)
        #expect(playout.nextPicture(now: 1_000_000).shown == 1)
    }
}

@Suite struct SoundContinuityTests {
    @Test(arguments: try PlaybackCase.ofSound())
    func `sound is judged as the table of both players says`(_ example: PlaybackCase) throws {
        var sound = SoundContinuity()
        for step in example.steps {
            switch (step.do, step.expect) {
            case (.began, _): sound.began(at: try local(step.at))
            case (.played, _):
                let plays = sound.played(isWhole: step.isWhole == true, now: try local(step.now))
                #expect(plays == step.plays)
            case (.playWhole, _):
                let from = try local(step.from)
                let duration = Int64((try #require(step.seconds)) * 1e6)
                for passed in stride(from: 0, to: duration, by: Int(PlaybackCase.measuring)) {
                    _ = sound.played(isWhole: true, now: from + passed)
                }
            case (_, .margin): try isNear(sound.margin, step)
            case (_, .interruptions): #expect(Double(sound.interruptions) == step.is?.number)
            default: Issue.record("\(step) is not for sound")
            }
        }
    }
}
