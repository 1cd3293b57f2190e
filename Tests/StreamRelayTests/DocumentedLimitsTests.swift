import NIOCore
import StreamProtocol
import TestSupport
import Testing

@testable import StreamRelay

/// `docs/operating.md` and `SECURITY.md` have the figures of the source.
@Suite struct DocumentedLimitsTests {
    private static let operating = "docs/operating.md"
    private static let security = "SECURITY.md"
    private let limits = RelayLimits()

    private func number(_ value: Int) -> String { Documents.number(value) }
    private func bytes(_ count: Int) -> String { Documents.bytes(count) }
    private func time(_ amount: TimeAmount) -> String { Documents.time(amount.nanoseconds) }

    /// The percent of the budget at which a step begins.
    private func percent(_ step: MemoryPressure) -> Int {
        (0...100).first { MemoryPressure(used: $0, limit: 100) == step } ?? -1
    }

    @Test func `the costs of requests are documented`() throws {
        let costs: [(String, Int)] = [
            ("a TLS handshake", WorkCost.tlsHandshake), ("an HTTP request", WorkCost.httpRequest),
            ("a HEAD request for a track", WorkCost.listedStream),
            ("each track of such a stream", WorkCost.listedTrack),
            ("each name that is compared with a pattern", WorkCost.comparedName),
            ("each \(WorkCost.contentBytesPerByte) bytes of its response", 1), ("a join", WorkCost.join),
            ("a ping", WorkCost.ping), ("a key frame request", WorkCost.keyFrameRequest),
            ("any message of a viewer, in addition to its own bytes", WorkCost.message),
        ]
        let rows = costs.map { what, cost in "\(what) | \(number(cost)) | connection" }
        #expect(try Documents.missing(rows, in: Self.operating) == [])
        let clip = "| a clip: each \(WorkCost.clipBytesPerByte) bytes of its frames | 1 | address |"
        let wrapped =
            "| a container's first viewer: each \(WorkCost.wrappedBytesPerByte) bytes that are wrapped | 1 | address |"
        #expect(try Documents.missing([clip, wrapped], in: Self.operating) == [])
        #expect(WorkCost.perMicrosecond == 4, "both documents say so in words")
    }

    @Test func `the limits of networks are documented`() throws {
        let networks: [(String, PeerAddress)] = [
            ("IPv4 address, IPv6 /64 | 1", .ipv4(1)), ("IPv6 /56 | 1.5", .ipv6Prefix(1 << 8, length: 56)),
            ("IPv6 /48 | 2", .ipv6Prefix(1 << 16, length: 48)),
        ]
        let rows = networks.map { what, address in
            let quota = limits.quota(of: address)
            let rate = number(quota.connectionsPerSecond)
            return "| \(what) | \(number(quota.connections)) | \(rate) | \(number(quota.streams)) |"
        }
        #expect(try Documents.missing(rows, in: Self.operating) == [])
    }

    @Test func `the limits of messages and requests are documented`() throws {
        let traffic = (Connection.controlTrafficPerSecond, Connection.controlTrafficBurst)
        let addressTraffic = (PeerAccount.controlTrafficPerSecond, PeerAccount.controlTrafficBurst)
        let parts: [String] = [
            "| \(bytes(traffic.0)) a second, \(bytes(traffic.1)) at once: a hundred times",
            "| \(bytes(addressTraffic.0)) a second, \(bytes(addressTraffic.1)) at once, so that thousands",
            "| unread answers | \(bytes(ControlBacklog.maximumBytes)) |",
            "| \(bytes(ProtocolLimits.helloLength)) for a hello, \(bytes(ProtocolLimits.trackTableLength)) for a track table, ",
            ", \(bytes(ProtocolLimits.controlLength)) for any other |",
            "| \(Publication.retainedPerSecond) a second, \(Publication.retainedBurst) at once |",
            "| one in \(time(KeyFrameRequests.minimumInterval)) while a viewer has no picture, ",
            ", otherwise one in \(time(KeyFrameRequests.intervalWithPicture)) |",
            "| after the first one in \(time(KeyFrameRequestBackoff.shortest)), then in 4 s, ",
            ", and so on up to \(time(KeyFrameRequestBackoff.longest)) |",
            "at most \(ProxyHeaderReader.maximumLineLength) bytes in version 1, ",
            ", and \(bytes(ProxyHeaderReader.maximumBodyLength)) after its length in version 2",
        ]
        #expect(try Documents.missing(parts, in: Self.operating) == [])
    }

