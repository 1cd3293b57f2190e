// Programs with a known fault, and one without, for 'scripts/sanitize --planted'. The argument names one of them.
import Glibc
import Synchronization

/// What the threads share.
final class Shared: @unchecked Sendable {
    let first = Mutex(0)
    let second = Mutex(0)
    let isReady = Atomic<Bool>(false)
    var count = 0
    var message: [Int] = []

    /// These order nothing, because only what is tested may: the threads that have not begun, and whether one has done
    /// its part.
    let missing = Atomic<Int>(0)
    let isDone = Atomic<Bool>(false)

    func finish() {
        isDone.store(true, ordering: .relaxed)
    }

    func wait() {
        while !isDone.load(ordering: .relaxed) { usleep(200) }
    }
}

final class Counter {
    var count = 0
}

/// Refers to itself.
final class Link {
    private var next: Link?

    func tie() { next = self }
}

/// Refers to an object by a pointer in which Swift keeps the case.
enum Address: @unchecked Sendable {
    case name(Counter)
    case number(Counter)

    static let known: Address? = .number(Counter())
}

/// Copied on write.
struct Numbers: @unchecked Sendable {
    var storage = ManagedBufferPointer<Int, Int>(bufferClass: Storage.self, minimumCapacity: 4) { _, _ in 1 }

    final class Storage {}
}

/// A value that is handed to a thread, which takes it.
final class Handover<Value>: @unchecked Sendable {
    private var value: Value?

    init(_ value: Value) {
        self.value = value
    }

    func take() -> Value {
        guard let value = value.take() else { fatalError("a value is taken once") }
        return value
    }
}

func twice<Value>(_ value: Value) -> (Handover<Value>, Handover<Value>) {
    (Handover(value), Handover(value))
}

/// Runs two threads that each take a copy of `value`; there is no other.
func copies<Value>(
    of value: @autoclosure () -> Value,
    _ first: @escaping @Sendable (Handover<Value>) -> Void,
    _ second: @escaping @Sendable (Handover<Value>) -> Void
) {
    let (one, other) = twice(value())
    threads([{ first(one) }, { second(other) }])
}

/// Runs a task to its end.
func task(_ body: @escaping @Sendable () async -> Void) {
    Task {
        await body()
        shared.isReady.store(true, ordering: .releasing)
    }
    while !shared.isReady.load(ordering: .acquiring) { usleep(200) }
}

/// A task that goes on after a thread has resumed it.
func resume(_ resumer: @escaping @Sendable (UnsafeContinuation<Void, Never>) -> Void, isWaitedFor: Bool) {
    task {
        await withUnsafeContinuation { continuation in
            pthread_detach(start { resumer(continuation) })
            if isWaitedFor { shared.wait() }
        }
        shared.count += 1
    }
}

final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    var thread = pthread_t()
    let body = Unmanaged.passRetained(Body(body)).toOpaque()
    let status = pthread_create(
        &thread,
        nil,
        { body in
            if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
            return nil
        },
        body
    )
    precondition(status == 0, "a thread could not be made")
    return thread
}

/// Runs `bodies` in a thread each, to their ends. They begin when every thread is there: a thread that is over before
/// the next is made comes before it, because the thread that makes both drops references that the first one held.
func threads(_ bodies: [@Sendable () -> Void]) {
    shared.missing.store(bodies.count, ordering: .relaxed)
    let threads = bodies.map { body in
        start {
            shared.missing.subtract(1, ordering: .relaxed)
            while shared.missing.load(ordering: .relaxed) > 0 { usleep(200) }
            body()
        }
    }
    for thread in threads { pthread_join(thread, nil) }
}

/// Four threads that wait for each other in the kernel: the sleep is longer than a waiting thread spins.
func contend(_ lock: @escaping @Sendable (_ thread: Int, _ body: () -> Void) -> Void, _ shared: Shared) {
    threads(
        (0..<4).map { thread in
            {
                for _ in 0..<100 {
                    lock(thread) {
                        shared.count += 1
                        usleep(200)
                    }
                }
            }
        }
    )
}

/// Reads in this program, which is instrumented.
@inline(never)
func read(_ array: borrowing [Int]) {
    array.withUnsafeBufferPointer { precondition($0[1] == 2) }
}

