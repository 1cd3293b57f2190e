extension ViewerCases {
    static let gaps: [Case] = [
        Case("gap/between", "Gap", "A viewer takes a gap, and the frames behind it.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0), Wire.gap(reason: 1, first: 1, count: 29), Stream.key(30))
            try await stream.expectOutput([0, 30])
        },
        Case("gap/several", "Gap", "Several gaps may come one after the other.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0))
            for first: UInt64 in 1..<6 { await stream.send(Wire.gap(reason: 2, first: first, count: 1)) }
            await stream.send(Wire.gap(first: 6, count: 4), Stream.key(10))
            try await stream.expectOutput([0, 10])
        },
        Case("gap/reasons", "Gap", "A receiver takes unknown reasons as 'left out'.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0))
            for (place, reason) in [0, 1, 2, 3, 4, 5, 255].enumerated() as EnumeratedSequence<[UInt8]> {
                await stream.send(Wire.gap(reason: reason, first: UInt64(place) + 1, count: 1))
            }
            await stream.send(Stream.key(8))
            try await stream.expectOutput([0, 8])
        },
        Case("gap/first", "Gap", "A viewer counts a track from the first frame that it receives.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(90), Stream.key(91))
            try await stream.expectOutput([90, 91])
        },
        Case("gap/end", "Gap", "At the end of a stream, no frame follows a gap.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0), Wire.gap(first: 1, count: 1000))
            try await stream.expectOutput([0])
        },
        Case("gap/other-track", "Gap", "A gap may name a track that sent no frame yet.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(
                Wire.tracks(
                    epoch: 1,
                    [Wire.track(0), Wire.track(1, kind: 2, codec: "mp4a", configuration: [0x11, 0x90])]
                )
            )
            await stream.send(Wire.gap(track: 1, first: 0, count: 5), Stream.key(0), Stream.key(1))
            try await stream.expectOutput([0, 1])
        },
        Case("gap/reserved", "Conventions", "The reserved byte of a gap is ignored.") { trial in
            let stream = try await Stream.begin(trial)
            var gap = Wire.gap(first: 1, count: 1)
            gap[11] = 0xFF
            await stream.send(Stream.table(), Stream.key(0), gap, Stream.key(2))
            try await stream.expectOutput([0, 2])
        },
        Case("gap/largest", "Gap", "First and count of a gap may add up to 2^64 - 1, and the last number is 2^64 - 2.")
        { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0), Wire.gap(first: 1, count: .max - 2))
            await stream.send(Stream.key(.max - 1, mark: 7))
            try await stream.expectOutput([0, 7])
        },
        Case("gap/all", "Gap", "A gap may name all numbers of a track.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Wire.gap(first: 0, count: .max), Stream.table(epoch: 2))
            await stream.send(Stream.key(0, epoch: 2), Wire.gap(epoch: 2, first: 1, count: .max - 1))
            try await stream.expectOutput([0])
        },
    ]

    static let epochs: [Case] = [
        Case("epoch/next", "Epochs", "In a new epoch the numbers begin again at 0.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0), Stream.key(1), Stream.table(epoch: 2))
            await stream.send(Stream.key(0, epoch: 2, mark: 100), Stream.key(1, epoch: 2, mark: 101))
            try await stream.expectOutput([0, 1, 100, 101])
        },
        Case("epoch/jump", "Epochs", "An epoch may be any later number.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0))
            for (place, epoch) in [7, 0x7FFF_FFFF, 0x8000_0000, .max].enumerated() as EnumeratedSequence<[UInt32]> {
                await stream.send(Stream.table(epoch: epoch), Stream.key(0, epoch: epoch, mark: place + 1))
            }
            try await stream.expectOutput([0, 1, 2, 3, 4])
        },
        Case("epoch/old-gap", "Epochs", "Gaps of the old epoch may come before the first frame of the new one.") {
            trial in
            let stream = try await Stream.begin(trial)
            await stream.send(
                Stream.table(),
                Stream.key(0),
                Stream.table(epoch: 2),
                Wire.gap(reason: 1, first: 1, count: 3)
            )
            await stream.send(Wire.gap(reason: 2, epoch: 2, first: 0, count: 2), Stream.key(2, epoch: 2))
            try await stream.expectOutput([0, 2])
        },
        Case("epoch/interrupted", "Rules for a viewer", "A viewer stays through an interruption.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Wire.clockOffset(5, errorBound: 6), Stream.key(0), Wire.streamState(2))
            try await Task.sleep(for: .milliseconds(500))
            await stream.send(Wire.streamState(1), Stream.table(epoch: 2), Wire.clockOffset(-5, errorBound: 6))
            await stream.send(Stream.key(0, epoch: 2, mark: 1))
            try await stream.expectOutput([0, 1])
        },
        Case(
            "epoch/history",
            "History",
            "The first table may have a lower epoch than the welcome, and states are those of their time."
        ) { trial in
            let stream = try await Stream.begin(trial, Welcome(epoch: 3, options: [2: [0, 0, 0x24, 0x22]]))
            await stream.send(Stream.table(), Stream.key(40, mark: 0), Wire.streamState(2), Wire.streamState(1))
            await stream.send(Stream.table(epoch: 2), Stream.key(0, epoch: 2, mark: 1), Wire.streamState(2))
            await stream.send(Wire.streamState(1), Stream.table(epoch: 3), Stream.key(0, epoch: 3, mark: 2))
            try await stream.expectOutput([0, 1, 2])
        },
    ]

    static let comingBack: [Case] = [
        Case("again/repeated", "Rules for a viewer", "What comes again after a lost connection is dropped.") { trial in
            try await lose(trial, then: Welcome(epoch: 1)) { stream in
                await stream.send(Stream.table(), Stream.key(2), Stream.key(3), Stream.key(4))
                try await stream.expectOutput([0, 1, 2, 3, 4])
            }
        },
        Case("again/missed", "Rules for a viewer", "A viewer goes on behind what it has missed while it was away.") {
            trial in
            try await lose(trial, then: Welcome(epoch: 1)) { stream in
                await stream.send(Stream.table(), Stream.key(50), Stream.key(51))
                try await stream.expectOutput([0, 1, 2, 3, 50, 51])
            }
        },
        Case("again/gap", "Rules for a viewer", "Of a gap, the part that the viewer has is dropped.") { trial in
            try await lose(trial, then: Welcome(epoch: 1)) { stream in
                await stream.send(Stream.table(), Stream.key(1), Wire.gap(first: 2, count: 4), Stream.key(6))
                try await stream.expectOutput([0, 1, 2, 3, 6])
            }
        },
        Case("again/known-gap", "Rules for a viewer", "A gap that the viewer knows wholly is dropped.") { trial in
            try await lose(trial, then: Welcome(epoch: 1)) { stream in
                await stream.send(Stream.table(), Wire.gap(first: 0, count: 2), Stream.key(2), Stream.key(3))
                await stream.send(Stream.key(4))
                try await stream.expectOutput([0, 1, 2, 3, 4])
            }
        },
        Case("again/older-epoch", "Rules for a viewer", "Frames of earlier epochs that come again are dropped, too.") {
            trial in
            try await lose(trial, epoch: 2, then: Welcome(epoch: 2)) { stream in
                await stream.send(Stream.table(), Stream.key(7, mark: 900), Stream.table(epoch: 2))
                for number in 0..<5 as Range<UInt64> { await stream.send(Stream.key(number, epoch: 2)) }
                try await stream.expectOutput([0, 1, 2, 3, 4])
            }
        },
        Case("again/next-epoch", "Epochs", "With the same stream instance, a later epoch is new.") { trial in
            try await lose(trial, then: Welcome(epoch: 2)) { stream in
                await stream.send(Stream.table(epoch: 2), Stream.key(0, epoch: 2, mark: 100))
                try await stream.expectOutput([0, 1, 2, 3, 100])
            }
        },
        Case("again/other-instance", "Epochs", "With another stream instance, epochs and numbers mean something else.")
        { trial in
            try await lose(trial, epoch: 9, then: Welcome(epoch: 1, streamInstance: 5)) { stream in
                await stream.send(Stream.table(), Stream.key(0, mark: 100), Stream.key(1, mark: 101))
                try await stream.expectOutput([0, 1, 2, 3, 100, 101])
            }
        },
        Case("again/twice", "Rules for a viewer", "What comes again is dropped after every lost connection.") { trial in
            try await lose(trial, then: Welcome(epoch: 1)) { stream in
                await stream.send(Stream.table(), Stream.key(3), Stream.key(4))
                try await stream.peer.expectAlive()
                let third = try await comeBack(stream, Welcome(epoch: 1))
                await third.send(Stream.table(), Stream.key(3), Stream.key(4), Stream.key(5))
                try await third.expectOutput([0, 1, 2, 3, 4, 5])
            }
        },
    ]

    /// Sends the frames 0 to 3, and loses the connection.
    private static func lose(
        _ trial: ClientTrial,
        epoch: UInt32 = 1,
        then welcome: Welcome,
        _ body: (Stream) async throws -> Void
    ) async throws {
        try trial.requireReconnection()
        let stream = try await Stream.begin(trial, Welcome(epoch: epoch))
        await stream.send(Stream.table(epoch: epoch))
        for number in 0..<4 as Range<UInt64> { await stream.send(Stream.key(number, epoch: epoch)) }
        try await stream.peer.expectAlive()
        try await body(comeBack(stream, welcome))
    }

    private static func comeBack(_ stream: Stream, _ welcome: Welcome) async throws -> Stream {
        await stream.send(Wire.ending(.error, code: 0x0401, flags: 1, retryAfter: 20))
        await stream.peer.finishSending()
        try await stream.peer.expectGone()
        await stream.peer.close()
        return try await Stream.begin(stream.trial, welcome)
    }
}