    @Test func `the limits of addresses and connections are documented`() throws {
        let parts: [String] = [
            "| \(number(PeerTable.maximumAccounts)); unknown ones",
            "| \(number(PeerTable.maximumLingeringCloses)) at a time; the relay closes the rest",
            "\(PublisherCandidates.maximumCount) per event loop, for at most \(time(limits.publisherHandshake)).",
            "\(PeerAccount.publisherChecksPerSecond) checks of publishers' tokens a second, ",
            ", \(PeerAccount.handshakesPerSecond) TLS handshakes and \(PeerAccount.requestsPerSecond) HTTP requests.",
        ]
        #expect(try Documents.missing(parts, in: Self.operating) == [])
        #expect(ListenerDescriptors.forRefusals == 8 && ListenerDescriptors.forAdmin == 8, "both say so in words")
        #expect(FreeDescriptors.least == 8, "the same")
    }

    @Test func `the limits of viewers and logs are documented`() throws {
        let (unsent, batch) = (Int(Relay.unsentBytes), Int(Relay.unsentBytesOfBatch))
        let parts: [String] = [
            "| its latency bound (`max-latency`) and \(time(limits.stall)) |",
            "| \(bytes(ViewerWriter.maximumStride)) and one message in the relay; ",
            "; \(bytes(unsent)) in the system's buffer, \(bytes(batch)) with `batch` |",
            "| gaps that a viewer has not been told of | \(GapLedger.capacity) |",
            "| \(bytes(StreamShard.maximumBacklog)); then the publisher waits |",
            "A viewer may request less, but not less than \(time(RelayConfiguration.minimumLatency)) |",
            "Each message counts \(LogEntry.overhead) bytes more than its length",
        ]
        #expect(try Documents.missing(parts, in: Self.operating) == [])
    }

    @Test func `the shares of memory are documented`() throws {
        let (connection, encryption) = (bytes(MemoryBudget.perConnection), bytes(MemoryBudget.perEncryption))
        let parts: [String] = [
            "\(connection), \(encryption) more with TLS (\(bytes(MemoryBudget.perOtherEncryption)) in the package",
            ", and \(bytes(MemoryBudget.perPublisher)) more for a publisher",
            "The default is \(SystemMemory.percent) % of the least of",
            "it is at least \(bytes(SystemMemory.minimum)).",
            "| logs | \(MemoryBudget.logsPercent) % |", "| viewers | \(MemoryBudget.viewersPercent) % |",
            "| incomplete messages of publishers | \(MemoryBudget.publishersPercent) % |",
            "to that part, at least \(bytes(MemoryBudget.minimumLog)) |",
            "more than an equal part, at least \(bytes(MemoryBudget.minimumReception)): ",
            "| \(percent(.refusing)) % | refuses new connections",
            "| \(percent(.shrinkingLogs)) % | gives logs \(MemoryBudget.shortLogsPercent) % instead of",
            "| \(percent(.evictingViewers)) % | ends viewers", "| \(percent(.evictingPublishers)) % | ends publishers",
            "| \(percent(.exhausted)) % | stops reading",
        ]
        #expect(try Documents.missing(parts, in: Self.operating) == [])
    }

