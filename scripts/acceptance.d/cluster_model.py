"""What a cluster owes its viewers: which hosts and links are up, and since when pictures have a way to a viewer.

Nothing here does input or output, or asks for the time. All times are of one monotonic clock, in seconds.
"""
import dataclasses
import math

#: Pictures are back so soon after there is a way for them, whatever has happened, except for the allowances below.
BOUND = 2.0
#: TCP's longest wait before it sends lost bytes again, which streamd sets for its connections (Retransmission in
#: Sources/Platform), and cluster_site.py for other programs: after a cut, the next attempt may be so far away.
RETRANSMISSION = 1.0
#: Both ends give up a silent connection after three ping intervals of 5 s.
KEEPALIVE = 15.0
#: The same after a time with losses: some packets of one connection may be lost in a row.
LOSS_SETTLES = 3.0
#: After trouble with etcd a relay may not know where a stream is now. It finds a dead watch by its check, once in 5 s;
#: a request that hangs fails after 2 s, and the next one comes up to 0.8 s later (DirectoryLimits, EtcdLimits).
DIRECTORY_SETTLES = 8.0
#: A relay that cannot reach another one tries again after up to 2 s (OriginConnector.backoff). So the way from a relay
#: that was away to one that has waited for it takes so much longer.
PULL_PAUSE = 2.0
#: HAProxy takes a relay that has returned after two checks, 1 s apart; and a connection that it could not make it tries
#: again after 1 s (docs/haproxy.cfg).
PROXY_SETTLES = 3.0
#: Seconds of a lease.
LEASE = 5.0
#: etcd looks for leases that have ended twice a second, and a new leader adds its election timeout, 1 s, to each.
EXPIRY = 1.5


class Part:
    """A program or a link: whether it works, since when, and from when on it owes what it does."""

    def __init__(self, kind=None):
        self.works, self.since, self.due = True, 0.0, 0.0
        #: When it has changed, and the kind of that fault.
        self.changed, self.kind = 0.0, kind


@dataclasses.dataclass
class Publication:
    """A publisher that a relay has welcomed."""

    relay: str
    is_proxied: bool
    since: float
    number: int


@dataclasses.dataclass
class Way:
    """The way of a stream's pictures to a viewer as it is now."""

    parts: list
    #: Since when pictures can pass, None while they cannot; and from when on they are owed.
    since: float = None
    due: float = math.inf


