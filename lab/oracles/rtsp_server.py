"""Serves an mp4 over RTSP without encoding, with GStreamer's server. Usage: rtsp_server.py FILE [PORT [udp|all]]

Prints "listening on rtsp://..." on standard error. With `udp` it refuses TCP (461), as some cameras do.
"""
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402


def main():
    film, port, transport = (sys.argv[1:] + ["0", "all"][len(sys.argv) - 2 :])[:3]
    Gst.init(None)
    server = GstRtspServer.RTSPServer(service=port, address="127.0.0.1")
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(f'( filesrc location="{film}" ! qtdemux name=film '
                       'film.video_0 ! queue ! h264parse ! video/x-h264,alignment=au ! '
                       'rtph264pay name=pay0 pt=96 config-interval=0 '
                       'film.audio_0 ! queue ! aacparse ! rtpmp4gpay name=pay1 pt=97 )')
    if transport == "udp":
        factory.set_protocols(GstRtsp.RTSPLowerTrans.UDP)
    server.get_mount_points().add_factory("/film", factory)
    server.attach(None)
    print(f"listening on rtsp://127.0.0.1:{server.get_bound_port()}/film", file=sys.stderr, flush=True)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
