"""The quick part of 'record': a few kills, switches by the admin listener, playlist and export."""
import record

#: How long the recorder is killed again and again.
SECONDS = 8


def run(trial, seconds):
    bench = record.Bench(trial)
    record.kills(trial, bench, seconds)
    record.switches(trial, bench)
