"""Puts seeds into corpus/TARGET: seeds.tsv, the negative vectors, the example of a settings file, and the test vectors
where they are on this machine."""
import json
import pathlib
import re
import sys

target, vectors = sys.argv[1], pathlib.Path(sys.argv[2])
corpus = pathlib.Path("corpus") / target
tail = bytes(4)  # decides where the input is cut; the fuzzer changes it


def seed(name, data):
    path = corpus / ("seed-" + name)
    if not path.exists():
        path.write_bytes(data[:9000] + tail)


for line in pathlib.Path("seeds.tsv").read_text().splitlines():
    name, targets, value = line.split("\t")
    if target in targets.split(","):
        seed(name, json.loads(value).encode() if value.startswith('"') else bytes.fromhex(value))


def conformance(line, parts):
    """The bytes of a line of the negative vectors; their README describes the form."""
    line = line.split("#")[0].strip()
    if line == "<name>":
        return b"live"
    if line.startswith("@"):
        return b"".join(conformance(line, parts) for line in parts[line[1:]])
    digits, _, count = line.partition("*")
    return bytes.fromhex(digits) * int(count or 1)


for side in {"wire": ["relay", "client"], "session": ["relay"]}.get(target, []):
    vectors_of_side = json.loads(pathlib.Path(f"../Tests/StreamProtocolTests/conformance/{side}.json").read_text())
    for index, case in enumerate(vectors_of_side["cases"]):
        seed(f"{side}-{index}", b"".join(conformance(line, vectors_of_side["parts"]) for line in case["bytes"]))

if target == "settings":
    example = pathlib.Path("../docs/relay.example.yaml").read_text()
    seed("example", example.encode())
    # The settings that are comments in the example.
    seed("all", re.sub("(?m)^#(?=[a-z])", "", example).encode())

if (vectors / "MANIFEST.tsv").exists():
    suffixes = {"adts": "aac"} | dict.fromkeys(["splitter", "accessunits", "packets", "containers"], "h264")
    suffix = suffixes.get(target)
    for path in sorted(vectors.glob("*." + suffix)) if suffix else []:
        seed(path.name, path.read_bytes())
    if target == "sps":
        lists = json.loads((vectors / "sps.json").read_text())
        for index, entry in enumerate(lists["sps"] + lists["quirks"]):
            seed(f"sps-{index}", bytes.fromhex(entry["sps"]))
    if target in ("avcc", "packets"):
        for index, entry in enumerate(json.loads((vectors / "avcc.json").read_text())["avcc"]):
            seed(f"avcc-{index}", bytes.fromhex(entry["avcc"]))
    for index, entry in enumerate(json.loads((vectors / "fuzz.json").read_text())["inputs"]):
        seed(f"fuzz-{index}", bytes.fromhex(entry["hex"]))
