extension PublisherCases {
    static let tracks: [Case] = [
        Case(
            "publisher/table-first",
            "Rules for a publisher",
            "A publisher sends a table with the epoch of the welcome, then frames."
        ) { trial in
            let ingest = try await TestIngest.begin(trial, Welcome(epoch: 7, state: 0))
            try await ingest.frames(3)
            let first = ingest.account.types.first { $0 == .tracks || $0 == .frame || $0 == .gap }
            guard first == .tracks else {
                throw Finding("The first message of the stream is '\(first?.description ?? "none")'.")
            }
        },
        Case("publisher/epoch-largest", "Epochs", "The epoch of the welcome may be any number.") { trial in
            let ingest = try await TestIngest.begin(trial, Welcome(epoch: .max - 1, state: 2))
            try await ingest.frames(2)
        },
        Case(
            "publisher/welcome-extremes",
            "Welcome",
            "Numbers of a welcome may be the largest, and unknown states are no error."
        ) { trial in
            let welcome = Welcome(
                epoch: 1,
                streamInstance: .max,
                maximumFrameLength: .max,
                pingInterval: .max,
                maximumLatency: .max,
                state: 77
            )
            let ingest = try await TestIngest.begin(trial, welcome)
            try await ingest.frames(2)
        },
        Case(
            "publisher/again",
            "Epochs",
            "A publisher that comes back sends the epoch of its new welcome, and numbers from 0.",
            deadline: .seconds(40)
        ) { trial in
            let first = try await TestIngest.begin(trial, Welcome(epoch: 3, state: 0))
            try await first.frames(5)
            let second = try await first.again(Welcome(epoch: 9, state: 2))
            guard first.hello.instance == second.hello.instance else {
                throw Finding("The instance has changed.", Clause("Rules for a publisher"))
            }
            try await second.frames(3, within: .seconds(15))
            let number = second.account.frames[0].sequence
            guard number == 0 || second.account.unnamed == 0 else {
                throw Finding("The first frame has the number \(number).", Clause("Epochs"))
            }
        },
        Case(
            "publisher/again-other-instance",
            "Reconnecting",
            "A publisher publishes to a relay that has begun anew.",
            deadline: .seconds(40)
        ) { trial in
            let first = try await TestIngest.begin(trial, Welcome(epoch: 30, state: 0))
            try await first.frames(2)
            let second = try await first.again(Welcome(epoch: 1, streamInstance: 9, state: 0))
            try await second.frames(3, within: .seconds(15))
        },
        Case("publisher/keeps-table", "Tracks", "A publisher sends tables when they change, and not all the time.") {
            trial in
            let ingest = try await TestIngest.begin(trial)
            try await ingest.frames(2)
            let tables = ingest.account.tables
            try await ingest.read(for: .seconds(3))
            guard ingest.account.tables <= tables + 2 else {
                throw Finding("\(ingest.account.tables - tables) tables came in 3 s.", Clause("Limits"))
            }
        },
    ]

    static let frames: [Case] = [
        Case(
            "frame/account",
            "Rules for a publisher",
            "The frames of a track are numbered from 0 on, in one epoch and without holes.",
            deadline: .seconds(40)
        ) { trial in
            let ingest = try await TestIngest.begin(trial)
            try await ingest.frames(100, within: .seconds(20))
            let account = ingest.account
            guard account.frames.contains(where: { $0.sequence == 0 }) || !account.gaps.isEmpty else {
                throw Finding("The first number is not 0.")
            }
            guard account.unnamed == 0 else {
                throw NotApplicable("The publisher leaves out frames and names none; a relay does.")
            }
        },
        Case("frame/start", "Frame", "Start frames are flagged, and have their parameter sets.", deadline: .seconds(40))
        { trial in
            let ingest = try await TestIngest.begin(trial)
            let start = FrameFields.randomAccess | FrameFields.gradual
            for _ in 0..<20 {
                try await ingest.frames(25)
                if ingest.account.frames.dropFirst().contains(where: { $0.flags & start != 0 && $0.sequence > 0 }) {
                    return
                }
            }
            throw NotApplicable("The stream has one start frame in 500 frames.")
        },
        Case(
            "frame/times",
            "Frame",
            "Decode times follow the clock in which the frames were made.",
            deadline: .seconds(40)
        ) { trial in
            let ingest = try await TestIngest.begin(trial)
            try await ingest.frames(10)
            let began = ContinuousClock().now
            let first = ingest.account.frames.count
            try await ingest.read(for: .seconds(4))
            let passed = ContinuousClock().now - began
            let track = ingest.account.frames[first...].first?.track
            let frames = ingest.account.frames[first...].filter {
                $0.track == track && $0.flags & FrameFields.discontinuity == 0
            }
            guard let a = frames.first, let b = frames.last, frames.count > 10 else {
                throw NotApplicable("Too few frames came.")
            }
            let counted = Duration.microseconds(b.decodeTime &- a.decodeTime)
            guard counted > passed / 2, counted < passed * 2 else {
                throw Finding("The decode times of \(passed) go on by \(counted).")
            }
        },
        Case(
            "frame/limit",
            "Welcome",
            "A publisher sends no frame that is longer than the welcome says.",
            deadline: .seconds(40)
        ) { trial in
            try trial.requireStart()
            // A first run tells how long the frames are.
            let ingest = try await TestIngest.begin(trial)
            try await ingest.frames(30)
            let lengths = ingest.account.lengths.sorted()
            let limit = UInt32(lengths[lengths.count / 2]) &- 1
            guard (1...UInt32.max - 1).contains(limit) else { throw NotApplicable("The frames are too short.") }
            let second = try await ingest.again(Welcome(epoch: 2, maximumFrameLength: limit, state: 2))
            // The account and the reader of messages refuse longer frames.
            do {
                try await second.read(for: .seconds(3))
                try await second.peer.expectAlive()
            } catch let finding as Finding {
                // A publisher may end instead, and comes to the end of its film where it leaves out all frames.
                guard finding.message.hasPrefix("The connection ended") else { throw finding }
            }
        },
        Case("frame/limit-0", "Welcome", "A publisher sends no frame if the maximum frame length is 0.") { trial in
            try trial.requireStart()
            let ingest = try await TestIngest.begin(trial, Welcome(epoch: 1, maximumFrameLength: 0, state: 0))
            do {
                try await ingest.read(for: .seconds(1))
            } catch let finding as Finding {
                // A publisher may end instead.
                guard finding.message.hasPrefix("The connection ended") else { throw finding }
            }
            guard ingest.account.lengths.allSatisfy({ $0 == 0 }) else { throw Finding("A frame came.") }
        },
    ]
}
