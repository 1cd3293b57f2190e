"""etcd that fails, comes back, forgets, or remembers too much, and a relay that is cut off from it."""
import time

import wire
from clustering import (LEASE, PREFIX, SETTLED, cut, end, heal, is_ready, known, owner, source, start, txns, wait,
                        wait_settled)
from etcd import ELECTION, Etcd
from participants import Crowd

#: Streams of each relay, where many register again at once.
MANY = 40
#: Between two frames of each of these, in seconds.
RARELY = 1.0
#: The share of all writes that a quarter of a second may have. A herd has all of them there.
HERD = 0.6


def run(trial, etcd):
    relays = [start(trial, etcd) for _ in range(3)]
    with Crowd() as crowd:
        away(trial, etcd, crowd, relays)
    wait_settled(relays, 0, "the end of the streams", 2 * SETTLED)
    with Crowd() as crowd:
        herd(trial, etcd, crowd, relays)
    wait_settled(relays, 0, "the end of the streams", 2 * SETTLED)
    with Crowd() as crowd:
        restored(trial, etcd, crowd, relays)
        revoked(trial, etcd, crowd, relays)
    wait_settled(relays, 0, "the end of the streams", 2 * SETTLED)
    with Crowd() as crowd:
        parted(trial, etcd, crowd, relays)
        parted_first(trial, etcd, crowd, relays)
    end(trial, *relays)
    members(trial)


def watched(crowd, relay, stream, label):
    """A viewer that has frames."""
    viewer = crowd.watch(relay, stream)
    viewer.wait_for(label, f"{stream} at {relay.address}")
    return viewer


def check_undisturbed(trial, what, publishers, viewers):
    """Whether none of them lost its connection, or waited for frames for long."""
    ended = [(member.stream, ending.reason) for member in (*publishers, *viewers) for ending in member.endings]
    lost = [member.stream for member in (*publishers, *viewers) if not member.is_connected]
    pause = max((viewer.pause for viewer in viewers), default=0)
    faults = ended[:2] or lost[:2] or ""
    trial.check(not ended and not lost, f"{what}: no publisher and no viewer is disturbed {faults}")
    trial.saw(f"the longest pause between two frames was {pause:.2f} s")


def away(trial, etcd, crowd, relays):
    """etcd is killed: what runs goes on, publishers are accepted, and known streams are still taken."""
    first, second, third = relays
    publisher = crowd.publish(first, "live", "one")
    wait_settled(relays, 1, "the stream in all directories")
    viewer = watched(crowd, second, "live", "one")
    viewer.forget()
    etcd.kill()
    wait(lambda: not any(known(relay, "current") for relay in relays), "the relays to notice that etcd is gone")
    trial.check(all(is_ready(relay) for relay in relays), "relays are healthy and ready without etcd")
    new = crowd.publish(third, "new", "new")
    trial.check(new.is_connected and known(third, "unregistered") == 1, "a new publisher is accepted")
    late = watched(crowd, third, "live", "one")
    trial.check(source(third, "live")["origin"] == first.address, "a stream that is known is taken by another relay")
    taken = crowd.publish(third, "live", "three")
    trial.check(taken.code == wire.STREAM_TAKEN, "a name that is known to be taken is refused without etcd, too")
    # Longer than a lease, by etcd's clock and by that of the relays.
    time.sleep(2 * LEASE)
    check_undisturbed(trial, "without etcd", [publisher, new], [viewer, late])
    etcd.start()
    took = wait_settled(relays, 2, "all streams in all directories")
    trial.check(True, f"all is registered {took:.1f} s after etcd's return")
    trial.check(owner(etcd, "live") == first.address and owner(etcd, "new") == third.address,
                "each stream is where it was published")
    watched(crowd, second, "new", "new")
    check_undisturbed(trial, "with etcd again", [publisher, new], [viewer, late])


def herd(trial, etcd, crowd, relays):
    """etcd comes back with nothing: all streams are registered again, but not all at once."""
    publishers = [crowd.publish(relay, f"many/{number}-{index}", "many", interval=RARELY)
                  for number, relay in enumerate(relays) for index in range(MANY)]
    wait_settled(relays, len(publishers), "many streams")
    viewer = watched(crowd, relays[1], "many/0-0", "many")
    began = time.monotonic()
    etcd.restore(None)
    back = time.monotonic()
    took = wait_settled(relays, len(publishers), "all streams in the empty etcd")
    times = txns(relays, began)
    soon = sum(each < times[0] + 1 for each in times)
    most = max(sum(each <= other < each + 0.25 for other in times) for each in times)
    trial.check(len(etcd.entries(PREFIX)) == len(publishers),
                f"{len(publishers)} streams are registered {took:.1f} s after an empty etcd took etcd's place")
    trial.check(most <= HERD * len(times),
                f"of {len(times)} writes {soon} were within the first second and {most} within the busiest quarter of "
                f"a second, and the last after {times[-1] - times[0]:.1f} s")
    trial.check(len(times) <= 2 * len(publishers), f"no more writes than needed: {len(times)}")
    trial.saw(f"etcd was away for {back - began:.1f} s")
    check_undisturbed(trial, "with an empty etcd", publishers, [viewer])


