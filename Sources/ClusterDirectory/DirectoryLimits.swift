import NIOCore
import StreamProtocol

/// The times and sizes of a directory.
package struct DirectoryLimits: Hashable, Sendable {
    /// Seconds of a relay's lease. Its registrations go this long after it has been heard last.
    package var leaseSeconds = 5
    /// How long registrations of another relay that are gone still lead there. A relay that has lost its lease and runs
    /// on registers again within this time, and viewers find its streams meanwhile. A publisher does not wait for it.
    package var departureTime = TimeAmount.seconds(10)
    /// How long a relay that has just started waits until it knows the directory.
    package var startTime = TimeAmount.seconds(3)
    /// Registrations that were lost without the relay's doing are made again within this time, at random, so that
    /// relays which have lost them at the same moment do not all write at once.
    package var registrationSpread = TimeAmount.seconds(1)
    /// The same for a lease.
    package var leaseSpread = TimeAmount.milliseconds(500)
    /// The wait after the first request that fails. Further ones double it, up to ``longestPause``.
    package var shortestPause = TimeAmount.milliseconds(200)
    /// A request that hangs when etcd returns fails 2 s later. With that, this pause and the spreads, two relays with
    /// one name know of each other less than a lease after etcd's return.
    package var longestPause = TimeAmount.milliseconds(800)
    /// The same where everything is read again and again, because what is read does not fit what is watched.
    package var longestReadPause = TimeAmount.seconds(10)
    /// No publication ends for another relay's registration so soon after a request that has failed: etcd may have been
    /// away, and that relay may be about to remove what has ended meanwhile. With the 2 s of a request that hangs, this
    /// is less than a lease after etcd's return.
    package var patience = TimeAmount.milliseconds(2_500)
    /// The wait for the watch, where a check has found what it has not told.
    package var settlingTime = TimeAmount.seconds(1)
    /// Checks in a row that may differ while the watch tells of changes. Then everything is read.
    package var differingChecks = 12

    /// Writes a second in the long run, and at once. A relay registers 9,000 streams again while the others still
    /// remember them; see ``departureTime``.
    package var writesPerSecond = 1_000
    package var writeBurst = 100
    /// Writes whose answers are outstanding. An etcd that is busy answers later, so relays write as fast as it can.
    package var writesInFlight = 16
    /// Keys of the directory that are remembered, and their bytes: enough for as many of the longest names. Other keys
    /// are as if they were not there.
    package var items = 200_000
    package var keyBytes = 200_000 * StreamName.maximumLength
    /// Publications of this relay that are registered.
    package var publications = 65_536
    /// Keys of a page: about half a megabyte of JSON.
    package var pageItems = 1_000

    package init() {}

    /// The time between two messages that keep the lease, and one that fails can be repeated.
    package var keepInterval: TimeAmount { .milliseconds(Int64(leaseSeconds) * 1_000 / 3) }

    /// The time between two checks of the watch.
    package var checkInterval: TimeAmount { .seconds(Int64(leaseSeconds)) }

    /// Whether one more key is remembered beside so many of so many bytes.
    func allow(_ key: String, beside items: Int, _ keyBytes: Int) -> Bool {
        items < self.items && keyBytes + key.utf8.count <= self.keyBytes
    }

    /// How long after a backup etcd may have registrations of relays that are gone, or that have not written theirs
    /// again yet: a lease, and some time to notice.
    package var restoreTime: TimeAmount { .seconds(Int64(leaseSeconds) + 2) }

    /// For how long the relay knows what is true after an answer: two checks.
    package var currentTime: TimeAmount { .seconds(2 * Int64(leaseSeconds)) }
}

/// The waits after failures: each is random, and up to twice as long as the one before.
struct RetryPause: Hashable, Sendable {
    private var failures = 0

    /// Counts a failure.
    ///
    /// - Parameter longest: The longest pause; by default that of the limits.
    mutating func next(
        _ limits: DirectoryLimits,
        atMost longest: TimeAmount? = nil,
        using generator: inout some RandomNumberGenerator
    ) -> TimeAmount {
        // 2^10 times any sensible first pause is longer than any sensible last one.
        let pause = limits.shortestPause * (1 << min(failures, 10))
        // More than these make no difference.
        failures = min(failures + 1, 10)
        return min(pause, longest ?? limits.longestPause).random(from: 0.5, using: &generator)
    }

    mutating func reset() { failures = 0 }
}

extension TimeAmount {
    /// A random part of this time, from `fraction` of it to all of it.
    func random(from fraction: Double = 0, using generator: inout some RandomNumberGenerator) -> TimeAmount {
        .nanoseconds(Int64(Double(nanoseconds) * Double.random(in: fraction...1, using: &generator)))
    }
}
