extension RelayCases {
    static let hello: [Case] = [
        Case("hello/names", "Hello", "The relay allows every name of the form that the document gives.") { trial in
            let names = ["A", "a-b_c.d~e", "0/1/2", "...", "x/.y/..z", String(repeating: "n", count: 255)]
            for name in names {
                let name = name.count == 255 ? name : "\(trial.stream)/\(name)"
                _ = try await trial.join(.subscribe, name)
            }
        },
        Case("hello/not-names", "Hello", "The relay answers any other name with invalid-stream-name.") { trial in
            for name in ["a:b", "a%20", "a\u{0}", "é", "a@b", "a/./b", "a/..", "/", "a\\b", "a?b", "a+b"] {
                let peer = try await trial.connect()
                await peer.send(Wire.preface, Wire.hello(.subscribe, name))
                try await peer.expectEnding("invalid-stream-name")
            }
        },
        Case("hello/case", "Hello", "Upper and lower case of a name differ.") { trial in
            let publisher = try await trial.publisher(name: trial.stream + "/a")
            await publisher.frame(0)
            let peer = try await trial.open(.subscribe, trial.stream + "/A", options: [Wire.option(6)])
            try await peer.expectEnding("stream-not-found")
        },
        Case("hello/roles", "Hello", "The relay answers every role that is not listed with role-not-served.") { trial in
            for role: UInt8 in [0, 5, 6, 127, 128, 255] {
                let peer = try await trial.connect()
                await peer.send(Wire.preface, Wire.hello(role: role, name: Array(trial.stream.utf8)))
                try await peer.expectEnding("role-not-served")
            }
        },
        Case("hello/reserved", "Conventions", "The relay ignores reserved bytes and flags of a hello.") { trial in
            let peer = try await trial.connect()
            let hello = Wire.hello(
                role: 2,
                name: Array(trial.stream.utf8),
                reserved: [0xFF, 0xFF],
                options: trial.options(.subscribe)
            )
            await peer.send(Wire.preface, Array(hello[..<6]), [0xFF, 0xFF], Array(hello[8...]))
            try await peer.expectWelcome()
        },
        Case(
            "hello/pipelined",
            "Rules for a relay",
            "The relay reads what comes while it decides on the hello when it has decided."
        ) { trial in
            let peer = try await trial.connect()
            trial.publishes(trial.stream)
            let frame = FrameFields(0)
            await peer.send(
                Wire.preface,
                Wire.hello(.publish, trial.stream, options: trial.options(.publish)),
                Wire.tracks(epoch: 1, [Wire.track(0)]),
                frame.bytes
            )
            let welcome = try await peer.expectWelcome()
            guard welcome.epoch == 1 else { throw Finding("The first epoch is \(welcome.epoch).") }
            try await peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectFrame(frame)
        },
        Case("hello/second", "Rules for a relay", "A second hello is answered with unexpected-message.") { trial in
            for role in [Role.publish, .subscribe] {
                let peer = try await trial.join(role)
                await peer.send(Wire.header(.hello, length: 40))
                try await peer.expectEnding("unexpected-message")
            }
        },
        Case("hello/does-not-wait", "Hello", "A viewer that does not wait gets stream-not-found without a publisher.") {
            trial in
            let waiting = try await trial.viewer()
            let peer = try await trial.open(.subscribe, options: [Wire.option(6)])
            try await peer.expectEnding("stream-not-found")
            let publisher = try await trial.join(.publish)
            _ = try await trial.join(.subscribe, options: [Wire.option(6)])
            try await waiting.expectSilence()
            await publisher.close()
            try await waiting.expectState(2)
            let late = try await trial.open(.subscribe, options: [Wire.option(6)])
            try await late.expectEnding("stream-not-found")
        },
        Case("hello/maximum-latency", "Hello", "The relay grants the bound that a viewer asks for, or less.") { trial in
            let own = try await trial.join(.subscribe).welcome?.maximumLatency ?? 0
            for asked in [own / 2, own, own &+ 1, UInt32.max] where asked >= 1000 {
                let peer = try await trial.join(.subscribe, options: [Wire.option(4, Wire.integer(asked))])
                let granted = peer.welcome?.maximumLatency ?? 0
                guard granted <= asked, granted > 0 else {
                    throw Finding("The relay grants \(granted) ms where \(asked) ms are asked for.")
                }
            }
            let small = try await trial.join(.subscribe, options: [Wire.option(4, Wire.integer(UInt32(0)))])
            guard small.welcome?.maximumLatency ?? own <= own else {
                throw Finding("The relay grants more to a viewer that asks for 0 ms than to one that does not ask.")
            }
        },
        Case("hello/options-of-others", "Hello", "Options of a viewer have no meaning for a publisher.") { trial in
            let options = [
                Wire.option(3, [2]), Wire.option(4, Wire.integer(UInt32(1))), Wire.option(5, [0]), Wire.option(6),
                Wire.option(7, Wire.integer(UInt32(9))), Wire.option(8, Wire.integer(UInt32(9))), Wire.option(9),
            ]
            let peer = try await trial.join(.publish, options: options)
            guard peer.welcome?.historyGranted == nil else { throw Finding("A publisher gets a history.") }
            await peer.send(Wire.tracks(epoch: 1, [Wire.track(0)]))
            try await peer.expectAlive()
        },
        Case("hello/batch", "Hello", "A relay that may gather frames for a while does not keep them for longer.") {
            trial in
            let publisher = try await trial.publisher()
            let frames = [await publisher.frame(0), await publisher.frame(1), await publisher.frame(2)]
            try await publisher.peer.expectAlive()
            for batch: UInt32 in [0, 50, 400] {
                let viewer = try await trial.viewer(options: [Wire.option(7, Wire.integer(batch))])
                try await viewer.expectTracks()
                try await viewer.expectFrame(frames[2])
            }
        },
    ]
}
