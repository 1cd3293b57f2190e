"""Makes random faults in a cluster, and tells the model of each."""
import collections
import heapq
import itertools
import random
import threading
import time

from cluster_site import HOSTS, MEMBERS, PROXY, RELAYS
from trial import Abandoned

#: How often each kind of fault comes, as parts of all.
WEIGHTS = {"relay killed": 14, "publisher killed": 14, "etcd member killed": 9, "HAProxy killed": 5, "partition": 32,
           "delay": 7, "loss": 9, "etcd restored": 2, "leases lost": 4, "clock stepped": 4}
#: Seconds until what was killed starts again, or a link is whole again.
AWAY = {"relay killed": (0.2, 6), "publisher killed": (0.1, 3), "etcd member killed": (0.5, 6),
        "HAProxy killed": (0.1, 2), "partition": (0.3, 8), "delay": (1, 8), "loss": (1, 8)}
#: One partition of so many is longer than the time after which a silent connection is given up.
RARELY, LONG = 10, (16, 22)
#: One partition of so many is of one direction.
ONE_WAY = 4
DELAYS, LOSSES = (0.02, 0.15), (0.01, 0.08)
#: Seconds by which clocks are wrong: a little, an hour, or a year.
STEPS = (2, 60, 3600, 86400, 31_536_000)
#: How often a snapshot is made for a later restoration.
SNAPSHOTS = 20
#: How often what starts is asked whether it serves.
_LOOK = 0.05


