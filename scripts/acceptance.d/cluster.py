"""Relays that find each other in etcd: streams and publishers that move, relays and etcd that fail, and partitions."""
import json
import os
import signal
import time

import cluster_access
import cluster_faults
import wire
from clustering import (LEASE, PREFIX, direct, end, examine, known, owner, run as command, source, start, wait,
                        wait_settled)
from etcd import Etcd, Way
from figures import free_port
from participants import Crowd

SECONDS = 1


def run(trial, seconds):
    etcd = Etcd(trial)
    etcd.start()
    relays = [start(trial, etcd) for _ in range(3)]
    with Crowd() as crowd:
        found(trial, etcd, crowd, relays)
        examined(trial, etcd, crowd, relays)
        parted(trial, etcd, crowd, relays)
        moved(trial, etcd, crowd, relays)
        taken(trial, crowd, relays)
        left(trial, etcd, crowd, relays)
    with Crowd() as crowd:
        killed(trial, etcd, crowd, relays)
    cluster_faults.run(trial, etcd)
    etcd.kill()
    cluster_access.run(trial)


def found(trial, etcd, crowd, relays):
    """A stream of one relay is watched at the others, without any --origin."""
    first, *others = relays
    publisher = crowd.publish(first, "live", "one")
    wait_settled(relays, 1, "the stream in all directories")
    entry = etcd.entries(PREFIX)["live"]
    trial.check(entry.value["address"] == first.address and entry.lease != 0,
                f"etcd has the stream at {entry.value['address']}, with a lease")
    trial.check(publisher.instance.hex() not in json.dumps(entry.value), "the publisher's instance is not in etcd")
    viewers = [crowd.watch(relay, "live") for relay in others]
    for viewer in viewers:
        viewer.wait_for("one", "the stream at another relay")
    origins = [source(relay, "live")["origin"] for relay in others]
    trial.check(origins == [first.address] * 2, f"both show where the stream comes from: {origins}")
    code, text = command(trial, "list", others[0].address)
    trial.check(code == 0 and "live" in text.split(), "another relay lists the stream")
    for viewer in viewers:
        viewer.leave()
    publisher.end()
    wait_settled(relays, 0, "the end of the stream in all directories")
    trial.check("live" not in etcd.entries(PREFIX), "the entry of a stream that has ended is gone")


def examined(trial, etcd, crowd, relays):
    """What the doctor says of a cluster, and of a relay that is not there."""
    publisher = crowd.publish(relays[0], "live", "one")
    wait_settled(relays, 1, "the stream in all directories")
    alive, silent = etcd.addresses[0], f"127.0.0.1:{free_port()}"
    code, found = examine(trial, f"etcd://{alive}")
    texts = [text for _, _, text in found]
    trial.check(code == 0 and texts[0].startswith(f"etcd at {alive} answers, version 3.")
                and texts[-1].startswith(f"The relay {relays[0].address} (1 stream) answers; its clock is "),
                f"the doctor finds etcd and the relay healthy: {code} {texts}")
    gone = f"127.0.0.1:{free_port()}"
    entry = {"address": gone, "publisher": "0" * 32, "relay": "1" * 32}
    etcd.ctl("put", PREFIX + "gone", json.dumps(entry))
    code, found = examine(trial, f"etcd://{alive}", expected=1)
    faults = [text for verdict, _, text in found if verdict == "problem"]
    trial.check(code == 1 and len(faults) == 1
                and faults[0].startswith(f"The relay {gone} cannot be reached from here: "),
                f"it names a relay that is gone: {faults}")
    etcd.ctl("del", PREFIX + "gone")
    code, found = examine(trial, f"etcd://{silent},{alive}")
    trial.check(code == 0 and [verdict for verdict, topic, _ in found if topic == "etcd"] == ["warning", "ok"],
                f"one member of two that is away is a warning: {code} {found[0]}")
    code, found = examine(trial, f"etcd://{silent}", expected=1)
    trial.check(code == 1 and [verdict for verdict, _, _ in found] == ["problem"],
                f"all that are away are a problem: {code} {found}")
    publisher.end()
    wait_settled(relays, 0, "the end of the stream")


def parted(trial, etcd, crowd, relays):
    """What the doctor says of a relay that the others do not reach, and of the same one when they do."""
    port = free_port()
    way = Way(f"127.0.0.1:{port}")
    hidden = direct(trial, etcd, port=port, advertised=way.address)
    publishers = [crowd.publish(hidden, "hall", "hall"), crowd.publish(relays[0], "yard", "yard")]
    wait_settled([*relays, hidden], 2, "the streams of both relays in all directories")
    members, options = f"etcd://{etcd.addresses[0]}", ("--between", "--also", relays[1].address)
    # Before any relay takes the stream: a connection that is cut counts as alive for some seconds.
    way.cut()
    code, found = examine(trial, members, *options, expected=1)
    faults = sorted(text for verdict, topic, text in found if (verdict, topic) == ("problem", "link"))
    expected = sorted(f"The relay {relay.address} does not take 'hall' from the relay {way.address}: it answers "
                      for relay in relays[:2])
    trial.check(code == 1 and len(faults) == 2
                and all(fault.startswith(text) for fault, text in zip(faults, expected)),
                f"it names both relays that do not reach a third one: {faults}")
    texts = [text for _, _, text in found]
    trial.check("Relays take streams from each other: 1 of 3 links work." in texts
                and any(text.startswith(f"The relay {way.address} could not be asked ") for text in texts),
                f"it counts the link that works, and names the relay that it could not ask: {texts}")
    way.heal()
    code, found = examine(trial, members, *options)
    texts = [text for _, _, text in found]
    trial.check(code == 0 and "Relays take streams from each other: 4 of 4 links work." in texts,
                f"all links work when the relay can be reached: {code} {texts}")
    trial.check(any(text.startswith(f"The relay {relays[1].address} could not be checked as a source, ") for text in texts),
                "it says that no stream of a relay without streams was asked for")
    for publisher in publishers:
        publisher.end()
    wait_settled([*relays, hidden], 0, "the end of the streams")
    hidden.signal(signal.SIGTERM)
    hidden.wait()


