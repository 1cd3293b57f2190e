import Platform
import Testing

@Suite(.enabled(if: !CongestionAlgorithm.allowed.isEmpty, "this system does not say which congestion controls it has"))
struct CongestionAlgorithmTests {
    /// Runs `body` with a socket, and closes it.
    private func withSocket(_ family: CInt, _ body: (CInt) -> Void) throws {
        let descriptor = socket(family, SocketKind.stream, 0)
        try #require(descriptor >= 0)
        body(descriptor)
        close(descriptor)
    }

    @Test func `a socket has the algorithm that was selected for it`() throws {
        try withSocket(AF_INET) { descriptor in
            for name in CongestionAlgorithm.allowed {
                #expect(CongestionAlgorithm.select(name, for: descriptor) == 0)
                #expect(CongestionAlgorithm.selected(for: descriptor) == name)
            }
        }
    }

    @Test func `every allowed algorithm is available, and its name is short enough`() {
        #expect(Set(CongestionAlgorithm.allowed).isSubset(of: CongestionAlgorithm.available))
        #expect(CongestionAlgorithm.available.allSatisfy { $0.utf8.count <= CongestionAlgorithm.longestName })
    }

    @Test func `an unknown algorithm changes nothing`() throws {
        try withSocket(AF_INET) { descriptor in
            let before = CongestionAlgorithm.selected(for: descriptor)
            #expect(CongestionAlgorithm.select("no-such-one", for: descriptor) == ENOENT)
            #expect(CongestionAlgorithm.select("", for: descriptor) == EINVAL)
            #expect(CongestionAlgorithm.selected(for: descriptor) == before)
        }
    }

    @Test func `a socket that is no TCP socket has none`() throws {
        try withSocket(AF_UNIX) { descriptor in
            #expect(CongestionAlgorithm.select("cubic", for: descriptor) != 0)
            #expect(CongestionAlgorithm.selected(for: descriptor) == nil)
        }
    }
}
