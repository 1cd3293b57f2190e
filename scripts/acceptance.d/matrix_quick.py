"""One of seven cases of the matrix of tokens and protocols."""
import matrix

SECONDS = 0
#: Prime to the number of ways and of places to ask from, so that each of them meets tokens of all kinds.
EVERY = 7


def run(trial, _):
    matrix.run(trial, 0, EVERY)
