/// The price of work for a client, in bytes of the rates at which clients may send (``Connection/charge(_:at:)``).
///
/// ``perMicrosecond`` converts CPU time into bytes, so the rates that limit bytes limit CPU time as well: all clients
/// of an address that are not admitted yet have 1 MiB a second, about a quarter of a core; a viewer has 16 KiB a
/// second, 0.4 % of a core. The times are those of a release build on one core of the machine that
/// `docs/performance.md` describes. A price that was not measured is marked as an estimate.
package enum WorkCost {
    /// Bytes for a microsecond of one core.
    package static let perMicrosecond = 4

    /// Admission of a viewer: a hello that is read, a token that is looked up, a cursor, a welcome and the retained
    /// messages. Measured: 0.28 ms with few retained messages. It is charged to the connection and not to its address: a
    /// connection joins once, so the rate of connections limits joins, and five thousand viewers of one address that
    /// come back together over TLS must not be refused.
    package static let join = 1_024

    /// The relay's part of a TLS handshake. An estimate, 0.4 ms: `openssl speed` measures 36 µs for a signature with
    /// P-256 (571 µs with RSA of 2,048 bits, which is charged the same) and 59 µs for each of two operations on X25519;
    /// the rest is for messages, memory and the event loop.
    package static let tlsHandshake = 1_536

    /// A request of HTTP and its response, without the content. An estimate, 0.25 ms: parsing, origin and token, a head
    /// that is written, two system calls.
    package static let httpRequest = 1_024

    /// A stream in a list that is rendered for a request. An estimate, 24 µs. A list is rendered once a second, and a
    /// request in between pays for its bytes only.
    package static let listedStream = 96

    /// Each track of such a stream. An estimate, 8 µs: with Foundation's `JSONEncoder`, which is no longer used, 250
    /// streams of 16 tracks took 107 ms together, 27 µs a track.
    package static let listedTrack = 32

    /// A stream's name that is compared with a token's patterns. An estimate, 1 µs.
    package static let comparedName = 4

    /// Bytes of content that exists already, a rendered list or a file of the browser player, for one byte of the
    /// price. An estimate: copying and sending 1 MB takes 0.5 ms, so 512 bytes take 0.25 µs.
    package static let contentBytesPerByte = 512

    /// A key frame request: the stream's lock, and perhaps a message to the publisher, which then sends a larger frame
    /// to all viewers. An estimate of the relay's part, 16 µs. ``KeyFrameRequests`` limits the cost for others.
    package static let keyFrameRequest = 64

    /// The answer to a ping: a message and a system call. An estimate, 64 µs with the event loop's part.
    package static let ping = 256

    /// Any message, whatever its length: its header and the state machine. An estimate, 4 µs.
    package static let message = 16

    /// Bytes of a stream's log that are wrapped for the first viewer of a container, for one byte of the price. An
    /// estimate, 1 ms for a megabyte, as for a clip. It is charged to the address.
    package static let wrappedBytesPerByte = 256

    /// Bytes of frames in a clip for one byte of the price: a search for NAL units, the tables of samples, and sending.
    /// An estimate, 1 ms for a megabyte.
    package static let clipBytesPerByte = 256
}
