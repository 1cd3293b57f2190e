"""Every option reaches the encoder, libx264 and h264_vaapi: checked by the output and the driver's log."""
import collections
import os

import clips
import headers
import media

SECONDS = 4
RATE = 30
X264, VAAPI = "libx264", "h264_vaapi"
#: What came out: headers' fields, libx264's settings, the driver's lines, bits a second, IDR pictures with and without
#: parameter sets, the numbers of IDR pictures.
Result = collections.namedtuple("Result", "fields x264 driver bit_rate sets idr")


def run(trial, seconds):
    clip = clips.pictures_to_encode(trial.file("clip.mkv"), seconds)
    relay = trial.relay()
    for encoder in (X264, VAAPI):
        for name, (options, checks) in CASES.items():
            check = checks.get(encoder)
            if check is REFUSED:
                refused(trial, relay, clip, encoder, options)
            elif check:
                result = encode(trial, relay, clip, encoder, options, seconds)
                holds, text = check(result) if result else (False, "no result")
                trial.check(holds, f"{encoder} {' '.join(options) or 'with its defaults'}: {text}")


def publish(trial, relay, clip, encoder, options, log):
    device = ["--vaapi-device", "/dev/null"] if encoder == VAAPI else []
    return trial.publish(f"{relay.address}/live", clip, "--speed", "0", "--encoder", encoder, *device, *options,
                         env=dict(os.environ, X264VA_LOG=str(log)))


def encode(trial, relay, clip, encoder, options, seconds):
    path, log = trial.file("out.h264"), trial.file("driver.log")
    log.unlink(missing_ok=True)
    watcher = trial.watch(f"{relay.address}/live", "-o", path, "--force")
    watcher.wait_to_say("Waiting for '")
    publisher = publish(trial, relay, clip, encoder, options, log)
    code = publisher.wait(120)
    if code:
        trial.saw(f"{encoder} {' '.join(options)}: publish exited with {code}: {publisher.said.strip()[-300:]}")
        trial.end(watcher)
        return None
    watcher.wait()
    fault = media.decoding_fault(path)
    if fault:
        trial.check(False, f"{encoder} {' '.join(options)}: the stream does not decode: {fault}")
    stream = path.read_bytes()
    units = [unit for unit in media.nal_units(stream) if unit[0] & 31 in (1, 5)]
    first = [bool(unit[1] & 0x80) for unit in units]
    numbers = [sum(first[:place + 1]) - 1 for place in range(len(units))]
    idr = sorted({numbers[place] for place, unit in enumerate(units) if unit[0] & 31 == 5})
    return Result(headers.fields(path), headers.x264_settings(path), headers.driver_log(log),
                  8 * len(stream) / seconds, media.idr_pictures(stream), idr)


def refused(trial, relay, clip, encoder, options):
    publisher = publish(trial, relay, clip, encoder, options, trial.file("driver.log"))
    code = publisher.wait(60)
    trial.check(code != 0 and len(publisher.errors) == 1,
                f"{encoder} {' '.join(options)}: publish refuses with exit code {code}: {' | '.join(publisher.errors)}")


REFUSED = object()


def all_are(values, wanted):
    return bool(values) and set(values) == {wanted}


def has(name, wanted):
    """Each occurrence of the syntax element has this value."""
    def check(result):
        values = result.fields.get(name, [])
        return all_are(values, wanted), f"{name} {sorted(set(values))}"
    return check


def x264_has(**wanted):
    """libx264 reports these settings."""
    return lambda result: ({key: result.x264.get(key) for key in wanted} == wanted,
                           " ".join(f"{key}={result.x264.get(key)}" for key in wanted))


def driver_has(**wanted):
    """The driver received these values for every picture."""
    def check(result):
        seen = {key: sorted({line.get(key) for line in result.driver}, key=str) for key in wanted}
        holds = all(seen[key] == [wanted[key]] for key in wanted)
        return holds, f"the driver encoded {len(result.driver)} pictures with {seen}"
    return check


def group_of(frames):
    return lambda result: (result.idr == list(range(0, result.idr[-1] + 1, frames)) and len(result.idr) > 1,
                           f"the first IDR pictures are {result.idr[:5]}")


def bit_rate(wanted, tolerance=0.15):
    return lambda result: (abs(result.bit_rate / wanted - 1) < tolerance,
                           f"the bit rate is {result.bit_rate / 1000:.0f} kbit/s")


