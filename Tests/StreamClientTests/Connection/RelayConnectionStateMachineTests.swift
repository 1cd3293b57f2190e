import NIOCore
import StreamProtocol
import Testing

@testable import StreamClient

@Suite struct RelayConnectionStateMachineTests {
    private let address: RelayAddress
    private var machine: RelayConnectionStateMachine
    private let frame = Frame.sample(0)
    private let goodbye = CloseRequest(message: .goodbye(Ending(.done, "")), waitsForPendingWrites: false)
    private let lastFrames = CloseRequest(message: .goodbye(Ending(.done, "")), waitsForPendingWrites: true)

    init() throws {
        address = try RelayAddress("relay/live")
        machine = Self.machine(address)
    }

    private static func machine(_ address: RelayAddress, token: AccessToken? = nil) -> RelayConnectionStateMachine {
        var configuration = ClientConfiguration(address)
        configuration.token = token
        return .init(to: address, hello: configuration.hello(.subscribe, to: address), configuration: configuration)
    }

    private func at(_ seconds: Int64) -> RelayConnectionStateMachine.Time {
        .init(monotonic: .uptimeNanoseconds(1_000_000_000) + .seconds(seconds), wallClock: seconds * 1_000_000)
    }

    private mutating func establish() {
        _ = machine.connected(isLoopback: false)
        _ = machine.received(.preface(versions: Preface.supported.versions), at: at(0))
        let action = machine.received(.message(.welcome(.sample(pingInterval: 5_000))), at: at(0))
        #expect(action == .establish(.sample(pingInterval: 5_000), Ping(sent: 0), nextTick: .milliseconds(100)))
    }

    // MARK: Handshake

    @Test mutating func `a connection opens with preface and hello`() throws {
        var configuration = ClientConfiguration(address)
        configuration.instance = InstanceID(high: 1, low: 2)
        let hello = configuration.hello(.publish, to: address)
        machine = .init(to: address, hello: hello, configuration: configuration)
        let bytes = ClientHandshake.opening(hello)
        #expect(machine.connected(isLoopback: false) == .open(bytes, receiveBuffer: 65_536, timeout: .seconds(5)))
    }

    @Test mutating func `a token is sent in clear text only within the machine`() throws {
        machine = Self.machine(address, token: try AccessToken("s3cret"))
        #expect(machine.connected(isLoopback: false) == .close(.tokenInClear(address)))
        #expect(machine.lost() == .nothing)
    }

    @Test mutating func `a welcome is delivered and the first ping sent`() {
        establish()
    }

    @Test mutating func `a refusal closes the connection`() {
        let ending = Ending(.unauthorized, "A token is needed.")
        #expect(machine.received(.preface(versions: Preface.supported.versions), at: at(0)) == .nothing)
        #expect(machine.received(.message(.error(ending)), at: at(0)) == .close(ClientError(ending)))
    }

    @Test mutating func `a handshake has a time limit`() {
        #expect(machine.tick(at: at(5)) == .close(.silent(address, for: "5.0 seconds")))
        #expect(machine.tick(at: at(6)) == .nothing)
    }

    // MARK: Messages

    @Test mutating func `a ping is answered`() {
        establish()
        let pong = Pong(sent: 7, received: 2_000_000, answered: 2_000_000)
        #expect(machine.received(.message(.ping(Ping(sent: 7))), at: at(2)) == .send(.pong(pong)))
    }

    @Test mutating func `a pong that was asked for gives the relay's clock`() {
        establish()
        let pong = Pong(sent: 0, received: 10, answered: 10)
        let reading = ClockReading(offset: -499_990, errorBound: 500_201, time: 1_000_000)
        #expect(machine.received(.message(.pong(pong)), at: at(1)) == .deliver(.clock(reading)))
        #expect(machine.received(.message(.pong(pong)), at: at(1)) == .nothing)
    }

    @Test mutating func `frames are delivered`() {
        establish()
        #expect(machine.received(.message(.frame(frame)), at: at(0)) == .deliver(.message(.frame(frame))))
    }

    @Test mutating func `a faster stream gets a larger receive buffer`() {
        establish()
        let large = Frame.sample(0, bytes: 1_000_000)
        let size = large.message.readableBytes / 4
        #expect(
            machine.received(.message(.frame(large)), at: at(1))
                == .deliver(.message(.frame(large)), receiveBuffer: size)
        )
    }

    @Test mutating func `a second preface breaks the protocol`() {
        establish()
        let error = ProtocolError(.unexpectedMessage, "The handshake was over, and a part of it came again.")
        #expect(
            machine.received(.preface(versions: Preface.supported.versions), at: at(0))
                == .closeOutput(
                    .error(Ending(error)),
                    linger: RelayConnectionStateMachine.lingerTime,
                    violation: .violation(address, error)
                )
        )
        #expect(machine.violated(error) == .nothing, "the relay has a moment to read the error")
        #expect(machine.tick(at: at(1)) == .close())
    }

    // MARK: Keepalive

    @Test mutating func `every tick sends a ping until the relay is silent for three`() {
        establish()
        #expect(machine.tick(at: at(1)) == .keepAlive(Ping(sent: 1_000_000), nextTick: .milliseconds(100)))
        #expect(machine.tick(at: at(14)) == .keepAlive(Ping(sent: 14_000_000), nextTick: .milliseconds(100)))
        #expect(machine.tick(at: at(15)) == .close(.silent(address, for: "3 pings")))
    }

    @Test mutating func `silence counts only while the owner reads`() {
        establish()
        #expect(machine.readCompleted() == .nothing)
        #expect(machine.tick(at: at(100)) == .keepAlive(Ping(sent: 100_000_000), nextTick: .milliseconds(100)))
        machine.startedReading(at: at(100).monotonic)
        #expect(machine.tick(at: at(115)) == .close(.silent(address, for: "3 pings")))
    }

    // MARK: The end

    @Test mutating func `a lost connection is an error`() {
        establish()
        #expect(machine.lost() == .close(.lost(address)))
        #expect(machine.lost() == .nothing)
        #expect(machine.closeRequested(goodbye) == .nothing)
    }

    @Test mutating func `a close without waiting ends after the linger time and is no error`() {
        establish()
        #expect(machine.closeRequested(goodbye) == .closeOutput(goodbye.message, linger: .seconds(1)))
        #expect(machine.received(.message(.frame(frame)), at: at(0)) == .nothing)
        #expect(machine.violated(ProtocolError(.malformedMessage, "")) == .nothing)
        #expect(machine.readCompleted() == .read)
        #expect(machine.tick(at: at(1)) == .close())
        #expect(machine.lost() == .close())
    }

    @Test mutating func `a close that waits lasts while the relay gives signs of life`() {
        establish()
        #expect(machine.closeRequested(lastFrames) == .closeOutput(lastFrames.message, linger: nil))
        #expect(machine.closeRequested(goodbye) == .nothing)
        #expect(machine.violated(ProtocolError(.malformedMessage, "")) == .nothing)
        #expect(machine.readCompleted() == .read)
        #expect(machine.tick(at: at(60)) == .keepAlive(nil, nextTick: .milliseconds(100)))
        machine.startedReading(at: at(60).monotonic)
        #expect(machine.tick(at: at(75)) == .close(.silent(address, for: "3 pings")))
    }

    @Test mutating func `before the welcome no close waits`() {
        #expect(machine.closeRequested(lastFrames) == .closeOutput(lastFrames.message, linger: .seconds(1)))
    }
}
