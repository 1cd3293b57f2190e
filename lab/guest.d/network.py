"""An uplink cut from 8 to 1 Mbit/s and back: bounded latency, continuous pictures, the bit rate recovers."""
import signal
import subprocess
import time

import media
import recorder
from recording import Recording

SECONDS = 25
GROUP_SECONDS = 2
LATENCY = 1 + GROUP_SECONDS
RECOVERY = 15
BIT_RATE = 4_000_000
#: A network of the publisher's and the relay's own: between two interfaces of which one shapes what it sends.
RELAY, PUBLISHER = "10.99.0.1", "10.99.0.2"


def act(trial, out, seconds):
    for command in ("ip netns add uplink", "ip link add near type veth peer name far netns uplink",
                    f"ip address add {RELAY}/24 dev near", "ip link set near up",
                    f"ip -n uplink address add {PUBLISHER}/24 dev far", "ip -n uplink link set far up"):
        subprocess.run(command.split(), check=True)
    # A picture that needs the whole bit rate: test pattern 21 is noise.
    subprocess.run(["v4l2-ctl", "-d", "/dev/video0", "-c", "test_pattern=21"], check=True)
    shape("8mbit")
    relay = trial.relay("--open", host=RELAY)
    recording = Recording(trial, relay, out / "live")
    publisher = trial.start("ip", "netns", "exec", "uplink", trial.streamd, "publish", "--to", f"{relay.address}/live",
                            "--size", "320x180", "--fps", "30", "--bitrate", BIT_RATE, "--gop", f"{GROUP_SECONDS}s")
    recording.wait_for(seconds)
    moments = []
    for rate in ("1mbit", "8mbit"):
        shape(rate, again=True)
        moments.append(time.time_ns() // 1000)
        time.sleep(seconds)
    (out / "moments").write_text(" ".join(map(str, moments)))
    publisher.signal(signal.SIGINT)
    code = publisher.wait()
    (out / "publish.log").write_text(publisher.said)
    codes = code, *recording.wait_for_end()
    trial.check(codes == (0, 0, 0), f"publish, watch and the recorder exit with 0: {codes}")


def shape(rate, again=False):
    """tbf's queue holds a tenth of a second: the rest waits in the publisher, which can see it."""
    tc = "ip netns exec uplink tc qdisc".split()
    if again:
        subprocess.run([*tc, *"del dev far root".split()], check=True)
    subprocess.run([*tc, *f"add dev far root tbf rate {rate} burst 16kb latency 100ms".split()], check=True)


def judge(trial, out, seconds):
    for line in (out / "publish.log").read_text().splitlines():
        trial.saw(line)
    folder = out / "live"
    cut, restored = (int(moment) for moment in (out / "moments").read_text().split())
    lines = recorder.frames(folder)
    for name, begin, end in (("before", 0, cut), ("cut", cut, restored), ("restored", restored, float("inf"))):
        part = [line for line in lines if begin <= line.arrival < end]
        delays = sorted((line.arrival - line.capture) / 1e6 for line in part) or [float("inf")]
        trial.check(delays[-1] < LATENCY,
                    f"{name}: latency from capture to viewer: p50 {delays[len(delays) // 2]:.2f} s, "
                    f"maximum {delays[-1]:.2f} s, in {len(part)} pictures")
    pauses = [((b.arrival - a.arrival) / 1e6, (a.arrival - cut) / 1e6) for a, b in zip(lines, lines[1:])]
    longest, when = max(pauses)
    trial.check(longest < LATENCY, f"the longest time without a picture is {longest:.2f} s, {when:.1f} s after the cut")
    usual = rate_between(lines, cut - 8_000_000, cut)
    trial.check(usual > BIT_RATE / 2, f"the bit rate before the cut is {usual / 1e6:.2f} Mbit/s")
    trial.saw(f"the bit rate during the cut is {rate_between(lines, cut + 5_000_000, restored) / 1e6:.2f} Mbit/s")
    moments = [restored + second * 1_000_000 for second in range(1, int(seconds) - 2)]
    back = next(((moment - restored) // 1_000_000 for moment in moments
                 if rate_between(lines, moment, moment + 2_000_000) > 0.8 * usual), None)
    trial.check(back is not None and back <= RECOVERY,
                f"the bit rate is at 80 % again {back} s after the end of the cut")
    fault = media.decoding_fault(folder / "watch.h264")
    trial.check(fault is None, f"the file of watch decodes{': ' + fault if fault else ''}")


def rate_between(lines, begin, end):
    """Received bits per second."""
    return 8e6 * sum(line.bytes for line in lines if begin <= line.arrival < end) / (end - begin)
