import NIOCore
import StreamProtocol

/// How a relay knows a directory: it reads all keys, watches their changes from there on, and checks in every lease
/// period whether the watch tells them all. etcd itself says so only every 10 minutes, and a connection can be dead for
/// longer.
///
/// ```
/// idle → reading → watching → idle
/// ```
///
/// What was known stays known while it is read again. Where reading does not help, the pauses before it become longer.
struct FollowingState: Sendable {
    /// The pages of a read.
    private struct Reading: Sendable {
        let number: Int
        /// The revision that was known before it.
        let known: Int64
        var moment: DirectoryMoment?
        var items: [String: DirectoryItem] = [:]
        var keyBytes = 0
        var isIncomplete = false
        var pages = 0
    }

    private struct Watching: Sendable {
        /// The request; `nil` while it waits for another one.
        var number: Int?
        /// Whether etcd has answered it.
        var isOpen = false
        /// Whether a check comes before the next request: etcd may have come back with a backup, and the sooner that is
        /// noticed the better.
        var needsCheck = false
        var openDue: NIODeadline
        var checkDue: NIODeadline
        /// The check whose answer is outstanding, and the revision that was known before it.
        var check: (number: Int, known: Int64)?
        /// How often this watch has told of changes.
        var messages = 0
        /// The last check that differed, or failed.
        var difference: Difference?
    }

    /// A check that differs from what is known.
    private struct Difference: Sendable {
        /// How often the watch had told of changes.
        var messages: Int
        /// etcd's revision then.
        var revision: Int64
        var wasWhole: Bool
        /// How many whole checks differed in a row.
        var count: Int
        /// Whether the check got no answer. Then numbers are compared once more: etcd may be too busy to read all keys.
        var hasFailed = false
    }

    private enum State {
        case idle(due: NIODeadline)
        case reading(Reading)
        case watching(Watching)
    }

    /// What an answer has brought.
    struct Step {
        var actions: [DirectoryAction] = []
        var changed: Set<StreamName> = []
        /// Whether everything was read, so that changes in between are not known one by one.
        var wasRead = false
        /// Whether what was read is that of a backup, or of another etcd.
        var isRestored = false
    }

    private(set) var view = DirectoryView()
    private var state: State
    private var pause = RetryPause()
    /// The pauses before everything is read again.
    private var readPause = RetryPause()
    /// Pages have this part of the usual keys, because others that are no relays have written long values.
    private var pageDivisor = 1
    private var lastNumber = 0
    /// The highest revision of an answer since everything was read.
    private var answered: Int64 = 0
    /// Whether etcd has come back with a backup, or is another one, since everything was read.
    private var isRestored = false
    /// When the directory was known to be as it is; `nil` before the first time.
    private var confirmedAt: NIODeadline?

    init(at now: NIODeadline) { state = .idle(due: now) }

    /// The highest revision that is known of.
    private var known: Int64 { max(view.moment?.revision ?? 0, answered) }

    /// Whether everything was read at least once.
    var isKnown: Bool { view.moment != nil }

    /// Whether every change of the last lease periods is known.
    func isCurrent(_ limits: DirectoryLimits, at now: NIODeadline) -> Bool {
        guard case .watching(let watching) = state, watching.isOpen, let confirmedAt else { return false }
        return now - confirmedAt < limits.currentTime
    }

    mutating func tick(_ limits: DirectoryLimits, at now: NIODeadline) -> Step {
        var step = Step(changed: view.expire(at: now))
        switch state {
        case .idle(let due) where due <= now:
            let reading = Reading(number: nextNumber(), known: known)
            state = .reading(reading)
            step.actions = [request(reading, after: nil, limits)]
        case .watching(var watching):
            if watching.number == nil, !watching.needsCheck, watching.openDue <= now, let moment = view.moment {
                let number = nextNumber()
                watching.number = number
                // The revision is from outside.
                step.actions.append(.watch(number, from: moment.revision.addingReportingOverflow(1).partialValue))
            }
            if watching.check == nil, watching.checkDue <= now {
                let number = nextNumber()
                watching.check = (number, known)
                step.actions.append(.check(number, isWhole: Self.needsWholeCheck(watching, limits)))
            }
            state = .watching(watching)
        case .idle, .reading: break
        }
        return step
    }

