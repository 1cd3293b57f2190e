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
}

final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

/// Runs `bodies` in a thread each, to their ends.
func threads(_ bodies: [@Sendable () -> Void]) {
    let threads = bodies.map { body in
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
case "freed":
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 1)
    bytes.storeBytes(of: 1, as: UInt8.self)
    bytes.deallocate()
    print(bytes.load(as: UInt8.self))
default:
    fatalError("planted none|inside|outside|freed")
}
