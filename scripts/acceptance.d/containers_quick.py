"""MP4, MPEG transport stream and Matroska in all players, for 12 seconds."""
import containers

SECONDS = 12


def run(trial, seconds):
    containers.run(trial, seconds)
