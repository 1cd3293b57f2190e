"""What an hour of faults in a cluster has shown."""
import collections

from cluster_model import BOUND, KEEPALIVE, LEASE
from figures import quantile

#: How long a publisher may take to be at a relay: each of four may take 1 s to connect to, and 1 s to wait before.
RETURNS = 8
#: How much longer a new program may take, which is another publisher: its predecessor may be behind a cut link, where
#: its relay waits for it; and the entry of a dead relay lasts for a lease, and one more if etcd changes its leader.
SUCCEEDS = KEEPALIVE + 2 * LEASE
#: What a relay may have at the end of any of its lives, however long it was; the memory in kilobytes. It has at most 32
#: clients and eight streams here.
MOST_MEMORY, MOST_DESCRIPTORS = 200_000, 160
#: So many examples of a fault are shown.
_SHOWN = 10


def judge(trial, audience, director, observer, publishers):
    for kind, count in director.counts.most_common():
        trial.saw(f"{count} × {kind}")
    trial.saw(f"etcd's leader changed {observer.changes} times, as {observer.looks} looks have seen; "
              f"{audience.late} looks at viewers were late")
    trial.check(observer.answers > observer.looks, f"relays have said {observer.answers} times which streams they have")
    for kind, waits in sorted(audience.back.items()):
        opened, owed = zip(*waits)
        trial.saw(f"pictures back after {kind}: {len(waits)} times, {quantile(opened, 0.5):.2f} s (median) and "
                  f"{max(opened):.2f} s at most after there was a way; {max(owed):.2f} s beyond the allowances")
    _show(trial, audience.faults, f"pictures are back within {BOUND:.0f} s of the publisher's being reachable, beside "
          "the allowances of cluster_model.py")
    _judge_publishers(trial, publishers)
    _show(trial, observer.outlivers, "no entry outlives its relay by more than its lease, and one more for each change "
          f"of etcd's leader: {observer.outlived:.1f} s at most, {observer.beyond:.1f} s beyond what is allowed")
    _show(trial, observer.doubles, f"no stream has two owners for longer than a lease after healing: "
          f"{observer.doubled:.1f} s at most, and {max(0.0, observer.doubled_healed):.1f} s after healing")
    _judge_bytes(trial, audience.viewers, publishers)
    ages, memory, descriptors = zip(*director.lives)
    trial.check(max(memory) <= MOST_MEMORY and max(descriptors) <= MOST_DESCRIPTORS,
                f"at the end of {len(ages)} lives of {max(ages):.0f} s at most, a relay has "
                f"{max(memory) / 1000:.0f} MB and {max(descriptors)} descriptors at most; "
                f"{quantile(memory, 0.5) / 1000:.0f} MB and {quantile(descriptors, 0.5)} are the medians")


def _judge_publishers(trial, publishers):
    for is_new, bound in ((False, RETURNS), (True, RETURNS + SUCCEEDS)):
        took = [seconds for publisher in publishers for new, seconds in publisher.absences if new == is_new]
        longest = max(took, default=0.0)
        trial.check(longest <= bound, f"a publisher {'whose program is new' if is_new else 'that has lost its relay'} "
                    f"is at a relay {quantile(took or [0], 0.5):.1f} s (median) and {longest:.1f} s at most after it "
                    f"can be, of {len(took)} times")


def _judge_bytes(trial, viewers, publishers):
    _show(trial, [f"{viewer.name}: {fault}" for viewer in viewers for fault in viewer.faults],
          f"each viewer's bytes are whole messages, and frames and gaps are all frames: "
          f"{sum(each.frames for each in viewers)} frames on {sum(each.welcomes for each in viewers)} connections")
    told, absent = (sum(getattr(viewer, name) for viewer in viewers) for name in ("missed", "absent"))
    trial.check(told >= absent, f"gaps tell of {told} frames, and {absent} are missing before one that came")
    codes = collections.Counter(f"{code:#06x}" if code is not None else "lost"
                                for viewer in viewers for _, _, _, code, _ in viewer.endings)
    trial.saw(f"viewers' last connections ended by {dict(codes)}, publishers' by "
              f"{dict(sum((each.endings for each in publishers), collections.Counter()))}")


def _show(trial, faults, text):
    trial.check(not faults, text)
    for fault in faults[:_SHOWN]:
        trial.saw(f"  {fault}")
    if len(faults) > _SHOWN:
        trial.saw(f"  and {len(faults) - _SHOWN} more")