def restored(trial, etcd, crowd, relays):
    """etcd comes back with an old snapshot: streams that have moved, ended and begun since."""
    first, second, third = relays
    publisher = crowd.publish(first, "moved", "one")
    ended = crowd.publish(first, "ended", "one")
    wait_settled(relays, 2, "two streams")
    snapshot = etcd.save()
    heir = crowd.publish(second, "moved", "two", instance=publisher.instance)
    begun = crowd.publish(third, "begun", "three")
    ended.end()
    wait(lambda: owner(etcd, "moved") == second.address and owner(etcd, "ended") is None, "the changes in etcd")
    viewers = [watched(crowd, third, "moved", "two"), watched(crowd, first, "begun", "three")]
    etcd.restore(snapshot)
    now = {"moved": second.address, "begun": third.address, "ended": None}
    began = time.monotonic()
    wait(lambda: {stream: owner(etcd, stream) for stream in now} == now, "the streams of today", 2 * SETTLED)
    trial.check(True, f"the old snapshot is corrected after {time.monotonic() - began:.1f} s")
    wait_settled(relays, 2, "the streams of today in all directories")
    check_undisturbed(trial, "with an old snapshot", [heir, begun], viewers)
    late = watched(crowd, first, "moved", "two")
    trial.check(source(first, "moved")["origin"] == second.address,
                "a new viewer gets the stream from where it is today")
    late.leave()


def revoked(trial, etcd, crowd, relays):
    """All leases end at once."""
    streams = len(etcd.entries(PREFIX)) + len(relays)
    publishers = [crowd.publish(relay, f"revoked/{number}", "here") for number, relay in enumerate(relays)]
    wait_settled(relays, streams, "three more streams")
    viewers = [watched(crowd, relays[(number + 1) % 3], each.stream, "here") for number, each in enumerate(publishers)]
    before = {each.stream: owner(etcd, each.stream) for each in publishers}
    number = etcd.revoke_all()
    began = time.monotonic()
    wait(lambda: len(etcd.entries(PREFIX)) == streams, "all entries again", SETTLED)
    trial.check({each.stream: owner(etcd, each.stream) for each in publishers} == before,
                f"{number} leases are revoked, and all streams are registered {time.monotonic() - began:.1f} s later")
    wait_settled(relays, streams, "all streams in all directories")
    check_undisturbed(trial, "after that", publishers, viewers)


def parted(trial, etcd, crowd, relays):
    """A relay that is cut off from etcd accepts a publisher whose name is taken: the other one is older, and wins."""
    first, second, _ = relays
    cut(second)
    wait(lambda: known(second, "current") == 0, "the relay to notice that it is cut off")
    older = crowd.publish(first, "parted", "older")
    wait(lambda: owner(etcd, "parted") == first.address, "the older publisher's entry")
    younger = crowd.publish(second, "parted", "younger")
    trial.check(younger.is_connected, "a relay that is cut off accepts a publisher")
    viewer = watched(crowd, second, "parted", "younger")
    heal(second)
    wait(lambda: younger.endings, "the end of the younger publisher", SETTLED)
    trial.check(younger.code == wire.STREAM_TAKEN and younger.endings[0].retryable and older.is_connected
                and not older.endings, f"after healing the older one stays, and the other is told: "
                                       f"{younger.endings[0].reason}")
    trial.check(owner(etcd, "parted") == first.address, "etcd has the older one")
    took = viewer.wait_for("older", "the older publisher's frames at the other relay")
    trial.saw(f"viewers of the younger one have the older one's frames {took:.1f} s later")
    viewer.leave()
    older.end()
    wait_settled(relays, 0, "the end of the stream")


def parted_first(trial, etcd, crowd, relays):
    """A relay that is cut off loses its entry, and another publisher takes the name: the first is older, and wins."""
    _, second, third = relays
    older = crowd.publish(second, "parted", "older")
    wait_settled(relays, 1, "the stream in all directories")
    cut(second)
    wait(lambda: owner(etcd, "parted") is None, "the end of its lease", 4 * LEASE)
    younger = crowd.publish(third, "parted", "younger", returns=True)
    wait(lambda: owner(etcd, "parted") == third.address, "the younger publisher's entry", 4 * LEASE)
    younger.returns, before = False, len(younger.endings)
    trial.check(older.is_connected and not older.endings, "the publisher of the relay that is cut off is not disturbed")
    heal(second)
    wait(lambda: len(younger.endings) > before, "the end of the younger publisher", SETTLED)
    trial.check(younger.code == wire.STREAM_TAKEN and older.is_connected and not older.endings,
                f"after healing the older one stays, and the other is told: {younger.endings[-1].reason}")
    wait(lambda: owner(etcd, "parted") == second.address, "the older publisher's entry", SETTLED)
    trial.check(True, "etcd has the older one again")
    older.end()
    wait_settled(relays, 0, "the end of the stream")


def members(trial):
    """Three members of etcd: the leader is killed, then so many that none can be."""
    etcd = Etcd(trial, 3)
    etcd.start()
    relays = [start(trial, etcd) for _ in range(2)]
    first, second = relays
    with Crowd() as crowd:
        publisher = crowd.publish(first, "live", "one")
        wait_settled(relays, 1, "the stream in both directories")
        viewer = watched(crowd, second, "live", "one")
        viewer.forget()
        leader = wait(etcd.leader, "a leader")[0]
        etcd.kill(leader)
        more = crowd.publish(second, "more", "more")
        took = wait_settled(relays, 2, "a new stream without the leader", ELECTION)
        trial.check(True, f"without the leader of three members a new stream is registered after {took:.1f} s")
        etcd.kill((leader + 1) % 3)
        wait(lambda: not any(known(relay, "current") for relay in relays), "the relays to notice the lost majority")
        last = crowd.publish(first, "last", "last")
        trial.check(last.is_connected, "one member alone is no etcd, and a publisher is accepted all the same")
        etcd.start(leader, (leader + 1) % 3)
        took = wait_settled(relays, 3, "all streams", ELECTION)
        trial.check(True, f"all is registered {took:.1f} s after the majority's return")
        check_undisturbed(trial, "meanwhile", [publisher, more, last], [viewer])
    end(trial, *relays)
    etcd.kill()
