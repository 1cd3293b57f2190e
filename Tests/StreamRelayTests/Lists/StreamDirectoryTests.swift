import NIOCore
import StreamProtocol
import TestSupport
import Testing

@testable import StreamRelay

@Suite struct StreamDirectoryTests {
    /// What a client of the role list knows.
    private struct Client {
        var cursor: ListCursor
        var known: [StreamName: StreamList.Entry] = [:]

        init(_ folder: StreamName = .empty, visibleBy patterns: [StreamPattern] = [.all]) {
            cursor = ListCursor(folder, visibleBy: patterns)
        }

        /// Reads until it knows everything.
        mutating func read(_ directory: StreamDirectory, atMost limit: Int = 1_000) -> [StreamList] {
            var messages: [StreamList] = []
            while !cursor.isCurrent(in: directory) {
                guard let message = cursor.next(in: directory, atMost: limit).message else { continue }
                messages.append(message)
                take(message)
            }
            return messages
        }

        mutating func take(_ message: StreamList) {
            if message.isNew { known = [:] }
            for entry in message.entries { known[entry.name] = entry.state == .gone ? nil : entry }
        }
    }

    private func entry(_ name: String, _ state: StreamState = .live) throws -> StreamList.Entry {
        StreamList.Entry(name: try StreamName(name), state: state, kinds: TrackKinds(.video))
    }

    private func gone(_ name: String) throws -> StreamList.Entry {
        StreamList.Entry(name: try StreamName(name), state: .gone, kinds: [])
    }

    private func changes(_ entries: StreamList.Entry...) -> StreamList {
        StreamList(isNew: false, hasMore: false, entries: entries)
    }

    @Test func `a client gets the whole list, and then the changes`() throws {
        var (directory, client) = (StreamDirectory(), Client())
        let empty = client.read(directory)
        #expect(empty == [StreamList(isNew: true, hasMore: false, entries: [])])
        directory.update([try entry("a"), try entry("b", .waiting)])
        let first = client.read(directory)
        #expect(first == [changes(try entry("a"), try entry("b", .waiting))])
        directory.update([try entry("b", .waiting), try entry("a")])
        #expect(client.cursor.isCurrent(in: directory), "nothing has changed")
        directory.update([try entry("b")])
        directory.update([try entry("b", .interrupted)])
        let change = client.read(directory)
        #expect(change == [changes(try gone("a"), try entry("b", .interrupted))])
    }

    @Test func `a new list has no streams that are gone`() throws {
        var (directory, client) = (StreamDirectory(), Client())
        directory.update([try entry("a"), try entry("b")])
        directory.update([try entry("b")])
        let list = client.read(directory)
        #expect(list == [StreamList(isNew: true, hasMore: false, entries: [try entry("b")])])
        directory.update([try entry("a"), try entry("b")])
        let back = client.read(directory)
        #expect(back == [changes(try entry("a"))])
    }

    @Test func `a long list is sent in messages that are no longer than may be`() throws {
        var (directory, client) = (StreamDirectory(), Client())
        let entries = try (0..<400).map { try entry(String(repeating: "n", count: 100) + "\($0)") }
        directory.update(entries)
        let messages = client.read(directory)
        #expect(messages.count > 9)
        #expect(messages.map(\.isNew) == [true] + messages.dropFirst().map { _ in false })
        #expect(messages.map(\.hasMore) == messages.dropLast().map { _ in true } + [false])
        #expect(messages.flatMap(\.entries) == entries)
        for message in messages {
            #expect(ProtocolMessage.streams(message).encoded().readableBytes <= 8 + ProtocolLimits.controlLength)
        }
    }

    @Test func `a client that was not told of what is forgotten begins again`() throws {
        var (directory, client) = (StreamDirectory(), Client())
        directory.update(try (0..<StreamDirectory.maximumGone + 500).map { try entry("s\($0)") })
        _ = client.read(directory)
        directory.update([])
        #expect(directory.forgotten > 0)
        let list = client.read(directory)
        #expect(list == [StreamList(isNew: true, hasMore: false, entries: [])])
        #expect(client.known.isEmpty)
    }

    @Test func `a client sees its folder, as far as its token allows`() throws {
        var directory = StreamDirectory()
        directory.update(try ["studio", "studio/a", "studio/b/c", "studios/d", "x"].map { try entry($0) })
        func names(_ client: Client) -> [String] { client.known.keys.map(\.description).sorted() }
        var folder = Client(try StreamName("studio"))
        _ = folder.read(directory)
        #expect(names(folder) == ["studio/a", "studio/b/c"])
        var limited = Client(visibleBy: [try StreamPattern("studio/*"), try StreamPattern("x")])
        _ = limited.read(directory, atMost: 1)
        #expect(names(limited) == ["studio/a", "studio/b/c", "x"])
        limited.cursor.apply([try StreamPattern("studios/*")])
        let list = limited.read(directory)
        #expect(list == [StreamList(isNew: true, hasMore: false, entries: [try entry("studios/d")])])
        limited.cursor.apply([try StreamPattern("studios/*")])
        #expect(limited.cursor.isCurrent(in: directory), "the same patterns change nothing")
    }

    /// Streams that come and go at random, and clients that read a little at a time.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `the updates of a client add up to the list of streams`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var directory = StreamDirectory()
        let patterns = [[StreamPattern.all], [try StreamPattern("s*0"), try StreamPattern("s*5")]]
        var clients = patterns.map { Client(visibleBy: $0) }
        var present: [StreamName: StreamList.Entry] = [:]
        for _ in 0..<3_000 {
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let name = try StreamName("s\(Int.random(in: 0..<2_000, using: &random))")
                let state = [StreamState.live, .interrupted, .waiting].randomElement(using: &random) ?? .live
                let entry = StreamList.Entry(name: name, state: state, kinds: [])
                present[name] = Bool.random(using: &random) ? entry : nil
            }
            if Int.random(in: 0..<200, using: &random) == 0 { present = [:] }
            directory.update(Array(present.values))
            for index in clients.indices where Bool.random(using: &random) {
                let limit = Int.random(in: 1...20, using: &random)
                if let message = clients[index].cursor.next(in: directory, atMost: limit).message {
                    clients[index].take(message)
                }
            }
        }
        for (index, patterns) in patterns.enumerated() {
            _ = clients[index].read(directory)
            let visible = present.filter { name, _ in patterns.contains { $0.matches(name) } }
            #expect(clients[index].known == visible)
        }
        #expect(directory.forgotten > 0)
    }
}
