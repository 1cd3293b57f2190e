"""Asks etcd and the relays of a cluster again and again who has which stream, and judges it by the model."""
import itertools
import threading
import time

from cluster_model import LEASE
from cluster_site import MEMBERS, RELAYS

#: Seconds between two looks. What is seen may be so old, and a request takes its time.
LOOK = 0.5
#: What is seen once may have ended just after that, and a machine with two cores is late.
SLACK = 2 * LOOK


class Observer(threading.Thread):
    """Looks until `end`."""

    def __init__(self, site, model, lock, ends):
        super().__init__(daemon=True)
        self._site, self._model, self._lock, self._ends = site, model, lock, ends
        self._is_over = threading.Event()
        #: The relays' ids: (name, life, when it was first seen), and when an entry with one was last seen.
        self._ids, self._seen = {}, {}
        #: The streams of which two relays have the publisher: {(stream, relays): since when, as was seen}.
        self._double = {}
        #: etcd's leader and term, and when they were seen last.
        self._status, self._led = None, time.monotonic()
        #: The longest: seconds after the relay's end; beyond what etcd allows; of two owners; the same after healing.
        self.outlived, self.beyond, self.doubled, self.doubled_healed = 0.0, 0.0, 0.0, 0.0
        self.changes, self.looks, self.answers = 0, 0, 0
        #: What was too long.
        self.outlivers, self.doubles = [], []

    def run(self):
        while not self._is_over.wait(LOOK):
            self.looks += 1
            self._look_at_etcd()
            self._look_at_relays()

    def end(self):
        self._is_over.set()
        self.join()

    def entries(self):
        """The entries as a majority knows them, None without one. Tells the model which members answer."""
        found = None
        for member in MEMBERS:
            answer = self._site.entries(member)
            now = time.monotonic()
            with self._lock:
                part = self._model.part(member)
                if answer is None and part.works:
                    self._model.fails(now, part.kind, member)
                elif answer is not None and not part.works:
                    self._model.works(now, member)
            found = answer if answer is not None else found
        return found

    def _look_at_etcd(self):
        # One that is cut off knows an earlier term.
        status = max(filter(None, map(self._site.status, MEMBERS)), key=lambda each: each[1], default=None)
        entries, now = self.entries(), time.monotonic()
        if status and status != self._status:
            self.changes += self._status is not None
            self._status = status
            with self._lock:
                self._model.renewed(self._led, now)
        # Without a majority no lease ends.
        if entries is not None:
            self._led = now
        for stream, (address, relay_id) in (entries or {}).items():
            name = next((each for each in RELAYS if self._site.relays[each].address == address), None)
            life = self._ids.setdefault(relay_id, (name, self._site.relays[name].lives, now))
            self._judge_entry(stream, relay_id, life, now)

    def _judge_entry(self, stream, relay_id, life, now):
        ended = next((when for name, number, when in self._ends if (name, number) == life[:2]), None)
        # An id that is first seen after a restart may be of the life before.
        if ended is None or life[2] > ended:
            return
        self.outlived = max(self.outlived, now - ended)
        with self._lock:
            beyond = now - self._model.entry_ends(ended)
        self.beyond = max(self.beyond, beyond)
        if beyond > SLACK and self._seen.get(relay_id) != life:
            self._seen[relay_id] = life
            self.outlivers.append(f"{now:.1f}: the entry of {stream} names life {life[1]} of relay {life[0]}, which "
                                  f"ended {now - ended:.1f} s before; {beyond:.1f} s too long")

    def _look_at_relays(self):
        owners = {}
        for name, relay in self._site.relays.items():
            answer = self._site.streams(relay)
            self.answers += answer is not None
            for stream, is_here, _ in answer or ():
                if is_here:
                    owners.setdefault(stream, []).append(name)
        now = time.monotonic()
        double = {(stream, pair) for stream, names in owners.items() for pair in itertools.combinations(names, 2)}
        self._double = {key: self._double.get(key, now) for key in double}
        for (stream, names), since in self._double.items():
            self.doubled = max(self.doubled, now - since)
            with self._lock:
                due = self._model.owners_due(since, names)
            self.doubled_healed = max(self.doubled_healed, now - due + LEASE)
            if now - due > SLACK:
                self._double[stream, names] = float("inf")
                self.doubles.append(f"{now:.1f}: {stream} has owners {names} since {since:.1f}, "
                                    f"{now - due:.1f} s too long")
