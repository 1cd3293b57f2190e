import ClusterDirectory
import StreamClient
import StreamProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The keys of a directory in etcd, and their values.
struct EtcdKeys: Hashable, Sendable {
    /// The longest value of a key: an address, a digest, an id and a number. Longer ones are of no relay.
    static let maximumValueLength = 2_048
    /// The longest address: a scheme, a host name of 253 bytes, and a port.
    static let maximumAddressLength = 300

    /// What all keys begin with.
    let prefix: [UInt8]

    init(prefix: String) { self.prefix = Array(prefix.utf8) }

    /// The first key.
    var start: Data { Data(prefix) }

    /// The first key that does not begin with the prefix.
    var end: Data {
        var end = prefix
        while let last = end.popLast() {
            guard last < 0xFF else { continue }
            return Data(end + [last + 1])
        }
        // Of all keys: etcd's notation.
        return Data([0])
    }

    /// The key of etcd for one of the directory.
    func data(_ key: String) -> Data { Data(prefix) + Self.bytes(of: key) }

    /// The first key of etcd after one of the directory.
    func data(after key: String) -> Data { data(key) + [0] }

    /// The key of the directory; `nil` for one without the prefix.
    func key(_ data: Data) -> String? {
        guard data.starts(with: prefix) else { return nil }
        return Self.text(of: data.dropFirst(prefix.count))
    }

    /// Marks a key that is no text.
    private static let mark = "\u{FFFD}"

    /// Each key needs a text of its own, because keys are counted.
    private static func text(of bytes: Data) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.utf8.elementsEqual(bytes) else { return text }
        return mark + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func bytes(of text: String) -> [UInt8] {
        guard text.hasPrefix(mark) else { return Array(text.utf8) }
        let digits = Array(text.utf8.dropFirst(mark.utf8.count))
        guard digits.count.isMultiple(of: 2) else { return Array(text.utf8) }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
            else { return Array(text.utf8) }
            bytes.append(byte)
        }
        return bytes
    }

    // MARK: Values

    /// A registration in JSON.
    private struct Value: Codable {
        var address: String
        var publisher: String
        var relay: String
        var since: EtcdMessage.Number<Int64>?
        /// Missing for 0.
        var restores: Int?
    }

    /// More backups than any publication survives.
    private static let maximumRestores = 1_000_000

    static func value(of registration: Registration) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(
            Value(
                address: registration.address,
                publisher: registration.publisher.description,
                relay: registration.relay.description,
                since: registration.since.map { EtcdMessage.Number($0) },
                restores: registration.restores == 0 ? nil : min(registration.restores, maximumRestores)
            )
        )
    }

    /// - Returns: `nil` for a value that no relay writes.
    static func registration(_ data: Data) -> Registration? {
        guard data.count <= maximumValueLength, let value = try? JSONDecoder().decode(Value.self, from: data),
            value.address.utf8.count <= maximumAddressLength,
            let address = try? RelayAddress(value.address, defaultStream: .empty), address.stream == .empty,
            let publisher = PublisherDigest(value.publisher), let relay = RelayID(digits: value.relay),
            value.since.map({ $0.value > 0 }) ?? true, (0...maximumRestores).contains(value.restores ?? 0)
        else { return nil }
        return Registration(
            address: value.address,
            publisher: publisher,
            relay: relay,
            since: value.since?.value,
            restores: value.restores ?? 0
        )
    }

    /// - Returns: `nil` for a key without the prefix.
    func item(_ keyValue: EtcdMessage.KeyValue) -> DirectoryItem? {
        guard let key = key(keyValue.key) else { return nil }
        return DirectoryItem(
            key: key,
            registration: keyValue.value.flatMap(Self.registration),
            createRevision: keyValue.createRevision?.value ?? 0,
            modRevision: keyValue.modRevision?.value ?? 0,
            lease: keyValue.lease?.value ?? 0
        )
    }
}

extension RelayID {
    /// - Returns: `nil` unless `digits` is 32 hexadecimal digits.
    init?(digits: String) {
        guard digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }
}
