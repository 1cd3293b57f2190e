import NIOCore
import NIOSSL
import Testing

@testable import StreamClient

@Suite struct TLSVerificationStateMachineTests {
    private let certificate = PresentedCertificate(
        fingerprint: CertificateFingerprint(ofCertificate: [1, 2, 3]),
        names: CertificateNames(["relay.example"]),
        notBefore: 0,
        notAfter: 1
    )
    private var machine = TLSVerificationStateMachine(host: "relay.example", checksName: true)

    @Test mutating func `writes wait until the certificate's name is checked`() {
        #expect(machine.holdsWrites)
        #expect(machine.handshakeCompleted(certificate) == .release)
        #expect(!machine.holdsWrites)
    }

    @Test func `a certificate for another host fails, and nothing is written`() {
        var machine = TLSVerificationStateMachine(host: "other.example", checksName: true)
        #expect(machine.handshakeCompleted(certificate) == .fail(.hostMismatch(certificate)))
        #expect(machine.handshakeCompleted(nil) == .fail(.hostMismatch(nil)))
        #expect(machine.holdsWrites)
    }

    @Test func `where the certificate itself is trusted, its name does not matter`() {
        var machine = TLSVerificationStateMachine(host: "other.example", checksName: false)
        #expect(machine.handshakeCompleted(certificate) == .release)
        #expect(!machine.holdsWrites)
    }

    @Test mutating func `an end without notice fails during the handshake only`() {
        #expect(machine.errorCaught(NIOSSLError.uncleanShutdown, nil) == .fail(.handshakeInterrupted))
        #expect(machine.handshakeCompleted(certificate) == .release)
        #expect(machine.errorCaught(NIOSSLError.uncleanShutdown, certificate) == .none)
    }

    @Test func `other errors of TLS fail, and errors of the connection pass`() {
        let mismatch = NIOSSLExtraError.failedToValidateHostname
        #expect(machine.errorCaught(mismatch, certificate) == .fail(.hostMismatch(certificate)))
        let invalid = NIOSSLError.readInInvalidTLSState
        #expect(machine.errorCaught(invalid, nil) == .fail(.other("\(invalid)")))
        #expect(machine.errorCaught(ChannelError.ioOnClosedChannel, nil) == .forwardError)
    }
}
