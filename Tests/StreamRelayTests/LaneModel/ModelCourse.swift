import StreamProtocol
import Testing

@testable import StreamRelay

/// What a run of the model is like.
struct ModelCourse: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// How many event loops share the viewers.
    var eventLoops = 1
    /// Whether some viewers ask for batches.
    var doesBatch = false
    /// Whether tracks are of other kinds in each epoch.
    var changesKinds = false
    /// The errors that may end a viewer; whoever is ended by none of them has received or been told of everything.
    var errors: Set<ErrorCode> = [.tooSlow]
    /// What else is set for the relay, such as a budget that is always short.
    var configure: @Sendable (inout RelayConfiguration) -> Void = { _ in }

    static let all = [
        ModelCourse(testDescription: "one event loop"),
        ModelCourse(testDescription: "one event loop, batches", doesBatch: true),
        ModelCourse(testDescription: "three event loops, kinds that change", eventLoops: 3, changesKinds: true),
        ModelCourse(
            testDescription: "three event loops, batches, kinds that change",
            eventLoops: 3,
            doesBatch: true,
            changesKinds: true
        ),
    ]
}