def both(*checks):
    def check(result):
        parts = [each(result) for each in checks]
        return all(holds for holds, _ in parts), "; ".join(text for _, text in parts)
    return check


def low_latency(result):
    fields = result.fields
    ticks = {(scale, tick) for scale, tick in zip(fields.get("time_scale", []), fields.get("num_units_in_tick", []))}
    types = {type % 5 for type in fields.get("slice_type", [])}
    holds = (all_are(fields.get("max_num_reorder_frames"), 0) and all_are(fields.get("timing_info_present_flag"), 1)
             and all(scale == 2 * RATE * tick for scale, tick in ticks) and 1 not in types and not result.sets[1]
             and result.idr[1:2] == [2 * RATE])
    return holds, (f"max_num_reorder_frames {sorted(set(fields.get('max_num_reorder_frames', [])))}, ticks {ticks}, "
                   f"slice types {types}, {result.sets[0]} of {sum(result.sets)} IDR pictures after SPS and PPS, at "
                   f"{result.idr}")


def reorders(result):
    deepest = set(result.fields.get("max_num_reorder_frames", []))
    types = {type % 5 for type in result.fields.get("slice_type", [])}
    return 1 in types and deepest != {0}, f"slice types {types}, max_num_reorder_frames {deepest}"


def slower_than_fastest(result):
    levels = {line["quality"] for line in result.driver}
    return levels and max(levels) < 7, f"quality {levels}, in the driver's range of 1 to 7"


#: The options, and the expected result of each encoder.
CASES = {
    "default": ([], {X264: both(low_latency, x264_has(rc_lookahead="0", bframes="0", sliced_threads="1")),
                     VAAPI: low_latency}),
    "baseline": (["--profile", "baseline"], {X264: has("profile_idc", 66), VAAPI: has("profile_idc", 66)}),
    "main": (["--profile", "main"], {X264: has("profile_idc", 77), VAAPI: has("profile_idc", 77)}),
    "high": (["--profile", "high"], {X264: has("profile_idc", 100), VAAPI: has("profile_idc", 100)}),
    "level": (["--level", "4.1"], {X264: has("level_idc", 41), VAAPI: has("level_idc", 41)}),
    "group in frames": (["--gop", "15"], {X264: group_of(15), VAAPI: group_of(15)}),
    "group in seconds": (["--gop", "1s"], {X264: group_of(RATE), VAAPI: group_of(RATE)}),
    "cbr": (["--rate-control", "cbr", "--bitrate", "600k"],
            {X264: both(x264_has(rc="cbr", bitrate="600", vbv_maxrate="600"), bit_rate(600_000)),
             VAAPI: both(driver_has(mode="cbr", max=600), bit_rate(600_000))}),
    "vbr": (["--rate-control", "vbr", "--bitrate", "500k", "--max-bitrate", "900k"],
            {X264: x264_has(rc="abr", bitrate="500", vbv_maxrate="900"), VAAPI: driver_has(mode="vbr", max=900)}),
    "cqp": (["--rate-control", "cqp", "--quality", "33"],
            {X264: x264_has(rc="cqp", qp="33"), VAAPI: driver_has(mode="cqp", qp=33)}),
    "crf": (["--rate-control", "crf", "--quality", "27"], {X264: x264_has(rc="crf", crf="27.0"), VAAPI: REFUSED}),
    "b-frames": (["--b-frames", "2", "--latency", "quality"], {X264: reorders, VAAPI: REFUSED}),
    "preset": (["--preset", "slow"], {X264: x264_has(subme="8", ref="5"), VAAPI: slower_than_fastest}),
    "fastest preset": (["--preset", "ultrafast"], {X264: x264_has(subme="0", cabac="0"), VAAPI: driver_has(quality=7)}),
    "quality": (["--latency", "quality"], {X264: lambda result: (int(result.x264.get("rc_lookahead", 0)) > 0,
                                                                f"rc_lookahead {result.x264.get('rc_lookahead')}"),
                                           VAAPI: has("max_num_reorder_frames", 0)}),
    "option": (["--encoder-option", "aq-mode=0"], {X264: x264_has(aq="0")}),
    "another option": (["--encoder-option", "coder=cavlc"],
                       {X264: has("entropy_coding_mode_flag", 0), VAAPI: has("entropy_coding_mode_flag", 0)}),
    "an unknown option": (["--encoder-option", "nonsense=1"], {X264: REFUSED, VAAPI: REFUSED}),
}
