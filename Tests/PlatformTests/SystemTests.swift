import Platform
import Testing

@Suite struct SystemTests {
    @Test func `the clocks count microseconds`() {
        let (wall, monotonic) = (SystemClock.wallTime, SystemClock.monotonicTime)
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .milliseconds(2) {}
        #expect(SystemClock.monotonicTime - monotonic >= 2_000)
        // Between 2020 and 2100: not milliseconds, nor nanoseconds.
        #expect(wall > 1_577_836_800_000_000 && wall < 4_102_444_800_000_000)
    }

    @Test func `a limit is never lower after it was raised`() throws {
        let before = try #require(ResourceLimit.descriptors.current)
        let raised = try #require(ResourceLimit.descriptors.raise())
        #expect(raised >= before)
        #expect(ResourceLimit.descriptors.current == raised)
    }

    @Test func `what a socket pair holds is not acknowledged TCP`() throws {
        var pair: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, SocketKind.stream, 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        #expect(SendQueue.delivery(of: pair[0]) == nil)
        #expect(FileStatus(descriptor: pair[0])?.kind == .socket)
    }

    @Test func `a pipe, a file and a folder are told apart`() throws {
        var pair: [CInt] = [-1, -1]
        try #require(pipe(&pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        #expect(FileStatus(descriptor: pair[0])?.kind == .pipe)
        #expect(FileStatus(path: "/")?.kind == .other)
        #expect(FileStatus(path: #filePath)?.isRegular ?? true)
        #expect(FileStatus(path: "/there/is/no/such/file") == nil)
        #expect(FileStatus(descriptor: -1) == nil)
    }

    @Test func `a file of the kernel that is not there has no text`() {
        #expect(KernelFile.text(at: "/there/is/no/such/file") == nil)
        #expect(KernelFile.numbers(at: "/there/is/no/such/file").isEmpty)
    }

    @Test(arguments: [
        ("3074 541 498 9 0 122 0\n", [3074, 541, 498, 9, 0, 122, 0]), ("5", [5]), ("", []), ("max\n", []),
        ("7  8", [7]), ("4 -1", [4]), ("6 7kB 8", [6, 7]),
    ]) func `numbers are read until something else comes`(text: String, numbers: [Int]) {
        #expect(KernelFile.numbers(in: text.utf8) == numbers)
    }

    @Test func `a thread runs beside the one that starts it`() {
        let other = Guarded<UInt?>(nil)
        #expect(SystemThread.start("test") { other.change { $0 = SystemThread.currentID } })
        #expect(other.wait(atMost: 600_000_000) { $0 }.map { $0 != SystemThread.currentID } == true)
    }

    @Test func `waiting ends when its time is over`() {
        let value = Guarded(0)
        let start = SystemClock.monotonicTime
        #expect(value.wait(atMost: 5_000) { $0 > 0 ? true : nil } == nil)
        #expect(SystemClock.monotonicTime - start >= 5_000)
    }
}
