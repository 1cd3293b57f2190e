import Testing

@testable import streamd

/// The protocol of sd_listen_fds(3).
@Suite struct InheritedSocketsTests {
    private static func read(_ count: String, names: String? = nil, pid: String = "7") throws -> InheritedSockets? {
        var environment = ["LISTEN_PID": pid, "LISTEN_FDS": count]
        environment["LISTEN_FDNAMES"] = names
        return try InheritedSockets(environment: environment, process: 7)
    }

    @Test func `without a name the first socket is the relay's`() throws {
        let sockets = try #require(try Self.read("1"))
        #expect(sockets.relay == 3 && sockets.admin == nil)
        #expect(try Self.read("1", names: "streamd-relay.socket")?.relay == 3)
    }

    @Test func `names say what a socket is for, in any order`() throws {
        let sockets = try #require(try Self.read("2", names: "admin:relay"))
        #expect(sockets.relay == 4 && sockets.admin == 3)
        #expect(try Self.read("1", names: "admin")?.relay == nil)
    }

    @Test func `sockets for another process are left alone`() throws {
        #expect(try Self.read("1", pid: "8") == nil)
        #expect(try Self.read("0") == nil)
        #expect(try Self.read("many") == nil)
        #expect(try InheritedSockets(environment: [:], process: 7) == nil)
    }

    @Test(arguments: [("2", nil), ("2", "relay:relay"), ("2", "admin:admin"), ("17", nil)] as [(String, String?)])
    func `more sockets than can be used are an error`(count: String, names: String?) {
        #expect(throws: Failure.self) { try Self.read(count, names: names) }
    }
}
