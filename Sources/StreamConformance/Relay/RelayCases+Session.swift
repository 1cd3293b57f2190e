import Platform

extension RelayCases {
    static let session: [Case] = [
        Case("session/document", "A session", "The relay sends the bytes that the document shows.") { trial in
            let peer = try await trial.join(.publish, instance: publisherInstance)
            guard let welcome = peer.welcome, welcome.epoch == 1, welcome.state == 0 else {
                throw Finding("The welcome of a new stream has not the epoch 1 and the state waiting.")
            }
            await peer.send(documentTable)
            guard try ViewerCountFields(await peer.expect(.viewerCount)).viewers == 0 else {
                throw Finding("The first viewer count is not 0.")
            }
            try await peer.expectAlive()
            await peer.send(Wire.clockOffset(-120_030, errorBound: 151))
            let first = frame(0, flags: 1, presented: 0, firstPicture)
            await peer.send(first.bytes)
            try await peer.expectAlive()
            let viewer = try await trial.viewer(kinds: 1)
            guard try await viewer.expect(.tracks).bytes == documentTable else {
                throw Finding("The table came with other bytes.")
            }
            try await viewer.expectClockOffset(-120_030, errorBound: 151...5000)
            try await viewer.expectFrame(first)
            try await TestPublisher(peer, epoch: 1).expectCount(1)
            let second = frame(2, flags: 0, presented: 160_000, [0, 0, 0, 1, 0x41, 0x9A, 0x20, 0x2B, 0xD4])
            await peer.send(second.bytes)
            let gap = try await viewer.expect(.gap)
            guard gap.bytes == Wire.gap(first: 1, count: 1) else { throw Finding("The gap came with other bytes.") }
            try await viewer.expectFrame(second)
            await peer.send(Wire.ending(.goodbye, code: 1))
            await peer.finishSending()
            try await viewer.peer.expectEnding("end-of-stream")
            try await peer.expectClose()
        }
    ]

    private static let publisherInstance: [UInt8] = [
        0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF,
    ]
    private static let documentTable: [UInt8] = [
        0x00, 0x00, 0x00, 0x20, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00,
        0x01, 0x00, 0x48, 0x32, 0x36, 0x34, 0x00, 0x00, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x01, 0x00, 0x04,
        0x00, 0x10, 0x00, 0x10,
    ]
    private static let firstPicture: [UInt8] = [
        0x00, 0x00, 0x00, 0x01, 0x67, 0x42, 0xC0, 0x0A, 0xDA, 0x7B, 0x01, 0x10, 0x00, 0x00, 0x03, 0x00, 0x10, 0x00,
        0x00, 0x03, 0x03, 0x20, 0xF1, 0x22, 0x6A, 0x00, 0x00, 0x00, 0x01, 0x68, 0xCE, 0x0F, 0x2C, 0x80, 0x00, 0x00,
        0x00, 0x01, 0x65, 0x88, 0x84, 0x0B, 0xF1, 0x18, 0xA0, 0x00, 0x24, 0x73, 0x1C, 0x00, 0x04, 0x43, 0x63, 0x80,
        0x00, 0x9A, 0xD6,
    ]

    private static func frame(_ number: UInt64, flags: UInt16, presented: Int64, _ payload: [UInt8]) -> FrameFields {
        FrameFields(
            number,
            flags: flags,
            decodeTime: presented,
            presentationTime: presented,
            captureTime: 0x0006_60E5_DD43_9240,
            payload: payload
        )
    }
}
