extension RelayCases {
    static let lists: [Case] = [
        Case("list/changes", "Streams", "The list has the streams of a folder, and each change of them.") { trial in
            try await trial.require(.list)
            let folder = trial.stream
            let waiting = try await trial.viewer(folder + "/waiting")
            // Not in the folder: the folder's own name, and one that only begins like it.
            _ = try await trial.viewer(folder)
            _ = try await trial.viewer(folder + "x/y")
            let peer = try await trial.join(.list, folder)
            let welcome = peer.welcome
            guard welcome?.epoch == 0, welcome?.streamInstance == 0, welcome?.maximumLatency == 0, welcome?.state == 0
            else { throw Finding("Epoch, instance, maximum latency and state of the welcome are not all 0.") }
            let list = StreamListAccount(peer)
            try await list.begin()
            try await list.expect(folder + "/waiting", state: 0, kinds: 0)
            guard await list.names == [folder + "/waiting"] else { throw Finding("The list has other streams too.") }
            let publisher = try await trial.publisher(both, name: folder + "/a/b")
            try await list.expect(folder + "/a/b", state: 1, kinds: 3)
            await publisher.tracks([both[0]])
            try await list.expect(folder + "/a/b", state: 1, kinds: 1)
            await waiting.peer.close()
            try await list.expect(folder + "/waiting", state: 255)
            try await publisher.endStream()
            try await list.expect(folder + "/a/b", state: 255)
        },
        Case("list/interrupted", "Streams", "A stream that has lost its publisher is in the list as interrupted.") {
            trial in
            try await trial.require(.list)
            let publisher = try await trial.publisher(name: trial.stream + "/s")
            _ = try await trial.viewer(trial.stream + "/s")
            let list = StreamListAccount(try await trial.join(.list, trial.stream))
            try await list.begin()
            try await list.expect(trial.stream + "/s", state: 1, kinds: 1)
            await publisher.peer.close()
            try await list.expect(trial.stream + "/s", state: 2)
        },
        Case("list/all", "Streams", "Without a name, the relay lists all streams.") { trial in
            try await trial.require(.list)
            _ = try await trial.publisher()
            let list = StreamListAccount(try await trial.join(.list))
            try await list.begin()
            try await list.expect(trial.stream, state: 1, kinds: 1)
            await list.peer.send(Wire.ending(.goodbye, code: 0))
            try await list.peer.expectClose()
        },
        Case("list/empty", "Streams", "The first message has the flag new list, also without streams.") { trial in
            try await trial.require(.list)
            let list = StreamListAccount(try await trial.join(.list, trial.stream))
            try await list.begin()
            guard await list.names.isEmpty else { throw Finding("The list of an unused folder has streams.") }
        },
        Case("list/many", "Streams", "A list of many streams is whole when no more follows.") { trial in
            try await trial.require(.list)
            let folder = trial.stream + "/" + String(repeating: "n", count: 200)
            // More than one message holds.
            let numbers = 100..<125
            var viewers: [TestViewer] = []
            for number in numbers {
                viewers.append(try await trial.viewer(folder + "/\(number)"))
                // Many handshakes may take seconds, in which those that are there answer pings.
                for viewer in viewers { try await viewer.expectSilence(.zero) }
            }
            let list = StreamListAccount(try await trial.join(.list, trial.stream))
            try await list.begin()
            // What the relay has collected and not sent yet may come as a change.
            for number in numbers { try await list.expect(folder + "/\(number)", state: 0) }
        },
    ]
}

/// What a client of the role list knows.
actor StreamListAccount {
    nonisolated let peer: Peer
    private var entries: [String: StreamsFields.Entry] = [:]

    init(_ peer: Peer) { self.peer = peer }

    var names: [String] { entries.keys.sorted() }

    /// Reads the whole list.
    func begin() async throws {
        var isFirst = true
        while true {
            let message = try StreamsFields(await peer.expect(.streams))
            // The relay may begin the list again at any time.
            guard message.isNewList || !isFirst else {
                throw Finding("The first message of the list has not the flag new list.")
            }
            isFirst = false
            enter(message)
            if !message.moreFollows { return }
        }
    }

    /// Reads changes until a stream has this state.
    func expect(_ name: String, state: UInt8, kinds: UInt8? = nil) async throws {
        let deadline = ContinuousClock().now + Peer.patience
        while !has(name, state, kinds) {
            guard let message = try await peer.pollMessage(max(.zero, deadline - ContinuousClock().now)) else {
                let known = entries[name].map { "state \($0.state), kinds \($0.kinds)" } ?? "not in the list"
                throw Finding("The stream \(name) is \(known), and state \(state) was expected.")
            }
            guard message.type == .streams else { throw Finding("\(Peer.words(for: message)) came.") }
            enter(try StreamsFields(message))
        }
    }

    private func has(_ name: String, _ state: UInt8, _ kinds: UInt8?) -> Bool {
        guard let entry = entries[name] else { return state == 255 }
        return entry.state == state && (kinds == nil || entry.kinds == kinds)
    }

    private func enter(_ message: StreamsFields) {
        if message.isNewList { entries = [:] }
        for entry in message.entries { entries[entry.name] = entry.state == 255 ? nil : entry }
    }
}