class Director(threading.Thread):
    """Makes `count` faults within some seconds, by a plan that depends on the seed alone."""

    def __init__(self, site, model, lock, publishers, seed, count, seconds):
        super().__init__(daemon=True)
        self._site, self._model, self._lock, self._publishers = site, model, lock, publishers
        self.counts, self.error = collections.Counter(), None
        #: Resources of relays at the end of their lives: (seconds, kilobytes, descriptors).
        self.lives = []
        #: When each relay's lives ended: (name, number of the life, time).
        self.ends = []
        self.began, self._snapshot, self._is_restoring = {name: time.monotonic() for name in RELAYS}, None, False
        self._away, self._order, self._agenda = set(), itertools.count(), []
        generator = random.Random(seed)
        pairs = list(itertools.combinations(HOSTS, 2))
        generator.shuffle(pairs)
        self._pairs = itertools.cycle(pairs)
        begin = time.monotonic()
        for moment in sorted(generator.uniform(0, seconds) for _ in range(count)):
            kind = generator.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
            self._at(begin + moment, self._fault, kind, random.Random(generator.random()))
        for moment in range(5, int(seconds), SNAPSHOTS):
            self._at(begin + moment, self._save)

    def _at(self, moment, action, *arguments):
        heapq.heappush(self._agenda, (moment, next(self._order), action, arguments))

    def run(self):
        try:
            while self._agenda:
                moment, _, action, arguments = heapq.heappop(self._agenda)
                time.sleep(max(0.0, moment - time.monotonic()))
                action(*arguments)
        except (Abandoned, OSError) as error:
            self.error = f"{error!r}"

    def _fault(self, kind, chance):
        """Makes one fault. Where all that it can meet is broken already, it waits."""
        made = {"relay killed": self._kill_relay, "publisher killed": self._kill_publisher,
                "etcd member killed": self._kill_member, "HAProxy killed": self._kill_proxy, "partition": self._cut,
                "delay": self._degrade, "loss": self._degrade, "etcd restored": self._restore,
                "leases lost": self._revoke, "clock stepped": self._step}[kind](kind, chance)
        if made:
            self.counts[kind] += 1
            self._site.remember(f"{kind}: {made}")
        else:
            self._at(time.monotonic() + chance.uniform(0.2, 1), self._fault, kind, chance)

    def _choose(self, among, chance):
        """One of those that are not broken."""
        whole = [each for each in among if each not in self._away]
        return chance.choice(whole) if whole else None

    def _return(self, what, text):
        self._away.discard(what)
        self._site.remember(f"    {text}")

    def _fails(self, kind, *names):
        with self._lock:
            self._model.fails(time.monotonic(), kind, *names)

    def _works(self, *names, allowance=0.0):
        with self._lock:
            self._model.works(time.monotonic(), *names, allowance=allowance)

    # Programs

    def _kill_relay(self, kind, chance):
        name = self._choose(RELAYS, chance)
        if not name:
            return None
        relay = self._site.relays[name]
        self._away.add(name)
        self.note_life(relay)
        self._fails(kind, name)
        relay.kill()
        now = time.monotonic()
        self.ends.append((name, relay.lives, now))
        away = chance.uniform(*AWAY[kind])
        self._at(now + away, self._start_relay, relay)
        return f"{name} for {away:.1f} s"

    def note_life(self, relay):
        self.lives.append((time.monotonic() - self.began[relay.name], *relay.resources))

    def _start_relay(self, relay):
        self.began[relay.name] = time.monotonic()
        relay.start()
        self._at(time.monotonic() + _LOOK, self._await_relay, relay)

    def _await_relay(self, relay):
        if relay.has_ended:
            raise Abandoned(f"relay {relay.name} ended: {relay.program.said[-300:]}")
        if not relay.is_listening:
            return self._at(time.monotonic() + _LOOK, self._await_relay, relay)
        self._works(relay.name)
        return self._return(relay.name, f"relay {relay.name} listens")

    def _kill_publisher(self, kind, chance):
        publisher = self._choose(self._publishers, chance)
        if not publisher:
            return None
        self._away.add(publisher)
        self._fails(kind, "publisher", publisher.stream)
        publisher.kill()
        away = chance.uniform(*AWAY[kind])
        self._at(time.monotonic() + away, self._start_publisher, publisher)
        return f"of {publisher.stream} for {away:.1f} s"

    def _start_publisher(self, publisher):
        publisher.start()
        self._works("publisher", publisher.stream)
        self._return(publisher, f"publisher of {publisher.stream} starts")

    def _kill_member(self, kind, chance):
        member = None if self._is_restoring else self._choose(MEMBERS, chance)
        if not member:
            return None
        self._away.add(member)
        self._fails(kind, member)
        self._site.kill_member(member)
        away = chance.uniform(*AWAY[kind])
        self._at(time.monotonic() + away, self._start_member, member)
        return f"{member} for {away:.1f} s"

    def _start_member(self, member):
        # It works when it answers, which others observe.
        self._site.start_member(member)
        self._return(member, f"member {member} starts")

    def _kill_proxy(self, kind, chance):
        if PROXY in self._away:
            return None
        self._away.add(PROXY)
        self._fails(kind, PROXY)
        self._site.proxy.kill()
        away = chance.uniform(*AWAY[kind])
        self._at(time.monotonic() + away, self._start_proxy)
        return f"for {away:.1f} s"

    def _start_proxy(self):
        self._site.proxy.start()
        self._at(time.monotonic() + _LOOK, self._await_proxy)

    def _await_proxy(self):
        try:
            self._site.proxy.states()
        except OSError:
            return self._at(time.monotonic() + _LOOK, self._await_proxy)
        self._works(PROXY)
        return self._return(PROXY, "HAProxy serves")

    # The network

    def _cut(self, kind, chance):
        pair = next(each for each in self._pairs if frozenset(each) not in self._away)
        seconds = chance.uniform(*(AWAY[kind] if chance.randrange(RARELY) else LONG))
        ways = [pair, pair[::-1]]
        ways = ways if chance.randrange(ONE_WAY) else [chance.choice(ways)]
        self._away.add(frozenset(pair))
        for each in ways:
            self._site.fabric.set(*each, is_open=False)
        self._fails(kind, *pair)
        self._at(time.monotonic() + seconds, self._heal, pair)
        return f"{' and '.join('>'.join(each) for each in ways)} for {seconds:.1f} s"

    def _heal(self, pair):
        for each in (pair, pair[::-1]):
            self._site.fabric.set(*each)
        with self._lock:
            self._model.heals(time.monotonic(), *pair)
        self._return(frozenset(pair), f"{'-'.join(pair)} is whole")

    def _degrade(self, kind, chance):
        pair = next(each for each in self._pairs if frozenset(each) not in self._away)
        is_lossy, seconds, delay = kind == "loss", chance.uniform(*AWAY[kind]), chance.uniform(*DELAYS)
        loss = chance.uniform(*LOSSES) if is_lossy else 0.0
        self._away.add(frozenset(pair))
        for each in (pair, pair[::-1]):
            self._site.fabric.set(*each, delay=delay, loss=loss)
        with self._lock:
            self._model.degrades(time.monotonic(), kind, is_lossy, *pair)
        self._at(time.monotonic() + seconds, self._recover, pair, is_lossy)
        return f"{'-'.join(pair)}: {delay * 1000:.0f} ms and {loss * 100:.1f} % for {seconds:.1f} s"

    def _recover(self, pair, is_lossy):
        for each in (pair, pair[::-1]):
            self._site.fabric.set(*each)
        with self._lock:
            self._model.recovers(time.monotonic(), is_lossy, *pair)
        self._return(frozenset(pair), f"{'-'.join(pair)} is fast")

    # etcd and clocks

    def _save(self):
        member = self._choose(MEMBERS, random)
        if member and not self._is_restoring:
            self._snapshot = self._site.save(member) or self._snapshot

    def _restore(self, kind, _chance):
        if not self._snapshot or self._is_restoring or self._away & set(MEMBERS):
            return None
        self._is_restoring = True
        for member in MEMBERS:
            self._fails(kind, member)
            self._site.kill_member(member)
        self._site.prepare_restore(self._snapshot)
        for member in MEMBERS:
            self._site.start_member(member)
        self._is_restoring = False
        with self._lock:
            self._model.restored = time.monotonic()
        return self._snapshot.name

    def _revoke(self, kind, chance):
        member = self._choose(MEMBERS, chance)
        count = self._site.revoke_all(member) if member else 0
        if not count:
            return None
        self._fails(kind, "leases")
        self._works("leases")
        return f"{count} by {member}"

    def _step(self, _kind, chance):
        relay = self._site.relays[chance.choice(RELAYS)]
        seconds = chance.choice(STEPS) * chance.choice((-1, 1))
        relay.set_clock(seconds)
        return f"{relay.name} by {seconds} s"