    /// Whether only the newest key can show whether all is known: etcd may have come back with a backup that has grown to
    /// the same numbers, or the watch has told of nothing since they differed. While a watch tells of changes, the
    /// numbers are enough: a hundred relays that have etcd read thousands of keys would keep it from telling them.
    private static func needsWholeCheck(_ watching: Watching, _ limits: DirectoryLimits) -> Bool {
        guard watching.isOpen else { return true }
        guard let difference = watching.difference, !difference.hasFailed else { return false }
        return difference.messages == watching.messages || difference.count >= limits.differingChecks
    }

    private mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    private func request(_ reading: Reading, after key: String?, _ limits: DirectoryLimits) -> DirectoryAction {
        let limit = max(1, limits.pageItems / pageDivisor)
        return .read(
            DirectoryRead(number: reading.number, after: key, revision: reading.moment?.revision, limit: limit)
        )
    }

    // MARK: Reading

    mutating func received(
        _ page: DirectoryPage,
        for number: Int,
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) -> Step {
        guard case .reading(var reading) = state, reading.number == number else { return Step() }
        // Otherwise the keys are copied with each page.
        state = .idle(due: now)
        // The pages are of one revision.
        let moment = reading.moment ?? page.moment
        reading.moment = moment
        reading.pages += 1
        for item in page.items {
            if limits.allow(item.key, beside: reading.items.count, reading.keyBytes) {
                reading.items[item.key] = item
                reading.keyBytes += item.key.utf8.count
            } else {
                reading.isIncomplete = true
            }
        }
        if page.hasMore, reading.pages >= limits.items { reading.isIncomplete = true }
        if page.hasMore, !reading.isIncomplete, let last = page.items.last {
            state = .reading(reading)
            return Step(actions: [request(reading, after: last.key, limits)])
        }
        confirmedAt = now
        // A restart with a backup may have ended the watch, too, and then nothing else has told of it.
        let isBackup = view.moment != nil && (isRestored || isOther(moment) || moment.revision < reading.known)
        if isBackup { answered = 0 }
        isRestored = false
        let changed = view.replace(
            with: reading.items,
            moment,
            isIncomplete: reading.isIncomplete,
            from: limits,
            at: now
        )
        let checkDue = now + limits.checkInterval.random(from: 0.5, using: &generator)
        state = .watching(Watching(openDue: now, checkDue: checkDue))
        return Step(changed: changed, wasRead: true, isRestored: isBackup)
    }

    mutating func readFailed(
        _ number: Int,
        because failure: RequestFailure,
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) {
        guard case .reading(let reading) = state, reading.number == number else { return }
        state = .idle(due: now + pause.next(limits, using: &generator))
        if failure == .tooLong { pageDivisor = min(pageDivisor * 8, limits.pageItems) }
    }

    /// Reads everything from the beginning, in a moment.
    private mutating func readAgain(
        isRestored: Bool,
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) -> Step {
        if isRestored { self.isRestored = true }
        guard case .watching(let watching) = state else { return Step() }
        state = .idle(due: now + nextReadPause(limits, using: &generator))
        return Step(actions: watching.number.map { [.stopWatching($0)] } ?? [])
    }

    private mutating func nextReadPause(
        _ limits: DirectoryLimits,
        using generator: inout some RandomNumberGenerator
    ) -> TimeAmount {
        readPause.next(limits, atMost: limits.longestReadPause, using: &generator)
    }

    // MARK: Watching

    /// etcd has begun to watch.
    mutating func watchOpened(
        _ number: Int,
        _ moment: DirectoryMoment,
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) -> Step {
        guard case .watching(var watching) = state, watching.number == number else { return Step() }
        // The revision may be a lower one: that of a member which is behind.
        guard !isOther(moment) else { return readAgain(isRestored: true, limits, at: now, using: &generator) }
        watching.isOpen = true
        state = .watching(watching)
        return Step()
    }

    /// The watch tells of changes; without any, that there are none up to the moment's revision.
    mutating func watched(
        _ changes: [DirectoryChange],
        for number: Int,
        _ moment: DirectoryMoment,
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) -> Step {
        guard case .watching(var watching) = state, watching.number == number else { return Step() }
        guard !isOther(moment) else { return readAgain(isRestored: true, limits, at: now, using: &generator) }
        watching.messages += changes.isEmpty ? 0 : 1
        state = .watching(watching)
        var step = Step()
        // With changes, the moment may be a later one: etcd tells of many changes in several messages.
        var revision = changes.isEmpty ? moment.revision : 0
        for change in changes {
            let name: StreamName?
            switch change {
            case .put(let item):
                name = view.put(item, limits)
                revision = max(revision, item.modRevision)
            case .deleted(let key, let deletion):
                name = view.delete(key, at: deletion, limits, now: now)
                revision = max(revision, deletion)
            }
            if let name { step.changed.insert(name) }
        }
        view.reached(revision)
        return step
    }