let shared = Shared()
switch CommandLine.arguments.dropFirst().first {
case "none":
    contend(
        { _, body in
            shared.first.withLock {
                $0 += 1; body()
            }
        },
        shared
    )
    precondition(shared.count == 400 && shared.first.withLock(\.self) == 400)
    // What one thread writes without a lock, another reads after both have had the lock, or by way of an atomic.
    threads([
        {
            shared.message = [1]
            shared.first.withLock { $0 = -1 }
            while !shared.isReady.load(ordering: .acquiring) { usleep(200) }
            precondition(shared.message == [2])
        },
        {
            while shared.first.withLock(\.self) != -1 { usleep(200) }
            precondition(shared.message == [1])
            shared.message = [2]
            shared.isReady.store(true, ordering: .releasing)
        },
    ])
    threads(
        (0..<4).map { _ in
            {
                var rounds = 0
                while rounds < 100 {
                    let isDone: Bool? = shared.second.withLockIfAvailable { _ in
                        shared.count += 1
                        usleep(50)
                        return true
                    }
                    if isDone != nil { rounds += 1 }
                }
            }
        }
    )
    precondition(shared.count == 800)
case "inside":
    // Each holds a lock, but not the same.
    contend(
        { thread, body in
            if thread % 2 == 0 {
                shared.first.withLock { _ in body() }
            } else {
                shared.second.withLock { _ in body() }
            }
        },
        shared
    )
case "outside":
    contend(
        { _, body in
            shared.first.withLock { $0 += 1 }; body()
        },
        shared
    )
case "managed":
    // One thread reads its copy and drops it; the other then finds its own to be the only one, and writes in place.
    copies(
        of: Numbers(),
        { precondition($0.take().storage.header == 1) },
        { handover in
            var numbers = handover.take()
            while !numbers.storage.isUniqueReference() { usleep(200) }
            numbers.storage.header = 2
        }
    )
case "class":
    copies(
        of: Counter(),
        { precondition($0.take().count == 0) },
        { handover in
            var counter = handover.take()
            while !isKnownUniquelyReferenced(&counter) { usleep(200) }
            counter.count = 1
        }
    )
case "array":
    copies(
        of: [1, 2, 3],
        { handover in
            read(handover.take())
            shared.finish()
        },
        { handover in
            var array = handover.take()
            shared.wait()
            array[1] = 1
        }
    )
case "resumed":
    // The task finds its continuation resumed.
    resume(
        {
            shared.count = 1; $0.resume(); shared.finish()
        },
        isWaitedFor: true
    )
    precondition(shared.count == 2)
case "suspended":
    // The task waits.
    resume(
        {
            usleep(20_000); shared.count = 1; $0.resume()
        },
        isWaitedFor: false
    )
    precondition(shared.count == 2)
case "unresumed":
    // The thread writes after it has resumed the task.
    resume(
        {
            $0.resume(); shared.finish(); usleep(20_000); shared.count = 1
        },
        isWaitedFor: true
    )
    usleep(40_000)
case "shared-array":
    // Both write to the one array.
    shared.message = [1, 2, 3]
    threads([{ shared.message[0] = 1 }, { shared.message[0] = 2 }])
case "copied-array":
    // One thread copies the array and drops the copy while the other writes.
    shared.message = [1, 2, 3]
    threads([{ for _ in 0..<100 { read(shared.message) } }, { for _ in 0..<100 { shared.message[0] += 1 } }])
case "shared-class":
    // Both hold their references until they have written.
    copies(
        of: Counter(),
        { handover in
            let counter = handover.take()
            counter.count += 1
            shared.wait()
        },
        { handover in
            let counter = handover.take()
            counter.count += 1
            shared.finish()
        }
    )
case "freed":
    // Without optimization, a raw pointer's 'load' is a function of Swift's library, which is not instrumented.
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
    bytes.initialize(repeating: 1, count: 16)
    bytes.deallocate()
    print(bytes.pointee)
case "leaked":
    for _ in 0..<10 { _ = Unmanaged.passRetained(Counter()) }
case "cycle":
    for _ in 0..<10 { Link().tie() }
case "constant":
    precondition(Address.known != nil)
default:
    fatalError("there is no such case")
}
