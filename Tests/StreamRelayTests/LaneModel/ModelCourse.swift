import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamRelay

/// The conditions of a run of the model.
struct ModelCourse: Sendable, CustomTestStringConvertible {
    let name: String
    var carrier = ModelCarrier.tcp
    /// How many event loops share the viewers.
    var eventLoops = 1
    /// Whether some viewers ask for batches.
    var doesBatch = false
    /// Whether tracks are of other kinds in each epoch.
    var changesKinds = false
    /// Bytes that the relay may take; `nil` for more than it needs.
    var memory: Int?

    var testDescription: String { "\(name), \(carrier)" }

    /// The errors that may end a viewer. A viewer that none of them ends has received every frame or a gap for it.
    var errors: Set<ErrorCode> { memory == nil ? [.tooSlow] : [.tooSlow, .overloaded] }

    /// Bytes that keep the relay short of memory most of the time: two logs may have 600 KB each and get an equal part
    /// of half of this, 24 connections take 192 KB, and what viewers do not read comes on top.
    private static let shortMemory = 640 * 1024

    /// With TLS, the two courses that say most, and none where all relays have io_uring or shared pages: their lanes do
    /// without.
    static let all = ModelCarrier.all.flatMap { carrier in
        let withTLS = [FanOut.uring, .splice].contains(FanOut.underTest) ? [] : [conditions[0], conditions[3]]
        return (carrier.hasTLS ? withTLS : conditions).map { course in
            var course = course
            course.carrier = carrier
            return course
        }
    }

    private static let conditions = [
        ModelCourse(name: "one event loop"),
        ModelCourse(name: "one event loop, batches", doesBatch: true),
        ModelCourse(name: "three event loops, kinds that change", eventLoops: 3, changesKinds: true),
        ModelCourse(
            name: "three event loops, batches, kinds that change",
            eventLoops: 3,
            doesBatch: true,
            changesKinds: true
        ),
        ModelCourse(
            name: "three event loops, batches, kinds that change, too little memory",
            eventLoops: 3,
            doesBatch: true,
            changesKinds: true,
            memory: shortMemory
        ),
    ]
}
