"""The needs of scenarios beside Python: programs of Debian's packages, and packages of PyPI, installed here."""
import os
import pathlib
import shutil
import subprocess
import sys

#: Where the packages of PyPI go.
ENVIRONMENT = pathlib.Path(__file__).resolve().parents[2] / ".build/acceptance-venv"
#: The Debian package that a program is in, if it has another name.
DEBIAN = {
    "cvlc": "vlc-bin vlc-plugin-base", "etcd": "etcd-server", "etcdctl": "etcd-client",
    "ffplay": "ffmpeg", "ffprobe": "ffmpeg",
    "gst-launch-1.0": "gstreamer1.0-tools gstreamer1.0-libav",
    "ip": "iproute2", "nsenter": "util-linux", "parec": "pulseaudio-utils", "ss": "iproute2", "unshare": "util-linux",
    "WebKitWebDriver": "webkit2gtk-driver gstreamer1.0-libav gstreamer1.0-plugins-good", "Xvfb": "xvfb",
    "promtool": "prometheus", "systemd-socket-activate": "systemd",
}

FFMPEG = ("ffmpeg", "ffprobe")
PROGRAMS = {
    "accessibility": ("chromium",),
    "audiences": ("etcd", "haproxy"),
    "cluster": ("etcd", "etcdctl", "openssl"),
    "cluster_large": ("etcd", "etcdctl"),
    "cluster_hour": ("etcd", "etcdctl", "gcc", "haproxy", "ip", "nsenter", "ss", "unshare"),
    "cut": ("ip", "nsenter", "unshare"),
    "congestion": ("ip", "nsenter", "ss", "unshare"),
    "containers": ("chromium", "curl", "cvlc", "gst-launch-1.0", "mpv"),
    "containers_quick": ("chromium", "curl", "cvlc", "gst-launch-1.0", "mpv"),
    "recorded": ("chromium", "cvlc", "gst-launch-1.0", "mpv"),
    "oneport": ("curl", "openssl"),
    "matrix": ("openssl",),
    "matrix_quick": ("openssl",),
    "tls": ("curl", "openssl"),
    "record": ("gcc",),
    "reload": ("curl",),
    "exhaust": ("openssl",),
    "exhaust_quick": ("openssl",),
    "floods": ("gcc", "openssl"),
    "hops": ("gcc",),
    "ipv6site": ("gcc", "ip", "openssl"),
    "scrape": ("gcc", "openssl", "prometheus", "promtool"),
    "page": ("chromium", "openssl"),
    "placement": ("etcd", "haproxy", "openssl"),
    "page_firefox": ("firefox-esr", "openssl"),
    "page_webkit": ("WebKitWebDriver", "Xvfb", "pulseaudio"),
    "browser_hostile": ("chromium",),
    "browser_memory": ("chromium",),
    "browser_faults": ("chromium", "Xvfb", "ip", "nsenter", "ss", "unshare"),
    "browser_latency": ("chromium", "Xvfb", "mpv"),
    "browser_sync": ("chromium", "Xvfb", "parec", "pulseaudio"),
    "desktop_events": ("Xvfb", "unshare", "nsenter", "ip", "pulseaudio"),
    "desktop_join": ("Xvfb", "ffmpeg", "pulseaudio"),
    "desktop_sync": ("Xvfb", "parec", "pulseaudio"),
    "desktop": ("Xvfb", "mpv", "ffplay", "vlc", "pulseaudio", "xdotool"),
    "rolling": ("etcd", "haproxy"),
    "soak": ("openssl",),
    "upgrade": ("openssl", "systemd-socket-activate"),
    "wall": ("Xvfb", "chromium", "ip", "mpv", "nsenter", "unshare"),
}
PACKAGES = {
    "oneport": ("websockets>=13",),
    "matrix": ("websockets>=13", "pyjwt[crypto]>=2.8"),
    "matrix_quick": ("websockets>=13", "pyjwt[crypto]>=2.8"),
    "page_firefox": ("websockets>=13",),
    "reload": ("pyjwt[crypto]>=2.8",),
    "snapshot": ("pillow>=10",),
    "tls": ("websockets>=13",),
}
#: Packages without the packages that these need. One version of axe-core, because a newer one may know more rules.
ALONE = {
    "accessibility": ("axe-playwright-python==0.1.8",),
}


def fulfil(names):
    """Ends this program with a message if something is missing and cannot be installed.

    Restarts it in the environment with the packages, unless it runs there already.
    """
    programs = {program for name in names for program in FFMPEG + PROGRAMS.get(name, ())}
    missing = sorted(program for program in programs if not shutil.which(program))
    if missing:
        packages = " ".join(sorted({DEBIAN.get(program, program) for program in missing}))
        sys.exit(f"{', '.join(missing)} not found; on Debian: apt-get install {packages}")
    packages, alone = (sorted({package for name in names for package in table.get(name, ())}) for table in (PACKAGES, ALONE))
    if (packages or alone) and pathlib.Path(sys.prefix) != ENVIRONMENT:
        _install(packages)
        _install(alone, "--no-deps")
        python = ENVIRONMENT / "bin/python"
        os.execv(python, [str(python), *sys.argv])


def _install(packages, *options):
    if not packages:
        return
    if not (ENVIRONMENT / "bin/pip").exists():
        print(f"Creating a Python environment in {ENVIRONMENT}.", file=sys.stderr)
        _run([sys.executable, "-m", "venv", str(ENVIRONMENT)], "Python's venv; on Debian: apt-get install python3-venv")
    pip = [str(ENVIRONMENT / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", *options]
    # Without the index if everything is installed.
    if subprocess.run([*pip, "--no-index", *packages], stderr=subprocess.DEVNULL, check=False).returncode:
        print(f"Installing {', '.join(packages)} from PyPI.", file=sys.stderr)
        _run([*pip, *packages], "access to PyPI")


def _run(command, way_out):
    if subprocess.run(command, check=False).returncode:
        sys.exit(f"'{' '.join(command)}' failed; it needs: {way_out}")
