import StreamProtocol

/// What follows an event of the directory. Each request gets one answer, also if that is a failure.
package enum DirectoryAction: Hashable, Sendable {
    /// Ask for a lease of so many seconds.
    case grantLease(seconds: Int)
    case keepLease(Int64)
    case write(DirectoryWrite)
    case remove(DirectoryRemoval)
    case read(DirectoryRead)
    /// Compare what is known with the directory. The newest key is needed for a whole check only: etcd has to read all
    /// keys for it.
    case check(Int, isWhole: Bool)
    /// Watch all changes from a revision on, in place of an earlier watch.
    case watch(Int, from: Int64)
    /// Watch no longer.
    case stopWatching(Int)
    /// End a publication of this relay, because another relay has its publisher.
    case refuse(StreamName, publication: UInt64, PublicationRefusal)
    /// What is known of these streams has changed.
    case changed(Set<StreamName>)
    /// The directory is known as it is, or is no longer.
    case becameCurrent(Bool)
}

/// Why a publication of this relay cannot go on.
package enum PublicationRefusal: Hashable, Sendable {
    /// Another publisher has the name, for longer.
    case taken
    /// The same publisher has connected to another relay.
    case moved
}

/// The request for a key with a value.
package struct DirectoryWrite: Hashable, Sendable {
    /// The number of the request.
    package var number: Int
    package var stream: StreamName
    package var registration: Registration
    package var lease: Int64
    /// The revision at which the key must have been changed last; `nil` if there must be no such key.
    package var replaces: Int64?

    package var key: String { stream.description }

    package init(number: Int, stream: StreamName, registration: Registration, lease: Int64, replaces: Int64?) {
        self.number = number
        self.stream = stream
        self.registration = registration
        self.lease = lease
        self.replaces = replaces
    }
}

/// The request to remove a key, if it still goes with this relay's lease.
package struct DirectoryRemoval: Hashable, Sendable {
    /// The number of the request.
    package var number: Int
    package var stream: StreamName
    package var lease: Int64

    package var key: String { stream.description }

    package init(number: Int, stream: StreamName, lease: Int64) {
        self.number = number
        self.stream = stream
        self.lease = lease
    }
}

/// The request for a page of all keys, in their order.
package struct DirectoryRead: Hashable, Sendable {
    /// The number of the request.
    package var number: Int
    /// The last key of the page before; `nil` for the first page.
    package var after: String?
    /// The revision of the first page; `nil` for the first page.
    package var revision: Int64?
    /// The most keys of the page.
    package var limit: Int

    package init(number: Int, after: String?, revision: Int64?, limit: Int) {
        self.number = number
        self.after = after
        self.revision = revision
        self.limit = limit
    }
}

/// The state of the whole directory at the moment of an answer.
package struct DirectoryMoment: Hashable, Sendable {
    /// The cluster of etcd. One that was made anew has another.
    package var cluster: UInt64
    /// The newest revision.
    package var revision: Int64

    package init(cluster: UInt64, revision: Int64) {
        self.cluster = cluster
        self.revision = revision
    }
}

/// The answer to a ``DirectoryRead``.
package struct DirectoryPage: Hashable, Sendable {
    package var moment: DirectoryMoment
    package var items: [DirectoryItem]
    package var hasMore: Bool

    package init(moment: DirectoryMoment, items: [DirectoryItem], hasMore: Bool) {
        self.moment = moment
        self.items = items
        self.hasMore = hasMore
    }
}

/// The answer to a check.
package struct DirectorySummary: Hashable, Sendable {
    package var moment: DirectoryMoment
    /// The number of keys.
    package var count: Int
    /// The key that was changed last; `nil` without any.
    package var newest: DirectoryItem?
    /// Whether the newest key is known.
    package var isWhole: Bool

    package init(moment: DirectoryMoment, count: Int, newest: DirectoryItem?, isWhole: Bool = true) {
        self.moment = moment
        self.count = count
        self.newest = newest
        self.isWhole = isWhole
    }
}

/// A change that a watch tells.
package enum DirectoryChange: Hashable, Sendable {
    case put(DirectoryItem)
    case deleted(key: String, revision: Int64)
}

/// The answer to a ``DirectoryWrite`` or ``DirectoryRemoval``.
package enum WriteAnswer: Hashable, Sendable {
    case done(revision: Int64)
    /// The condition does not hold. What the key is, and when it was that.
    case differs(DirectoryItem?, revision: Int64)
    /// etcd does not know the lease.
    case leaseMissing
    /// Nothing is known; it may have been done.
    case failed
}

/// Why a request did not succeed.
package enum RequestFailure: Error, Hashable, Sendable {
    /// The revision is no longer kept, or what has changed since then cannot be told at once.
    case compacted
    /// The answer is longer than this relay reads.
    case tooLong
    case failed
}
