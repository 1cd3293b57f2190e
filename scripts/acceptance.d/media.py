"""Elementary streams: split, compare, make and judge them without streamd's code."""
import json
import subprocess

from trial import Abandoned

#: NAL unit types that may be added on the way: SPS, PPS, access unit delimiter, SPS extension, subset SPS.
ADDABLE = {7, 8, 9, 13, 15}
#: Frames a second, and seconds between IDR pictures, of what `make_clip` makes.
RATE = 30
GROUP_SECONDS = 2

_DELIMITER = b"\0\0\0\1\x09"


def nal_units(stream):
    """The NAL units of an Annex B stream, without start codes and the zero bytes around them (Annex B.1)."""
    units = []
    start = stream.find(b"\0\0\1")
    while start >= 0:
        end = stream.find(b"\0\0\1", start + 3)
        unit = stream[start + 3 : end if end >= 0 else len(stream)].rstrip(b"\0")
        if unit:
            units.append(unit)
        start = end
    return units


def idr_pictures(stream):
    """The number of IDR pictures with SPS and PPS directly in front of them (SEI may lie between), and without."""
    counts, before = [0, 0], []
    for unit in nal_units(stream):
        type = unit[0] & 31
        first_macroblock_is_0 = type in (1, 5) and unit[1] & 0x80  # ue(v) of 0 is one bit that is set
        if type == 5 and first_macroblock_is_0:
            counts[{7, 8} - set(before) != set()] += 1
        before = [] if type in (1, 5) else before + [type]
    return tuple(counts)


def access_units(clip):
    """The access units of a stream that has a delimiter before each, as `make_clip` makes it."""
    return [_DELIMITER + rest for rest in clip.split(_DELIMITER)[1:]]


def compare_nal_units(sent, received):
    """What was added on the way, and the first forbidden difference, or None."""
    added, position = 0, 0
    for unit in received:
        if position < len(sent) and (unit == sent[position] or is_completed(sent[position], unit)):
            position += 1
        elif unit[0] & 31 in ADDABLE:
            added += 1
        else:
            return added, f"NAL unit {position} of {len(sent)} differs (received type {unit[0] & 31})"
    return added, None if position == len(sent) else f"{len(sent) - position} of {len(sent)} NAL units are missing"


def is_completed(sent, received):
    """Whether an SPS is another one with more at its end: the difference begins with a flag right before its stop
    bit."""
    if not sent[0] & 31 == received[0] & 31 == 7 or len(received) <= len(sent):
        return False
    bits = int.from_bytes(sent, "big")
    same = 8 * len(sent) - (bits & -bits).bit_length() - 1  # neither the stop bit nor the flag
    return int.from_bytes(received, "big") >> (8 * len(received) - same) == bits >> (8 * len(sent) - same)


def raw_data_blocks(stream):
    """The AAC in an ADTS stream, one `raw_data_block` after the other (ISO/IEC 14496-3, 1.A.2 and 1.A.3).

    Blocks that share a frame without positions stay in one piece: only decoding could separate them.
    """
    blocks, at = [], 0
    while at + 7 <= len(stream):
        following = at + _adts_length(stream, at)
        if following == at or not _may_follow(stream, following):
            at += 1
            continue
        if following > len(stream):
            break
        blocks += _blocks_of_frame(stream[at:following])
        at = following
    return blocks


def _may_follow(stream, at):
    """Whether a frame, a tag or the end is at the expected end of a frame."""
    return at + 7 > len(stream) or stream[at : at + 3] == b"ID3" or _adts_length(stream, at) > 0


def _adts_length(stream, at):
    header = stream[at : at + 7]
    if len(header) < 7 or header[0] != 0xFF or header[1] & 0xF6 != 0xF0 or header[2] >> 2 & 15 > 12:
        return 0
    length = (header[3] & 3) << 11 | header[4] << 3 | header[5] >> 5
    return length if length >= (7 if header[1] & 1 else 9) else 0


def _blocks_of_frame(frame):
    count = (frame[6] & 3) + 1
    if frame[1] & 1:
        return [frame[7:]]
    if count == 1:
        return [frame[9:]]
    start = 7 + 2 * (count - 1) + 2
    positions = [int.from_bytes(frame[7 + 2 * i : 9 + 2 * i], "big") for i in range(count - 1)]
    ends = [start + position for position in positions] + [len(frame)]
    starts = [start] + ends[:-1]
    return [frame[begin : end - 2] for begin, end in zip(starts, ends)]


def make_clip(path, seconds, bit_rate="2M", group_seconds=GROUP_SECONDS, size="1280x720"):
    """Makes H.264 of 30 frames per second, an IDR picture every 2 s unless asked otherwise, a delimiter before every
    picture."""
    group = str(round(RATE * group_seconds))
    picture = ["-f", "lavfi", "-i", f"testsrc2=size={size}:rate={RATE}", "-t", str(seconds)]
    coding = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"]
    rate = ["-b:v", bit_rate, "-maxrate", bit_rate, "-bufsize", bit_rate]
    groups = ["-g", group, "-keyint_min", group, "-sc_threshold", "0"]
    form = ["-bsf:v", "h264_metadata=aud=insert", "-f", "h264", str(path)]
    made = _run("ffmpeg", "-nostdin", "-y", "-loglevel", "error", *picture, *coding, *rate, *groups, *form)
    if made.returncode:
        raise Abandoned(f"ffmpeg cannot make a clip: {made.stderr}")
    return path


def decoding_fault(path):
    """Decodes a file with FFmpeg, which stops at the first error; returns its message, or None."""
    judged = _run("ffmpeg", "-nostdin", "-loglevel", "error", "-xerror", "-err_detect", "explode",
                  "-threads", "1", "-i", str(path), "-f", "null", "-")
    return None if judged.returncode == 0 and not judged.stderr else (judged.stderr.strip() or "no error message")[:300]


def pictures(path):
    """The MD5 of every decoded picture."""
    return _run("ffmpeg", "-nostdin", "-loglevel", "error", "-i", str(path), "-f", "framemd5", "-").stdout


def probe(path, *options):
    """ffprobe's output about the first stream of a file or an address."""
    judged = _run("ffprobe", "-loglevel", "error", "-count_frames", *options, "-show_streams", "-of", "json", str(path))
    streams = json.loads(judged.stdout or "{}").get("streams", [])
    return (streams[0] if streams else {}), judged.stderr.strip()


def _run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
