import Testing

@testable import streamd

@Suite struct PipeTailTests {
    @Test("What ends anywhere is whole")
    func whole() {
        var tail = PipeTail(9_001)
        #expect(!tail.looksCut)
        tail.flushed()
        tail.received(3_333)
        #expect(!tail.looksCut)
    }

    @Test("What ends with a buffer is not: the pipe's, which counts from the stream's beginning")
    func pipe() {
        var tail = PipeTail(65_000)
        tail.received(536)
        #expect(tail.looksCut)
    }

    @Test("Or the program's, which counts from the picture's beginning")
    func program() {
        var tail = PipeTail(9_001)
        tail.flushed()
        tail.received(20_000)
        tail.received(12_768)
        #expect(tail.looksCut)
        tail.received(517)
        #expect(!tail.looksCut)
    }

    @Test("Or both at once, behind the end of the picture before")
    func merged() {
        var tail = PipeTail(777)
        tail.received(32_768)
        #expect(tail.looksCut)
    }

    @Test("After it was taken for whole all the same, nothing waits")
    func flushed() {
        var tail = PipeTail(4_096)
        tail.flushed()
        #expect(!tail.looksCut)
    }
}