    mutating func watchEnded(
        _ number: Int,
        because failure: RequestFailure,
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) {
        guard case .watching(var watching) = state, watching.number == number else { return }
        guard failure == .failed else {
            // What cannot be told any more, or not at once, is read.
            state = .idle(due: now + nextReadPause(limits, using: &generator))
            return
        }
        (watching.number, watching.isOpen, watching.needsCheck) = (nil, false, true)
        watching.openDue = now + pause.next(limits, using: &generator)
        watching.checkDue = min(watching.checkDue, watching.openDue)
        state = .watching(watching)
    }

    /// Whether the directory is that of another cluster than was known. A proxy may leave the number out.
    private func isOther(_ moment: DirectoryMoment) -> Bool {
        guard let known = view.moment else { return false }
        return moment.cluster != known.cluster && moment.cluster != 0 && known.cluster != 0
    }

    // MARK: Checks

    mutating func checked(
        _ summary: DirectorySummary,
        for number: Int,
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) -> Step {
        guard case .watching(var watching) = state, let check = watching.check, check.number == number
        else { return Step() }
        (watching.check, watching.needsCheck) = (nil, false)
        watching.checkDue = now + limits.checkInterval.random(from: 0.75, using: &generator)
        // The revision of a backup is a lower one. A watch would wait until etcd has reached the one that was known.
        let isAnother = isOther(summary.moment) || summary.moment.revision < check.known
        // The revision of etcd also changes with keys of others.
        let isBehind =
            summary.isWhole
            ? summary.newest?.modRevision != view.newestRevision
            : summary.moment.revision > view.moment?.revision ?? 0
        let differs = isBehind || summary.count != view.items.count
        // Of a directory that is not known whole, only its identity can be compared.
        guard isAnother || differs && !view.isIncomplete else {
            // A watch that lasts until a check. One that ends at once is not made again without a pause.
            if watching.isOpen {
                pause.reset()
                readPause.reset()
            }
            watching.difference = nil
            state = .watching(watching)
            confirmedAt = now
            if !differs { view.reached(summary.moment.revision) }
            return Step()
        }
        // Answers may overtake what the watch tells. A watch that is alive tells it until the next check.
        let earlier = watching.difference
        let isSilent = earlier?.messages == watching.messages
        let isMissing =
            earlier.map { $0.wasWhole || summary.newest.map { $0.modRevision } ?? .max <= $0.revision } ?? false
        let isDead = summary.isWhole && (isSilent && isMissing || earlier?.count ?? 0 >= limits.differingChecks)
        guard !isAnother, !isDead else {
            state = .watching(watching)
            return readAgain(isRestored: isAnother, limits, at: now, using: &generator)
        }
        confirmedAt = now
        let suspectsWatch = isSilent && earlier?.hasFailed == true
        watching.difference = Difference(
            messages: watching.messages,
            revision: summary.moment.revision,
            wasWhole: summary.isWhole || suspectsWatch,
            count: (earlier?.count ?? 0) + (summary.isWhole ? 1 : 0)
        )
        watching.checkDue = suspectsWatch ? now : now + limits.settlingTime
        state = .watching(watching)
        return Step()
    }

    mutating func checkFailed(
        _ number: Int,
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) {
        guard case .watching(var watching) = state, watching.check?.number == number else { return }
        watching.check = nil
        watching.checkDue = now + pause.next(limits, using: &generator)
        // A watch may have died of the same cause. Then the next check that differs is enough.
        if watching.isOpen {
            watching.difference = Difference(
                messages: watching.messages,
                revision: known,
                wasWhole: true,
                count: watching.difference?.count ?? 0,
                hasFailed: true
            )
        }
        state = .watching(watching)
    }

    // MARK: Answers to writes

    /// A write was answered. What it says of its key is not part of what is known here: that is the directory at one
    /// revision, and a check compares it with the directory.
    ///
    /// - Parameters:
    ///   - revision: The directory's revision then.
    ///   - known: The revision that was known before the request. A backup has a lower one.
    mutating func answered(
        at revision: Int64,
        known: Int64,
        _ limits: DirectoryLimits,
        now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) -> Step {
        guard revision >= known else { return readAgain(isRestored: true, limits, at: now, using: &generator) }
        answered = max(answered, revision)
        return Step()
    }
}
