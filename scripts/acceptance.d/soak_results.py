"""What a soak must have shown at its end: complete records, flat figures, nothing left over."""
import collections
import re

import accounts
import figures

#: A line through the last third may rise by this share of its mean, or by twice the scatter around it where that is
#: more: a relay that kept some hundred bytes of each connection would be above that.
RISE = 0.02
#: The relay's log of a viewer that it ended for its memory; the group is the viewer's address and port.
EVICTED = re.compile(r'session ended .*?code=overloaded .*?peer=(\S+) reason="The relay needs the memory that this')


def judge(soak):
    trial = soak.trial
    judge_cut_off(soak)
    trial.saw(", ".join(f"{count} {what}" for what, count in sorted(soak.counts.items())))
    trial.check(not soak.faults, f"every viewer received each frame or a gap for it, and the relay ended none of them: "
                                 f"{len(soak.faults)} faults {dict(collections.Counter(soak.faults)) or ''}")
    for stream, host in soak.hosts.items():
        judge_stayers(trial, stream, host.sent, [guest for guest in soak.stayers if guest.stream == stream])
    middle, high = accounts.percentile(soak.delays, 0.5), accounts.percentile(soak.delays, 0.99)
    trial.saw(f"latency from publisher to viewer: p50 {middle} ms, p99 {high} ms")
    third = soak.samples[len(soak.samples) * 2 // 3:]
    if trial.check(len(third) >= 3, f"{len(soak.samples)} samples were taken, {len(third)} in the last third"):
        judge_flatness(soak, third)
    after = soak.after
    trial.check(after["connections"] == after["viewers"] == after["publishers"] == 0,
                f"after the end the relay has {after['connections']} connections, {after['viewers']} viewers and "
                f"{after['publishers']} publishers")
    spare = after["descriptors"] - (soak.before["descriptors"] - soak.before["connections"])
    trial.check(spare <= 2, f"the relay has {after['descriptors']} open descriptors, {spare} more than at the start")
    trial.saw(f"connections that the relay ended, by reason: "
              f"{({key: int(value) for key, value in soak.endings.items()})}")
    rows = trial.file("soak.csv")
    trial.saw(f"{len(soak.samples)} rows are in {rows}" if trial.keeps else "use --scratch to keep the figures")


def judge_cut_off(soak):
    """The relay cannot send an error to a viewer whose socket is full. It may close without one only to free the memory
    of a slow viewer, and its log must say so of each of them."""
    evicted = collections.Counter(EVICTED.findall(soak.relay.said))
    soak.trial.saw(f"the relay ended {evicted.total()} viewers for their memory, as its log says; {len(soak.cut_off)} "
                   "slow viewers saw their connection end without an error")
    for guest in soak.cut_off:
        if not evicted[guest.address]:
            soak.faults.append(f"slow viewer of {guest.stream}: {guest.account.faults[0]}, and the log has no reason")
        evicted[guest.address] -= 1


def judge_stayers(trial, stream, sent, stayers):
    """Clients that were connected all the time have received every frame of complete epochs, or a gap for it."""
    wrong = []
    for guest in stayers:
        had, first = guest.account.had, min(guest.account.had, default=0)
        wrong += [f"{guest.carrier}: {had[epoch]} of {count} in epoch {epoch}" for epoch, count in sent.items()
                  if epoch > first and had[epoch] != count]
    trial.check(not wrong, f"{stream}: the {len(stayers)} viewers that stayed account for all {sum(sent.values())} "
                           f"frames of {len(sent)} epochs {wrong[:5] or ''}")


def judge_flatness(soak, third):
    trial, times = soak.trial, [row["seconds"] for row in third]
    for key, unit, least in (("rss_kb", "kB", 512), ("data_kb", "kB", 512), ("threads", "", 0.5),
                             ("spare descriptors", "", 1)):
        values = [row["descriptors"] - row["connections"] if key == "spare descriptors" else row[key]
                  for row in third]
        line = figures.Line(times, values)
        bound = max(RISE * line.mean, 2 * line.scatter, least)
        trial.check(line.rise <= bound, f"{key}: {line.mean:.0f} {unit} on average in the last third, rising by "
                                        f"{line.rise:.1f}; the bound is {bound:.1f}")
    first = soak.samples[0]
    spent = third[-1]["cpu_seconds"] - first["cpu_seconds"]
    trial.saw(f"resident memory: {soak.before['rss_kb']} kB before the load, {first['rss_kb']} kB in the first sample, "
              f"{third[-1]['rss_kb']} kB in the last; CPU: {spent / max(1, times[-1]):.3f} of a core")
