import Platform
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamRelay

/// The conditions of a run of the model.
struct ModelCourse: Sendable, CustomTestStringConvertible {
    let carrier: ModelCarrier
    /// How many events happen at least.
    var events = 2_500
    /// How many event loops share the viewers.
    var eventLoops = 1
    /// Whether some viewers ask for batches.
    var doesBatch = false
    /// Whether tracks are of other kinds in each epoch.
    var changesKinds = false
    /// Bytes that the relay may take; `nil` for more than it needs.
    var memory: Int?

    var testDescription: String {
        let conditions = [
            "event loops: \(eventLoops)", doesBatch ? "batches" : nil, changesKinds ? "kinds that change" : nil,
            memory == nil ? nil : "too little memory",
        ]
        return "\(carrier), " + conditions.compactMap(\.self).joined(separator: ", ")
    }

    /// The errors that may end a viewer. A viewer that none of them ends has received every frame or a gap for it.
    var errors: Set<ErrorCode> { memory == nil ? [.tooSlow] : [.tooSlow, .overloaded] }

    /// Bytes that keep the relay short of memory most of the time: two logs may have 600 KB each and get an equal part
    /// of half of this, 24 connections take 192 KB, and what viewers do not read comes on top.
    private static let shortMemory = 640 * 1024

    /// For each carrier a course with ten thousand events, and shorter ones under other conditions.
    static let all = ModelCarrier.all.flatMap(courses).map { course in
        var course = course
        course.events = eventsUnderTest ?? course.events
        return course
    }

    private static let eventsUnderTest = getenv("STREAMD_TEST_EVENTS").flatMap { Int(String(cString: $0)) }

    /// None with TLS where all relays have io_uring or shared pages: their lanes do without. A client of HTTP cannot ask
    /// for batches.
    private static func courses(by carrier: ModelCarrier) -> [ModelCourse] {
        if carrier.hasTLS, [.uring, .splice].contains(FanOut.underTest) { return [] }
        let simple = ModelCourse(carrier: carrier)
        var long = ModelCourse(carrier: carrier, events: 10_000, eventLoops: 3, changesKinds: true)
        var batches = simple
        batches.doesBatch = true
        var unbatched = long
        unbatched.events = simple.events
        long.doesBatch = !carrier.isHTTP
        var short = long
        short.events = simple.events
        short.memory = shortMemory
        if carrier.hasTLS { return [simple, long] }
        return carrier.isHTTP ? [simple, long, short] : [simple, batches, unbatched, long, short]
    }
}
