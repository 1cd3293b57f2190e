extension RelayCases {
    static let keyFrames: [Case] = [
        Case("key-frame/passes", "Key frame request", "The relay passes a viewer's request on to the publisher.") {
            trial in
            let (publisher, viewer) = try await trial.watched([Wire.track(4), Wire.track(9)])
            try await viewer.expectFrame(await publisher.frame(0, track: 9))
            await viewer.peer.send(Wire.keyFrameRequest(track: 9))
            let request = try KeyFrameRequestFields(
                await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
            )
            guard request.track == 9 else { throw Finding("The request is for track \(request.track), not 9.") }
        },
        Case(
            "key-frame/merged",
            "Key frame request",
            "The relay merges requests for a track that no frame has answered."
        ) {
            trial in
            let (publisher, viewer) = try await trial.watched()
            let other = try await trial.viewer()
            await viewer.peer.send(Wire.keyFrameRequest(track: 0))
            try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
            await other.peer.send(Wire.keyFrameRequest(track: 0))
            await viewer.peer.send(Wire.keyFrameRequest(track: 0))
            try await publisher.peer.expectSilence(.milliseconds(1500), ignoring: [.viewerCount])
        },
        Case("key-frame/again", "Key frame request", "After 2 seconds without a key frame, the next request passes.") {
            trial in
            let (publisher, viewer) = try await trial.watched()
            await viewer.peer.send(Wire.keyFrameRequest(track: 0))
            try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
            try await trial.pass(.milliseconds(2300), publisher, viewer)
            await viewer.peer.send(Wire.keyFrameRequest(track: 0))
            try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
        },
        Case("key-frame/not-kept", "Key frame request", "The relay does not keep a request that comes too early.") {
            trial in
            let (publisher, viewer) = try await trial.watched()
            await viewer.peer.send(Wire.keyFrameRequest(track: 0))
            try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
            try await trial.pass(.milliseconds(1000), publisher, viewer)
            await viewer.peer.send(Wire.keyFrameRequest(track: 0))
            try await trial.pass(.milliseconds(2500), publisher, viewer)
        },
        Case("key-frame/backs-off", "Key frame request", "A viewer that keeps asking is heard after 2, then 4 seconds.")
        {
            trial in
            let (publisher, viewer) = try await trial.watched()
            await viewer.peer.send(Wire.keyFrameRequest(track: 0))
            try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
            try await trial.pass(.milliseconds(2300), publisher, viewer)
            await viewer.peer.send(Wire.keyFrameRequest(track: 0))
            try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
            try await trial.pass(.milliseconds(2700), publisher, viewer)
            await viewer.peer.send(Wire.keyFrameRequest(track: 0))
            try await trial.pass(.milliseconds(1800), publisher, viewer)
            await viewer.peer.send(Wire.keyFrameRequest(track: 0))
            try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
        },
        Case(
            "key-frame/answered",
            "Key frame request",
            "For viewers with pictures, 5 seconds lie between two requests."
        ) {
            trial in
            let (publisher, viewer) = try await trial.watched()
            let other = try await trial.viewer()
            try await other.expectTracks()
            _ = try await other.expect(.frame)
            await viewer.peer.send(Wire.keyFrameRequest(track: 0))
            try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
            let answer = await publisher.frame(1)
            for viewer in [viewer, other] { try await viewer.expectFrame(answer) }
            try await trial.pass(.milliseconds(2500), publisher, viewer, other)
            await other.peer.send(Wire.keyFrameRequest(track: 0))
            try await trial.pass(.milliseconds(3000), publisher, viewer, other)
            await other.peer.send(Wire.keyFrameRequest(track: 0))
            try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
        },
        Case(
            "key-frame/without-picture",
            "Key frame request",
            "For viewers without a picture, 500 ms lie between two requests."
        ) {
            trial in
            let publisher = try await trial.publisher()
            await publisher.frame(0, flags: 0)
            try await publisher.peer.expectAlive()
            let clock = ContinuousClock()
            let began = clock.now
            _ = try await trial.viewer()
            try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
            let asked = clock.now
            // The start frame answers, and the next epoch has none, so that viewers who join have no picture.
            await publisher.frame(1)
            await publisher.tracks([Wire.track(0)], epoch: 2)
            await publisher.frame(0, flags: 0, epoch: 2)
            try await publisher.peer.expectAlive()
            _ = try await trial.viewer()
            while let message = try await publisher.peer.pollMessage(max(.zero, asked + .milliseconds(600) - clock.now))
            {
                guard message.type != .viewerCount else { continue }
                let taken = clock.now - began
                guard taken >= .milliseconds(500) else { throw Finding("A second request came after \(taken).") }
                return
            }
            _ = try await trial.viewer()
            try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
        },
        Case(
            "key-frame/ignored",
            "Key frame request",
            "The relay ignores requests for sound and for kinds not asked for."
        ) {
            trial in
            let publisher = try await trial.publisher(both + [Wire.track(2)])
            await publisher.frame(0)
            await publisher.frame(0, track: 1)
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer(kinds: 2)
            let other = try await trial.viewer()
            await viewer.peer.send(Wire.keyFrameRequest(track: 0), Wire.keyFrameRequest(track: 2))
            await other.peer.send(Wire.keyFrameRequest(track: 1))
            try await viewer.peer.expectAlive()
            try await other.peer.expectAlive()
            try await publisher.peer.expectSilence(ignoring: [.viewerCount])
        },
        Case("key-frame/gradual", "Key frame request", "A gradual frame answers a request, too.") { trial in
            let (publisher, viewer) = try await trial.watched()
            await viewer.peer.send(Wire.keyFrameRequest(track: 0))
            try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
            try await viewer.expectFrame(await publisher.frame(1, flags: FrameFields.gradual))
            // Without an answer, the next request would pass now.
            try await trial.pass(.milliseconds(2500), publisher, viewer)
            await viewer.peer.send(Wire.keyFrameRequest(track: 0))
            try await trial.pass(.milliseconds(500), publisher, viewer)
        },
    ]

    static let counts: [Case] = [
        Case("viewer-count/first", "Viewer count", "A publisher soon gets the number of viewers, also if it is 0.") {
            trial in
            let peer = try await trial.join(.publish)
            let count = try ViewerCountFields(await peer.expect(.viewerCount)).viewers
            guard count == 0 else { throw Finding("\(count) viewers are counted, and there is none.") }
        },
        Case("viewer-count/changes", "Viewer count", "Further counts come when the number has changed.") { trial in
            let publisher = try await trial.publisher()
            _ = try await publisher.peer.expect(.viewerCount)
            let viewers = [
                try await trial.viewer(), try await trial.viewer(kinds: 0), try await trial.viewer(start: 2),
            ]
            try await publisher.expectCount(3)
            await viewers[1].peer.send(Wire.ending(.goodbye, code: 0))
            await viewers[1].peer.close()
            try await publisher.expectCount(2)
            await viewers[0].peer.reset()
            await viewers[2].peer.reset()
            try await publisher.expectCount(0)
            _ = try await trial.viewer()
            try await publisher.expectCount(1)
        },
        Case(
            "viewer-count/at-once",
            "Viewer count",
            "When a first viewer comes, the relay sends a count at once.",
            isAlone: true
        ) {
            trial in
            let publisher = try await trial.publisher()
            _ = try await publisher.peer.expect(.viewerCount)
            var times: [Duration] = []
            for _ in 0..<5 {
                let viewer = try await trial.viewer()
                let began = ContinuousClock().now
                try await publisher.expectCount(1)
                times.append(ContinuousClock().now - began)
                await viewer.peer.close()
                try await publisher.expectCount(0)
            }
            // One may come at once by chance, where a relay sends counts at fixed times.
            let second = times.sorted()[1]
            guard second < .milliseconds(200) else { throw Finding("Most counts came after \(second) or more.") }
        },
        Case("viewer-count/waiting", "Viewer count", "Viewers that came before the publisher count.") { trial in
            _ = try await trial.viewer()
            _ = try await trial.viewer()
            let peer = try await trial.join(.publish)
            try await TestPublisher(peer, epoch: 1).expectCount(2)
        },
        Case("viewer-count/relay", "Viewer count", "Viewers of relays behind the relay count.") { trial in
            try await trial.require(.relay)
            let publisher = try await trial.publisher()
            let relay = try await trial.join(.relay)
            _ = try await trial.viewer()
            await relay.send(Wire.viewerCount(40))
            try await publisher.expectCount(41)
            await relay.send(Wire.viewerCount(0))
            try await publisher.expectCount(1)
            await relay.send(Wire.viewerCount(7))
            try await publisher.expectCount(8)
            await relay.close()
            try await publisher.expectCount(1)
        },
    ]
}

extension TestPublisher {
    /// A count must come; others may come before it.
    func expectCount(_ viewers: UInt32) async throws {
        var last: UInt32?
        let deadline = ContinuousClock().now + Peer.patience
        while let message = try await peer.pollMessage(max(.zero, deadline - ContinuousClock().now)) {
            guard message.type == .viewerCount else { continue }
            last = try ViewerCountFields(message).viewers
            if last == viewers { return }
        }
        throw Finding(
            "The last count is \(last.map(String.init) ?? "missing"), not \(viewers).",
            Clause("Viewer count")
        )
    }
}
