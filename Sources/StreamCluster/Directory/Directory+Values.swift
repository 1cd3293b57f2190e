import ClusterDirectory
import Crypto
import StreamClient
import StreamProtocol

/// A generator of random numbers that can be replaced.
struct DirectoryGenerator: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    init(_ draw: @escaping @Sendable () -> UInt64) { self.draw = draw }

    mutating func next() -> UInt64 { draw() }

    static let system = DirectoryGenerator { UInt64.random(in: .min ... .max) }
}

extension PublisherDigest {
    /// The digest of a publisher for one of its streams. The name makes it another one for each of them.
    init(_ instance: InstanceID, of stream: StreamName) {
        var hash = SHA256()
        for half in [instance.high, instance.low] {
            withUnsafeBytes(of: half.bigEndian) { hash.update(bufferPointer: $0) }
        }
        Array(stream.description.utf8).withUnsafeBytes { hash.update(bufferPointer: $0) }
        let digits = hash.finalize().prefix(PublisherDigest.length / 2).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        guard let digest = PublisherDigest(digits.joined()) else { preconditionFailure("a hash has other digits") }
        self = digest
    }
}

extension RelayAddress {
    /// The address of a relay as the directory has it: without a stream.
    package var directoryText: String { (scheme.map { "\($0)://" } ?? "") + endpoint }
}

extension EtcdError {
    /// What the failure means for the directory.
    var failure: RequestFailure {
        switch kind {
        case .compacted: .compacted
        case .tooLong: .tooLong
        case .unavailable, .leaseMissing, .unauthenticated, .refused: .failed
        }
    }
}

extension ProtocolError {
    /// The publisher of a stream has connected to another relay.
    static func movedElsewhere(_ stream: StreamName, retryAfter: UInt32) -> ProtocolError {
        ProtocolError(
            .streamTaken,
            "The publisher of '\(stream)' has connected to another relay; stop one of the two connections.",
            retryAfter: retryAfter
        )
    }
}