    @Test func `the figures of SECURITY.md about connections and streams are right`() throws {
        let (all, address) = (limits.all, limits.perAddress)
        let parts: [String] = [
            "\(time(limits.handshake)) for TLS and the hello",
            "three ping intervals of \(time(RelayConfiguration().pingInterval)) (`--ping-interval`)",
            "\(number(address.connections)) connections per address (`--max-connections-per-address`) of ",
            " of \(number(all.connections)) in all (`--max-connections`)",
            "\(number(address.connectionsPerSecond)) connections a second per address",
            " of \(number(all.connectionsPerSecond)) in all (`--max-connections-per-second`)",
            "\(PeerAccount.publisherChecksPerSecond) checks of their tokens, \(PeerAccount.handshakesPerSecond) TLS",
            " and \(PeerAccount.requestsPerSecond) HTTP requests a second, and \(time(limits.publisherHandshake)) for",
            "\(address.streams) streams per address (`--max-streams-per-address`) of ",
            " of \(number(all.streams)) in all (`--max-streams`)",
            "(\(time(StreamSettings().logDuration)), `--log-seconds`)",
            "at most \(number(PeerTable.maximumAccounts)) addresses, networks and tokens",
        ]
        #expect(try Documents.missing(parts, in: Self.security) == [])
    }

    @Test func `the figures of SECURITY.md about messages and memory are right`() throws {
        let traffic = (Connection.controlTrafficPerSecond, Connection.controlTrafficBurst)
        let addressTraffic = (PeerAccount.controlTrafficPerSecond, PeerAccount.controlTrafficBurst)
        let (unsent, batch) = (Int(Relay.unsentBytes), Int(Relay.unsentBytesOfBatch))
        let stream = StreamSettings()
        let parts: [String] = [
            "has \(bytes(traffic.0)) a second, with bursts of \(bytes(traffic.1));",
            "have \(bytes(addressTraffic.0)) a second, with bursts of \(bytes(addressTraffic.1)).",
            "a hello of more than \(bytes(ProtocolLimits.helloLength)), ",
            "a track table of more than \(bytes(ProtocolLimits.trackTableLength)), ",
            "a frame of more than \(bytes(limits.frameLength)) (`--max-frame-bytes`), ",
            "any other message of more than \(bytes(ProtocolLimits.controlLength)).",
            "at most \(bytes(stream.logBytes)) (`--log-bytes`), in which each message counts \(LogEntry.overhead) bytes",
            "\(Publication.retainedPerSecond) track tables and clock offsets a second, \(Publication.retainedBurst) at",
            "while an event loop is \(bytes(StreamShard.maximumBacklog)) behind",
            "at \(bytes(ControlBacklog.maximumBytes)) of unread answers",
            "at most one in \(time(KeyFrameRequests.minimumInterval)), and ",
            "and one in \(time(KeyFrameRequests.intervalWithPicture)) while all viewers have a picture",
            "after \(time(KeyFrameRequestBackoff.shortest)), then after 4 s, ",
            "and so on up to \(time(KeyFrameRequestBackoff.longest)) |",
            "one budget for all, \(SystemMemory.percent) % of the available memory (`--memory`): ",
            "\(MemoryBudget.logsPercent) % of it for logs, \(MemoryBudget.viewersPercent) % for viewers, ",
            ", \(MemoryBudget.publishersPercent) % for incomplete messages of publishers.",
            "At \(percent(.refusing)) % the relay refuses new clients, ",
            "at \(percent(.shrinkingLogs)) % it cuts logs to \(MemoryBudget.shortLogsPercent) %, ",
            "from \(percent(.evictingViewers)) % on it ends the connections",
            "(\(bytes(ViewerWriter.maximumStride)) and one message at most, with batches too)",
            "(\(bytes(unsent)) unsent, \(bytes(batch)) with `--batch`)",
            "(\(time(stream.maximumLatency)), `--max-latency`) and \(time(limits.stall)): ",
        ]
        #expect(try Documents.missing(parts, in: Self.security) == [])
    }
}
