import Foundation
import NIOCore
import Testing

@testable import StreamClient

/// The sentences of connections that could not be made, or that broke.
@Suite struct ConnectionFailureTests {
    private let address: RelayAddress

    init() throws {
        address = try RelayAddress("relay/live")
    }

    private func unreachable(_ error: any Error) -> String {
        ClientError.unreachable(address, error, timeout: .seconds(5)).reason
    }

    private func lost(_ error: any Error) -> String { ClientError.lost(address, error).reason }

    @Test(arguments: [
        (ECONNRESET, "was reset by the other side; is the relay running?"),
        (EPIPE, "was reset by the other side; is the relay running?"),
        (ECONNABORTED, "was reset by the other side; is the relay running?"),
        (ETIMEDOUT, "timed out, because the other side no longer answers; check the relay and the network."),
        (EHOSTUNREACH, "is broken, because there is no way to the other side any more; check the network."),
        (ENETDOWN, "is broken, because there is no way to the other side any more; check the network."),
        (EINVAL, "ended: Invalid argument; check the relay and the network."),
    ])
    func `a connection that broke is described`(code: CInt, end: String) {
        #expect(lost(IOError(errnoCode: code, reason: "read")) == "The connection to relay:7450 \(end)")
    }

    @Test(arguments: [
        (ECONNREFUSED, "connection refused; is a relay running there?"),
        (ECONNRESET, "the other side has reset the connection; is a relay running there?"),
        (ETIMEDOUT, "no answer within 5.0 seconds; check the address and the firewall."),
        (ENETUNREACH, "there is no way to it; check the network and the address."),
        (EMFILE, "too many files are open; raise the limit ('ulimit -n')."),
        (EACCES, "Permission denied; check the address and the network."),
    ])
    func `a connection that cannot be made is described`(code: CInt, cause: String) {
        #expect(unreachable(IOError(errnoCode: code, reason: "connect")) == "Cannot reach relay:7450: \(cause)")
    }

    @Test(arguments: [
        ("main", "check its spelling; if it is a stream's, write the relay before it, as in '127.0.0.1:7450/main'."),
        ("relay.example.org", "check its spelling."),
        ("relay/cam1", "check its spelling."),
    ])
    func `a host that is not known may be the name of a stream`(host: String, advice: String) throws {
        #expect(ClientError.spellingAdvice(try RelayAddress(host)) == advice)
    }

    @Test func `no sentence has the words of an error of NIO`() {
        for code in CInt(1)...133 {
            let error = IOError(errnoCode: code, reason: "read(descriptor:pointer:size:)")
            for sentence in [lost(error), unreachable(error)] {
                #expect(!sentence.contains("errno") && !sentence.contains("descriptor:"), "\(sentence)")
                #expect(sentence.hasSuffix(".") || sentence.hasSuffix("?"), "\(sentence)")
            }
        }
        let closed = "The connection to relay:7450 ended without an error or goodbye."
        for error in [ChannelError.ioOnClosedChannel, .inputClosed, .eof, .alreadyClosed] {
            #expect(lost(error) == closed)
            #expect(!unreachable(error).contains("Channel"))
        }
    }
}
