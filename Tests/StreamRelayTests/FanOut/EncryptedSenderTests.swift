import NIOCore
import Platform
import Testing

@testable import StreamRelay

/// Makes records of a length, a number and the bytes in another form.
private final class FakeEncryptor: EncryptingHandler {
    static let header = 5

    var ownRecordsWritten: (() -> Void)?
    /// How many more records it makes; `nil` for any number.
    var left: Int?
    private(set) var written: [ByteBuffer] = []
    private var number: UInt8 = 0

    func encrypt(_ bytes: UnsafeRawBufferPointer, to records: UnsafeMutableRawBufferPointer) -> Int {
        guard left != 0 else { return 0 }
        left? -= 1
        var record = ByteBuffer()
        record.writeInteger(UInt32(bytes.count))
        record.writeInteger(number)
        record.writeBytes(bytes.map { $0 ^ 0x55 })
        number += 1
        record.withUnsafeReadableBytes { records.copyMemory(from: $0) }
        return record.readableBytes
    }

    func writeRecords(_ records: ByteBuffer) { written.append(records) }

    /// What whole records hold.
    static func open(_ records: [UInt8]) -> [UInt8]? {
        var (rest, bytes, number) = (ByteBuffer(bytes: records), [UInt8](), UInt8(0))
        while rest.readableBytes > 0 {
            guard let length = rest.readInteger(as: UInt32.self), rest.readInteger(as: UInt8.self) == number,
                let held = rest.readBytes(length: Int(length))
            else { return nil }
            bytes += held.map { $0 ^ 0x55 }
            number += 1
        }
        return bytes
    }
}

@Suite struct EncryptedSenderTests {
    private let sender = EncryptedSender()
    private let encryptor = FakeEncryptor()

    private static func message(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 / 3) } }

    /// Two connected sockets, closed at the end.
    private func withSocketPair(_ body: (CInt, CInt) throws -> Void) throws {
        var pair: [CInt] = [0, 0]
        try #require(socketpair(AF_UNIX, SocketKind.stream, 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        try body(pair[0], pair[1])
    }

    private func send(_ message: [UInt8], to socket: CInt) -> [Shortfall] {
        var shortfalls: [Shortfall] = []
        message.withUnsafeBytes {
            sender.send($0, to: [socket], shortfalls: &shortfalls) { _ in encryptor }
        }
        return shortfalls
    }

    private static func received(from socket: CInt) -> [UInt8] {
        var (all, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = recv(socket, &part, part.count, CInt(MSG_DONTWAIT))
            guard count > 0 else { return all }
            all += part.prefix(count)
        }
    }

    @Test(arguments: [1, 5_000, EncryptedSender.pieceLength, EncryptedSender.pieceLength + 1])
    func `a socket that takes the records gets the message whole`(count: Int) throws {
        try withSocketPair { near, far in
            let message = Self.message(count)
            #expect(send(message, to: near).isEmpty)
            #expect(FakeEncryptor.open(Self.received(from: far)) == message)
        }
    }

    @Test func `what a socket does not take of its records is kept, and nothing more is encrypted`() throws {
        try withSocketPair { near, far in
            let message = Self.message(4 << 20)
            let shortfall = try #require(send(message, to: near).first)
            let rest = try #require(shortfall.records)
            #expect(shortfall.sent < message.count && shortfall.sent % EncryptedSender.pieceLength == 0)
            let records = Self.received(from: far) + Array(rest.readableBytesView)
            #expect(FakeEncryptor.open(records) == Array(message.prefix(shortfall.sent)))
        }
    }

    @Test func `a connection that takes no bytes any more says so`() throws {
        try withSocketPair { near, far in
            encryptor.left = 1
            let message = Self.message(EncryptedSender.pieceLength * 2)
            #expect(send(message, to: near) == [Shortfall(index: 0, sent: EncryptedSender.pieceLength)])
            #expect(FakeEncryptor.open(Self.received(from: far)) == Array(message.prefix(EncryptedSender.pieceLength)))
        }
    }

    @Test func `a viewer whose socket is full leaves its lane with the rest of its records`() throws {
        try withSocketPair { near, far in
            let bench = try LaneBench()
            let viewer = FakeViewer(near, encryptor: encryptor)
            #expect(bench.enter(viewer, nil, LaneKind(carrier: .tls, isEncrypted: true)))
            var messages: [UInt8] = []
            var exits: [LaneExit<FakeViewer>] = []
            while exits.isEmpty {
                messages += try bench.append(size: 10_000)
                exits = bench.deliver()
            }
            let exit = try #require(exits.first)
            #expect(exit.remainder.isEmpty, "the message was encrypted whole")
            let rest = try #require(exit.records)
            #expect(FakeEncryptor.open(Self.received(from: far) + Array(rest.readableBytesView)) == messages)
            #expect(exit.delivered == TransferCount(frames: messages.count / (10_000 + 48), bytes: messages.count))
            var cursor = exit.cursor
            #expect(cursor.drain(bench.log).isEmpty)
            #expect(bench.writer.walks.isEmpty, "nothing goes out in clear text")
        }
    }

    @Test func `a message that is longer than a piece is encrypted as far as the socket takes it`() throws {
        try withSocketPair { near, far in
            let bench = try LaneBench()
            let viewer = FakeViewer(near, encryptor: encryptor)
            #expect(bench.enter(viewer, nil, LaneKind(carrier: .tls, isEncrypted: true)))
            let message = try bench.append(size: 4 << 20)
            let exit = try #require(bench.deliver().first)
            let rest = try #require(exit.records)
            let encrypted = FakeEncryptor.open(Self.received(from: far) + Array(rest.readableBytesView))
            #expect(try #require(encrypted) + exit.remainderBytes == message)
            #expect(exit.delivered == TransferCount(frames: 1, bytes: message.count))
            var cursor = exit.cursor
            #expect(cursor.drain(bench.log).isEmpty)
        }
    }

    @Test func `viewers with TLS and without do not share a lane`() throws {
        let bench = try LaneBench()
        let viewers = [FakeViewer(1, encryptor: encryptor), FakeViewer(2)]
        #expect(bench.enter(viewers[0], nil, LaneKind(carrier: .http, isEncrypted: true)))
        #expect(bench.enter(viewers[1], nil, LaneKind(carrier: .http)))
        #expect(viewers[0].lanePosition?.lane != viewers[1].lanePosition?.lane)
    }
}