class Model:
    """Which relays, members of etcd, proxies, publishers and links between hosts work, and where publishers are."""

    def __init__(self, relays, members, proxy="proxy", publishers="publishers", viewers="viewers"):
        self.relays, self.members = relays, members
        self._proxy, self._publishers, self._viewers = proxy, publishers, viewers
        self._parts, self._publications, self._count = {}, {}, 0
        #: Ways that have had pictures: the relays on it know of each other without etcd.
        self._known = set()
        #: etcd's changes of its leader: when the one before was seen last, when the next one was seen first, and
        #: whether etcd came back with a snapshot meanwhile.
        self._renewals, self.restored = [], 0.0

    def part(self, *names):
        """A program by its name, or the link between two hosts."""
        return self._parts.setdefault(frozenset(names), Part())

    # What happens

    def fails(self, now, kind, *names):
        part = self.part(*names)
        part.works, part.changed, part.kind = False, now, kind

    def works(self, now, *names, allowance=0.0):
        part = self.part(*names)
        part.works, part.since, part.changed, part.due = True, now, now, now + allowance

    def heals(self, now, *names):
        """A cut link is whole again."""
        self.works(now, *names, allowance=RETRANSMISSION)

    def degrades(self, now, kind, is_lossy, *names):
        part = self.part(*names)
        part.changed, part.kind, part.due = now, kind, math.inf if is_lossy else part.due

    def recovers(self, now, is_lossy, *names):
        part = self.part(*names)
        part.changed, part.due = now, now + LOSS_SETTLES if is_lossy else part.due

    def welcomed(self, now, stream, relay, is_proxied):
        self._count += 1
        self._publications[stream] = Publication(relay, is_proxied, now, self._count)

    def left(self, stream):
        self._publications.pop(stream, None)

    def renewed(self, before, after):
        """etcd has another leader, which begins all leases anew."""
        self._renewals.append((before, after, self.restored >= before))

    def publication(self, stream):
        return self._publications.get(stream)

    # What follows

    def may_publish(self, now, is_proxied):
        """Whether a publisher can reach one of its targets, as a whole and without an allowance."""
        first = [self.part(self._publishers, self._proxy), self.part(self._proxy)] if is_proxied else []
        host = self._proxy if is_proxied else self._publishers
        ways = [[*first, self.part(host, each), self.part(each)] for each in self.relays]
        good = [all(part.works and part.due <= now for part in way) for way in ways]
        # HAProxy sends all clients of a stream to one relay, so all of them have to be there.
        return all(good) if is_proxied else any(good)

    def directory_quiet_since(self, relay):
        """Since when nothing keeps a relay from etcd; infinite if something does."""
        parts = [self.part(each) for each in self.members] + [self.part("leases")]
        parts += [self.part(relay, each) for each in self.members]
        parts += [self.part(one, other) for one in self.members for other in self.members if one < other]
        if not all(part.works for part in parts) or any(part.due == math.inf for part in parts):
            return math.inf
        return max(part.changed for part in parts)

    def way(self, stream, relay, is_proxied):
        """The way to a viewer that is at this relay or asks it, None for the relay that HAProxy chooses."""
        publication = self.publication(stream)
        relays = [relay] if relay else list(self.relays)
        if is_proxied:
            parts = [self.part(self._proxy), self.part(self._viewers, self._proxy)]
            parts += [self.part(self._proxy, each) for each in relays]
        else:
            parts = [self.part(self._viewers, each) for each in relays]
        parts += [self.part(each) for each in relays]
        if not publication:
            return Way(parts)
        parts.append(self.part(publication.relay))
        if publication.is_proxied:
            parts += [self.part(self._publishers, self._proxy), self.part(self._proxy),
                      self.part(self._proxy, publication.relay)]
        else:
            parts.append(self.part(self._publishers, publication.relay))
        others = [each for each in relays if each != publication.relay]
        parts += [self.part(each, publication.relay) for each in others]
        parts.append(self.part("publisher", stream))
        way = Way(parts)
        if all(part.works for part in parts):
            way.since = max(publication.since, *(part.since for part in parts))
            way.due = max(publication.since, *(part.due for part in parts))
            for each in others:
                way.due = max(way.due, self._pull_due(stream, publication, each))
            if is_proxied and not relay:
                way.due = max(way.due, max(self.part(each).since for each in relays) + PROXY_SETTLES)
        return way

    def _pull_due(self, stream, publication, relay):
        """From when on a relay owes what it takes from another one."""
        source = self.part(publication.relay)
        due = max(source.since, self.part(relay, publication.relay).since) + PULL_PAUSE
        if (stream, publication.number, relay, self.part(relay).since) in self._known:
            return due
        quiet = max(self.directory_quiet_since(each) for each in (relay, publication.relay))
        return max(due, quiet + DIRECTORY_SETTLES)

    def passed(self, stream, relay, sent):
        """A picture of a stream that was sent then has come through this relay."""
        publication = self.publication(stream)
        if publication and sent >= publication.since:
            self._known.add((stream, publication.number, relay, self.part(relay).since))

    def entry_ends(self, killed):
        """When the entries of a relay that was killed then are gone, at the latest: a lease after that, and after each
        change of etcd's leader, which begins all leases anew."""
        end = killed + LEASE + EXPIRY
        for before, after, is_restored in self._renewals:
            # A snapshot has entries that are long gone.
            if after >= killed and (before <= end or is_restored):
                end = max(end, after + LEASE + EXPIRY)
        return end

    def owners_due(self, began, relays):
        """From when on only one of these relays has a stream's publisher, both of which have one since `began`."""
        quiet = max(self.directory_quiet_since(each) for each in relays)
        return max(began, quiet) + LEASE


#: Pictures that come ten times a second, and none for so long: something has happened.
PAUSE = 0.6


class Wait:
    """A viewer's wait for pictures, from the last one before it on."""

    def __init__(self, began, parts):
        self.began, self.parts = began, set(parts)
        #: Since when there is a way, None while there is none.
        self.ready = None
        #: The seconds in which there was a way and the viewer asked, and those of them in which pictures were owed.
        self.open = self.owed = 0.0
        self.is_reported = False

    def step(self, now, passed, way, asks):
        """Some time has passed, with this way; `asks` is false while the viewer itself waits to connect."""
        self.parts.update(way.parts)
        if way.since is None:
            # What is owed from before was made impossible by another fault.
            self.ready, self.open, self.owed = None, 0.0, 0.0
        elif asks:
            if self.ready is None or way.since > self.ready:
                self.ready, self.open, self.owed = now, 0.0, 0.0
            self.open += passed
            self.owed += passed if now >= way.due else 0.0
        # While the viewer does not ask, nothing is owed, and nothing is forgiven either.

    @property
    def kinds(self):
        """The kinds of faults that have led to it."""
        return sorted({part.kind for part in self.parts if part.kind and part.changed >= self.began - PAUSE})
