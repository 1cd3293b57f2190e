"""Ten thousand networks of one IPv6 site attack; 230 viewers miss nothing, the site is limited.

Needs root, or a system that allows namespaces to all users. The relay, the viewers and the attackers run in a network
namespace in which all addresses of the site belong to the machine; honest clients use IPv4.
"""
import asyncio
import os
import pathlib
import shutil
import subprocess
import sys

import floods
import wire
from hostile import allow_descriptors

SECONDS = 30
SITE = "2001:db8:1::"
#: What one address may have; the site may have twice as much.
PER_ADDRESS = 500
SILENT = 5000
#: Connections beyond the limits that the relay keeps open for a moment: at most a thousand refused ones that may read
#: the reason, and 64 candidates for publishers for each event loop.
BEYOND = 1000 + 64 * os.cpu_count()
_INSIDE = "STREAMD_TRIAL_SITE"
_SETUP = (f"ip link set lo up && ip -6 route add local {SITE}/48 dev lo && "
          "echo 1 >/proc/sys/net/ipv6/ip_nonlocal_bind && exec \"$@\"")


def run(trial, seconds):
    if os.environ.get(_INSIDE):
        asyncio.run(_prepared(trial).go(seconds))
        return
    if not shutil.which("ip") or not shutil.which("unshare"):
        trial.saw("ip or unshare is not installed, so the IPv6 site is not tested; "
                  "on Debian: apt-get install iproute2 util-linux")
        return
    namespace = ["unshare", "--net"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
    program = pathlib.Path(__file__).resolve().parents[1] / "acceptance"
    command = [*namespace, "sh", "-c", _SETUP, "site", sys.executable, program, "ipv6site", "--seconds", seconds,
               "--streamd", trial.streamd, "--scratch", trial.file("ipv6site")]
    ran = subprocess.run(list(map(str, command)), env=os.environ | {_INSIDE: "yes"}, check=False)
    trial.check(ran.returncode == 0, "all checks of the IPv6 site, above, passed")


def _prepared(trial):
    allow_descriptors(SILENT + 2000)
    site = SiteFloods(trial)
    site.prepare()
    return site


class SiteFloods(floods.Floods):
    endpoint = None

    def prepare(self):
        # Limits per address that the attackers' 10,000 addresses never reach: only their site can.
        super().prepare("--max-connections-per-address", PER_ADDRESS, "--allow-clear-tokens", host="[::]")

    def started(self):
        port = self.relay.endpoint[1]
        self.endpoint = ("127.0.0.1", port)
        self.relay.address = f"127.0.0.1:{port}"

    def attacks(self):
        hello = wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live", token="wrong")
        site = ["-6", SITE]
        limits = floods.LIMITS | {floods.TIMEOUT, floods.HUNG_UP, "unauthorized"}
        return [
            floods.Attack(f"{SILENT} silent connections from a site", limits,
                          [*site, "-n", SILENT, "-e", "hold"], [b""]),
            floods.Attack("wrong tokens from a site", limits, [*site, "-n", 64, "-e", "answer"], [hello]),
            floods.Attack("viewers from a site", limits, [*site, "-n", 3000, "-e", "hold", "-l", 10],
                          [wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live", token=self.secret(self.token))]),
        ]

    async def go(self, seconds):
        self.baseline = await self.rest()
        kept = {}
        for length in (seconds, seconds / 2):
            for attack in self.attacks():
                before = await self.snapshot()
                watching = asyncio.create_task(self.most_of_site(before["connections"]))
                kept.setdefault(attack.name, []).append(await self.attack(
                    attack.name, attack.reasons, length, lambda: self.run_flood(attack, length)))
                watching.cancel()
                most = await watching
                others = floods.VIEWERS + 3 * floods.GUESTS + 1
                self.trial.check(most <= 2 * PER_ADDRESS + others + BEYOND,
                                 f"{attack.name}: the relay had at most {most:.0f} connections; a site may have "
                                 f"{2 * PER_ADDRESS}, other clients have {others}, and up to {BEYOND} are about to end")
        self.judge_memory(kept)
        self.judge_machine()

    async def most_of_site(self, most):
        """The largest number of simultaneous connections until this task is cancelled."""
        try:
            while True:
                most = max(most, (await self.snapshot())["connections"])
                await asyncio.sleep(0.5)
        except asyncio.CancelledError:
            return most