def moved(trial, etcd, crowd, relays):
    """The same publisher at another relay takes its stream over at once."""
    first, second, third = relays
    publisher = crowd.publish(first, "live", "one")
    wait_settled(relays, 1, "the stream in all directories")
    viewers = [crowd.watch(relay, "live") for relay in relays]
    for viewer in viewers:
        viewer.wait_for("one", "the stream at all relays")
    began = time.monotonic()
    heir = crowd.publish(second, "live", "two", instance=publisher.instance)
    trial.check(heir.is_connected and not heir.endings,
                f"the same instance is admitted at another relay within {time.monotonic() - began:.2f} s")
    for viewer in viewers:
        viewer.wait_for("two", "the stream of the other relay, at all relays")
    trial.saw(f"all viewers have its frames {time.monotonic() - began:.2f} s after its hello")
    wait(lambda: publisher.endings, "the end of the old connection")
    trial.check(publisher.code == wire.STREAM_TAKEN and publisher.endings[0].retryable,
                f"the relay that it left ends the old connection: {publisher.endings[0].reason}")
    wait(lambda: owner(etcd, "live") == second.address, "the new entry")
    faults = [viewer.faults for viewer in viewers if viewer.faults]
    trial.check(not faults, f"received frames and gaps are all frames, for all viewers {faults[:2] or ''}")
    for viewer in viewers:
        viewer.leave()
    heir.end()
    wait_settled(relays, 0, "the end of the stream")


def taken(trial, crowd, relays):
    """Another publisher of the same name at another relay."""
    first, second, third = relays
    publisher = crowd.publish(first, "live", "one")
    wait_settled(relays, 1, "the stream in all directories")
    before = known(third, "refusals_total")
    refused = crowd.publish(third, "live", "three")
    trial.check(refused.code == wire.STREAM_TAKEN and refused.endings[0].retryable,
                f"another publisher is refused at another relay: {refused.endings[0].reason}")
    trial.check(known(third, "refusals_total") == before + 1, "the relay counts that")
    refused.returns = True
    refused.connect()
    publisher.end()
    wait(lambda: refused.is_connected, "the name for the other publisher")
    viewer = crowd.watch(second, "live")
    viewer.wait_for("three", "the stream of the other publisher")
    trial.check(True, "it gets the name when the first publisher has ended the stream")
    viewer.leave()
    refused.end()
    wait_settled(relays, 0, "the end of the stream")


def left(trial, etcd, crowd, relays):
    """A relay that ends in good order takes its entries with it."""
    extra = start(trial, etcd)
    crowd.publish(extra, "guest", "guest")
    wait_settled([*relays, extra], 1, "the stream of a fourth relay")
    extra.signal(signal.SIGTERM)
    extra.wait()
    trial.check(not etcd.entries(PREFIX) and len(etcd.leases()) == len(relays),
                "a relay that ends takes its entries and its lease with it")
    wait_settled(relays, 0, "that all know it")


def killed(trial, etcd, crowd, relays):
    """kill -9 of the relay with the publishers: another publisher waits for the lease, the same one does not."""
    first, second, third = relays
    instance = os.urandom(16)
    crowd.publish(second, "moving", "old", instance=instance)
    crowd.publish(second, "name", "old")
    viewers = [crowd.watch(first, "moving"), crowd.watch(third, "name")]
    for viewer in viewers:
        viewer.wait_for("old", "the streams at other relays")
    second.signal(signal.SIGKILL)
    second.wait()
    began = time.monotonic()
    heir = crowd.publish(first, "moving", "same", instance=instance)
    trial.check(heir.is_connected and not heir.endings,
                "the same publisher is admitted elsewhere before the lease ends")
    viewers[0].wait_for("same", "its frames")
    trial.saw(f"its viewer has frames {time.monotonic() - began:.2f} s after the relay was killed")
    other = crowd.publish(third, "name", "other", returns=True)
    trial.saw(f"another publisher of the same name is {'refused' if other.endings else 'admitted'} at first")
    wait(lambda: owner(etcd, "name") != second.address, "the end of the dead relay's entry")
    took = time.monotonic() - began
    trial.check(took <= 2 * LEASE + 2, f"the entry of the dead relay is gone {took:.1f} s after it was killed")
    wait(lambda: other.is_connected, "the name for another publisher")
    viewers[1].wait_for("other", "its frames")
    trial.saw(f"another publisher has the name, and its viewer has frames, after {time.monotonic() - began:.1f} s")
    leases = etcd.leases()
    trial.check(len(leases) == 2, f"the dead relay's lease is gone: {len(leases)}")
    end(trial, *relays)
