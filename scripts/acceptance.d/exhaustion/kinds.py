"""A track that changes its kind within an epoch is refused, so that no viewer loses frames without a gap."""
import threading

import wire

SECONDS = 5
FRAMES = 10


def run(trial, seconds):
    relay = trial.relay()
    viewer, reading = watch_video(relay)
    ending, refused = change_within_an_epoch(relay)
    trial.check(refused, f"the relay ends the publisher: {ending and ending.reason}")
    if refused:
        trial.check(change_at_epochs(relay), "the relay accepts kinds that change with a new epoch")
    reading.join(30)
    trial.check(viewer.received > 0 and not viewer.faults,
                f"a video viewer: {viewer.received} received frames and {viewer.missed} in gaps are all frames "
                f"{viewer.faults[:3] or ''}")
    trial.check(viewer.ending is not None and viewer.ending.code == wire.END_OF_STREAM,
                "the video viewer receives the end of the stream")


def watch_video(relay):
    viewer, welcomed = wire.Viewer(), threading.Event()
    connection = wire.Connection(relay.endpoint)
    connection.send(wire.PREFACE + wire.hello(wire.SUBSCRIBE, "live", more=wire.option(wire.KINDS, b"\x01")))

    def read():
        with connection:
            while viewer.ending is None and (received := connection.next()) is not None:
                connection.send(viewer.take(*received))
                welcomed.set()

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    welcomed.wait(30)
    return viewer, thread


def change_within_an_epoch(relay):
    """The relay's last message, and whether it is a clear error."""
    connection, epoch = publish(relay)
    with connection:
        for group, kind in enumerate((wire.VIDEO, wire.AUDIO, wire.VIDEO)):
            send_group(connection, epoch, kind, group * FRAMES)
        send(connection, wire.goodbye(wire.END_OF_STREAM))
        ending = connection.ending()
    return ending, ending is not None and ending.code == wire.MALFORMED and "kind" in ending.reason


def change_at_epochs(relay):
    connection, epoch = publish(relay)
    with connection:
        for later, kind in enumerate((wire.VIDEO, wire.AUDIO, wire.VIDEO)):
            send_group(connection, epoch + later, kind, 0)
        connection.send(wire.goodbye(wire.END_OF_STREAM))
        return connection.ending() is None


def publish(relay):
    connection = wire.Connection(relay.endpoint)
    connection.send(wire.PREFACE + wire.hello(wire.PUBLISH, "live"))
    return connection, wire.read_welcome(connection.wait_for(wire.WELCOME)[2]).epoch


def send_group(connection, epoch, kind, first):
    """A track table and a group of frames."""
    pieces = wire.tracks(epoch, kind)
    for number in range(first, first + FRAMES):
        pieces += wire.frame(epoch, number, b"frame", wire.RANDOM_ACCESS if number == first else 0)
    send(connection, pieces)


def send(connection, data):
    """Sends also to a relay that has refused and closed; its response is found when it is read."""
    try:
        connection.send(data)
    except OSError:
        pass
