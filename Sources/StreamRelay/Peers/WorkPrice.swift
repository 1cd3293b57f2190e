/// What work for a client costs it, in bytes of the rates at which clients may send (``Connection/charge(_:at:)``).
///
/// ``perMicrosecond`` turns the CPU time that a piece of work takes into bytes. So the rates that bound what clients
/// say bound the time that they take as well: all clients of an address that are not let in yet have 1 MiB a second,
/// which is about a quarter of one core; a viewer has 16 KiB a second, which is 0.4 % of one. The times are those of a
/// release build on one core of the machine that `docs/performance.md` describes; where nobody has measured one yet, the
/// price is an estimate and says so.
package enum WorkPrice {
    /// Bytes for a microsecond of one core.
    package static let perMicrosecond = 4

    /// Letting a viewer in: a hello that is read, a token that is looked up, a cursor, a welcome and the standing
    /// messages. Measured: 0.28 ms with few standing messages. Five thousand viewers of one address that come back
    /// together must not be refused, which leaves 1,600 bytes for each.
    package static let join = 1_024

    /// The relay's part of a TLS handshake. An estimate, 0.4 ms: of that, `openssl speed` measures 36 µs for a signature
    /// with P-256 (571 µs with RSA of 2,048 bits, which is charged the same) and 59 µs for each of two operations on
    /// X25519; the rest is for messages, memory and the loop's turns.
    package static let tlsHandshake = 1_536

    /// Reading and answering a request of HTTP, without what the answer holds. An estimate, 0.25 ms: parsing, origin
    /// and token, a head that is written, two system calls.
    package static let httpRequest = 1_024

    /// A stream in a list that has to be rendered for it. An estimate, 24 µs. A list is rendered once a second, and who
    /// asks in between pays for its bytes only.
    package static let listedStream = 96

    /// Each of its tracks. An estimate, 8 µs: with Foundation's `JSONEncoder`, which is not used any more, 250 streams of
    /// 16 tracks took 107 ms together, which is 27 µs a track.
    package static let listedTrack = 32

    /// A stream's name that has to be compared with a token's patterns. An estimate, 1 µs.
    package static let comparedName = 4

    /// One byte of the price is this many bytes of a list that is there already and is sent once more. An estimate:
    /// copying and sending 1 MB takes 0.5 ms, so 512 bytes take 0.25 µs.
    package static let listBytesPerByte = 512

    /// Asking for a key frame: the stream's lock, and perhaps a message to its publisher, who then has a larger frame to
    /// send to everybody. An estimate of the relay's part, 16 µs; what it costs others is bounded where requests are
    /// merged.
    package static let keyFrameRequest = 64

    /// Answering a ping: a message and a system call. An estimate, 64 µs with the event loop's turn.
    package static let ping = 256

    /// Reading any message, whatever its length: its header, the state machine, and for a short one most of the work.
    /// An estimate, 4 µs.
    package static let message = 16
}
