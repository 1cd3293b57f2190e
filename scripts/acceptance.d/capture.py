"""When the system received each frame that goes from a publisher to a relay, and from one relay to the next.

The packets of loopback are read beside the programs, with the kernel's times, so nothing in the programs takes part. Needs
root. The receipt of a frame is that of the packet with its last byte.
"""
import ctypes
import socket
import struct
import threading

import wire

_ETHERTYPE_IP, _SO_TIMESTAMPNS, _SO_RCVBUFFORCE, _SO_ATTACH_FILTER = 0x0800, 35, 33, 26
_SOL_PACKET, _PACKET_STATISTICS = 263, 6
_BUFFER = 32 << 20
_LOOPBACK = 0x7F000001


class Capture:
    """Packets between clients at 127.0.0.1 and relays there. Viewers that do not count come from another address.

    `ports` are those of the relays, from the origin on. Begins before the first connection. The first client that gets
    frames of a relay is the next relay.
    """

    def __init__(self, ports):
        self._ports = list(ports)
        #: For each relay, the nanoseconds at which it received a frame, by epoch and number.
        self.receipts = [{} for _ in ports]
        #: Bytes that were not seen.
        self.lost = 0
        self._flows = {}
        self._sources = {}
        self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(_ETHERTYPE_IP))
        program = _filter(self._ports)
        memory = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in program))
        self._socket.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER,
                                struct.pack("HxxxxxxP", len(program), ctypes.addressof(memory)))
        self._socket.setsockopt(socket.SOL_SOCKET, _SO_RCVBUFFORCE, _BUFFER)
        self._socket.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
        self._socket.bind(("lo", _ETHERTYPE_IP))
        self._socket.settimeout(0.2)
        self._is_closed = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def close(self):
        """Ends, and counts what the system dropped."""
        self._is_closed = True
        self._thread.join()
        _, dropped = struct.unpack("II", self._socket.getsockopt(_SOL_PACKET, _PACKET_STATISTICS, 8))
        self.lost += dropped
        self._socket.close()

    def _read(self):
        while not self._is_closed:
            try:
                packet, ancillary, _, _ = self._socket.recvmsg(1 << 17, 128)
            except TimeoutError:
                continue
            seconds, nanoseconds = struct.unpack("qq", ancillary[0][2])
            self._take(packet, seconds * 10**9 + nanoseconds)

    def _take(self, packet, time):
        head = (packet[0] & 0xF) * 4
        source, target, sequence = struct.unpack_from(">HHI", packet, head)
        is_first = packet[head + 13] & 2
        payload = packet[head + (packet[head + 12] >> 4) * 4:int.from_bytes(packet[2:4], "big")]
        # What a relay sends is what the next one receives; what comes to the origin is the publisher's.
        place = self._ports.index(source) + 1 if source in self._ports else 0
        if place == len(self._ports):
            return
        flow = self._flows.setdefault((source, target), Flow())
        if is_first:
            flow.begin(sequence + 1)
        elif payload:
            frames, lost = flow.take(sequence, payload)
            self.lost += lost
            if frames and self._sources.setdefault(place, flow) is flow:
                for frame in frames:
                    self.receipts[place].setdefault(frame, time)


class Flow:
    """One direction of a connection."""

    def __init__(self):
        self._next = None

    def begin(self, sequence):
        self._next, self._reader = sequence & 0xFFFFFFFF, wire.Reader()

    def take(self, sequence, payload):
        """The frames that end in these bytes, and how many bytes are missing before them."""
        if self._next is None:
            return [], 0
        ahead = (sequence - self._next + (1 << 31)) % (1 << 32) - (1 << 31)
        if ahead > 0:
            # No message can be found any more.
            self._next = None
            return [], ahead
        self._next = (self._next + max(0, len(payload) + ahead)) & 0xFFFFFFFF
        messages = self._reader.push(payload[-ahead:])
        frames = [wire.read_frame(flags, body) for type, flags, body in messages if type == wire.FRAME]
        return [(frame.epoch, frame.sequence) for frame in frames], 0


def _filter(ports):
    """TCP from 127.0.0.1 to 127.0.0.1 that comes from one of these ports, or goes to the first: for bpf(4), as
    instruction, two jumps, and a number."""
    load_byte, load_word, load_half, load_head, equal, leave = 0x30, 0x20, 0x48, 0xB1, 0x15, 0x06
    lines = [(load_byte, None, None, 9), (equal, "go", "drop", 6),
             (load_word, None, None, 12), (equal, "go", "drop", _LOOPBACK),
             (load_word, None, None, 16), (equal, "go", "drop", _LOOPBACK),
             (load_head, None, None, 0), (load_half, None, None, 0)]
    lines += [(equal, "take", "go", port) for port in ports]
    lines += [(load_half, None, None, 2), (equal, "take", "drop", ports[0])]
    places = {"take": len(lines), "drop": len(lines) + 1}
    lines += [(leave, None, None, 1 << 18), (leave, None, None, 0)]
    return [(code, *(places.get(jump, at + 1) - at - 1 if jump else 0 for jump in (then, otherwise)), number)
            for at, (code, then, otherwise, number) in enumerate(lines)]
