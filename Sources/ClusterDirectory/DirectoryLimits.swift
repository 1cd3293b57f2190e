import NIOCore

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
    package var registrationSpread = TimeAmount.seconds(2)
    /// The same for a lease.
    package var leaseSpread = TimeAmount.milliseconds(500)
    /// The wait after the first request that fails. Further ones double it, up to ``longestPause``.
    package var shortestPause = TimeAmount.milliseconds(200)
    /// With this one and the spreads, a relay has told its publications less than a lease after etcd has returned.
    package var longestPause = TimeAmount.seconds(2)
    /// The wait for the watch, where a check has found what it has not told.
    package var settlingTime = TimeAmount.seconds(1)
    /// Checks in a row that may differ while the watch tells of changes. Then everything is read.
    package var differingChecks = 12

    /// Writes a second in the long run, and at once. A hundred relays that return write a tenth of what etcd can.
    package var writesPerSecond = 50
    package var writeBurst = 50
    /// Writes whose answers are outstanding.
    package var writesInFlight = 16
    /// Keys of the directory that are remembered: about 100 MB. The others are as if they were not there.
    package var items = 200_000
    /// Publications of this relay that are registered.
    package var publications = 65_536
    /// Keys of a page: about half a megabyte of JSON.
    package var pageItems = 1_000

    package init() {}

    /// The time between two messages that keep the lease, and one that fails can be repeated.
    package var keepInterval: TimeAmount { .milliseconds(Int64(leaseSeconds) * 1_000 / 3) }

    /// The time between two checks of the watch.
    package var checkInterval: TimeAmount { .seconds(Int64(leaseSeconds)) }

    /// For how long the relay knows what is true after an answer: two checks.
    package var currentTime: TimeAmount { .seconds(2 * Int64(leaseSeconds)) }
}

/// The waits after failures: each is random, and up to twice as long as the one before.
struct RetryPause: Hashable, Sendable {
    private var failures = 0

    /// Counts a failure.
    mutating func next(_ limits: DirectoryLimits, using generator: inout some RandomNumberGenerator) -> TimeAmount {
        // 2^10 times any sensible first pause is longer than any sensible last one.
        let longest = limits.shortestPause * (1 << min(failures, 10))
        failures += 1
        return min(longest, limits.longestPause).random(from: 0.5, using: &generator)
    }

    mutating func reset() { failures = 0 }
}

extension TimeAmount {
    /// A random part of this time, from `fraction` of it to all of it.
    func random(from fraction: Double = 0, using generator: inout some RandomNumberGenerator) -> TimeAmount {
        .nanoseconds(Int64(Double(nanoseconds) * Double.random(in: fraction...1, using: &generator)))
    }
}
