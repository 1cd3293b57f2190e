/// What the channel holds for a viewer, so that its memory is counted for as long as it is there.
///
/// Messages that came from a log are shared with it and with other viewers: their ``MemoryCharge`` is held. All else is
/// the viewer's own: what TLS has made of messages, answers to pings.
struct UnsentMessages {
    /// Those that may not have been taken by the system, the oldest first.
    private var charges: [MemoryCharge] = []
    /// Their bytes.
    private var shared = 0
    /// Bytes of its own that the budget has counted.
    private var own = 0

    /// Bytes that are counted for the viewer, some of them for others too.
    var bytes: Int { shared + own }

    /// A message was given to the channel.
    mutating func append(_ charge: MemoryCharge) {
        charges.append(charge)
        shared += charge.bytes
    }

    /// The channel holds `unsent` bytes now.
    mutating func settle(_ unsent: Int, in budget: MemoryBudget) {
        if unsent == 0 {
            if !charges.isEmpty { charges.removeAll(keepingCapacity: true) }
            shared = 0
        } else {
            var taken = 0
            while taken < charges.count, shared - charges[taken].bytes >= unsent {
                shared -= charges[taken].bytes
                taken += 1
            }
            if taken > 0 { charges.removeFirst(taken) }
        }
        let own = max(0, unsent - shared)
        guard own != self.own else { return }
        budget.add(own - self.own, to: .viewers)
        self.own = own
    }

    /// The viewer goes on in a lane, or is gone; nothing is held for it, or it does not matter to anybody else.
    mutating func removeAll(in budget: MemoryBudget) {
        settle(0, in: budget)
        charges = []
    }
}
