import StreamProtocol

/// Who publishes a stream, without the publisher's ``InstanceID``, which other programs should not know: a hash of it
/// and of the stream's name.
package struct PublisherDigest: Hashable, Sendable, CustomStringConvertible {
    /// Hexadecimal digits of a digest.
    package static let length = 32

    /// Hexadecimal digits in lower case.
    package let description: String

    /// - Returns: `nil` unless `text` is ``length`` hexadecimal digits in lower case.
    package init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.isDigit) else { return nil }
        description = text
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}

/// How long a publisher has been registered. The lower one of two is the older one.
package struct RegistrationAge: Hashable, Comparable, Sendable {
    /// How often etcd has come back with a backup since then, as far as the publisher's relay has noticed. Revisions of
    /// two histories of etcd cannot be compared: what has survived a backup is older than what came after it.
    package var restores: Int
    /// The directory's revision at which the publisher was registered first.
    package var revision: Int64

    package init(restores: Int, revision: Int64) {
        self.restores = restores
        self.revision = revision
    }

    package static func < (left: Self, right: Self) -> Bool {
        (right.restores, left.revision) < (left.restores, right.revision)
    }
}

/// The value of a stream's key: which relay has its publisher.
package struct Registration: Hashable, Sendable {
    /// Where other relays connect to that relay.
    package var address: String
    package var publisher: PublisherDigest
    /// The relay, as it calls itself from its start to its end.
    package var relay: RelayID
    /// The directory's revision at which the publisher was registered first. `nil` in its first registration, because
    /// the key's create revision is that one.
    package var since: Int64?
    /// See ``RegistrationAge/restores``.
    package var restores: Int

    package init(
        address: String,
        publisher: PublisherDigest,
        relay: RelayID,
        since: Int64? = nil,
        restores: Int = 0
    ) {
        self.address = address
        self.publisher = publisher
        self.relay = relay
        self.since = since
        self.restores = restores
    }
}

/// A key of the directory with its value, as etcd has it.
package struct DirectoryItem: Hashable, Sendable {
    /// What follows the prefix of all keys: the name of a stream.
    package var key: String
    /// `nil` for a value that no relay writes.
    package var registration: Registration?
    /// The revision at which the key was made.
    package var createRevision: Int64
    /// The revision at which the key was changed last.
    package var modRevision: Int64
    /// The lease with which the key goes; 0 for none.
    package var lease: Int64

    package init(
        key: String,
        registration: Registration?,
        createRevision: Int64,
        modRevision: Int64,
        lease: Int64
    ) {
        self.key = key
        self.registration = registration
        self.createRevision = createRevision
        self.modRevision = modRevision
        self.lease = lease
    }

    /// When the publisher was registered first.
    package var age: RegistrationAge {
        RegistrationAge(restores: registration?.restores ?? 0, revision: registration?.since ?? createRevision)
    }
}
