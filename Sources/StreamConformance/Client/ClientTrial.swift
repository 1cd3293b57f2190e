import Platform

/// One case against a client: the connections that the client makes while the case runs.
package final class ClientTrial: Sendable {
    /// How long a client may take to start and to connect.
    package static let startTime = Duration.seconds(40)
    /// How long a case waits to see that a client does not come back. Waits between attempts begin shorter.
    static let absence = Duration.seconds(3)
    /// The stream that a started client gets in its address.
    package static let stream = "live"
    static let step = Duration.milliseconds(10)

    package let target: ClientTarget
    let listener: ClientListener
    let program: ClientProgram?
    let output: OutputFolder?
    private let peers = Mutex<[Peer]>([])

    private init(_ target: ClientTarget, _ listener: ClientListener, _ program: ClientProgram?, _ output: OutputFolder?)
    {
        self.target = target
        self.listener = listener
        self.program = program
        self.output = output
    }

    package static func run(_ target: ClientTarget, _ body: (ClientTrial) async throws -> Void) async throws {
        let trial = try await ClientTrial.start(target)
        do {
            try await body(trial)
        } catch {
            let crash = await trial.crash
            await trial.end()
            throw crash ?? error
        }
        let crash = await trial.crash
        await trial.end()
        if let crash { throw crash }
    }

    private static func start(_ target: ClientTarget) async throws -> ClientTrial {
        if case .reconnecting(let listener) = target.start { return ClientTrial(target, listener, nil, nil) }
        let listener = try await ClientListener.bind(
            host: target.host,
            port: 0,
            carrier: target.carrier,
            tls: target.tls
        )
        let address = listener.endpoint + "/" + stream
        if case .task(let body) = target.start {
            return ClientTrial(target, listener, ClientProgram { try await body(address) }, nil)
        }
        guard case .command(let command) = target.start else { throw Finding("There is no command.") }
        let output: OutputFolder?
        do {
            output = command.contains("{output}") ? try OutputFolder() : nil
        } catch {
            await listener.close()
            throw error
        }
        let text = command.replacing("{output}", with: output?.path ?? "").replacing("{}", with: address)
        guard let program = ClientProgram(command: text) else {
            output?.remove()
            await listener.close()
            throw Finding("The command could not be started.")
        }
        return ClientTrial(target, listener, program, output)
    }

    private func end() async {
        await withTaskGroup(of: Void.self) { group in
            for peer in peers.withLock({ $0 }) {
                // A client that goes on running comes back soon.
                if program == nil { peer.post(Wire.ending(.error, code: 0x0401, flags: 1, retryAfter: 20)) }
                group.addTask { await peer.close() }
            }
        }
        guard let program else { return }
        await program.end(step: Self.step)
        await listener.close()
        output?.remove()
    }

    /// The next connection of the client.
    package func accept(within time: Duration = startTime, on other: ClientListener? = nil) async throws -> Peer {
        let deadline = ContinuousClock().now + time
        let listener = other ?? self.listener
        while !listener.hasConnection, ContinuousClock().now < deadline {
            if let code = program?.exitCode {
                throw Finding("The program ended with \(code), and a connection was expected.", Clause("Reconnecting"))
            }
            try await Task.sleep(for: Self.step)
        }
        // A client that runs all the time may have connected and given up between two cases.
        let skipsLost = program == nil
        let peer = try await listener.accept(
            within: max(.zero, deadline - ContinuousClock().now),
            skipsLost: skipsLost
        )
        peers.withLock { $0.append(peer) }
        return peer
    }

    /// The next connection, with the client's preface and hello, which were read.
    package func hello(
        within time: Duration = startTime,
        on other: ClientListener? = nil
    ) async throws -> (peer: Peer, hello: HelloFields) {
        let peer = try await accept(within: time, on: other)
        if peer.carrier.isWebSocket { try WebSocketSide.check(opening: await peer.head()) }
        try await peer.expectPreface()
        guard case .message(let message) = try await peer.next(), message.type == .hello else {
            throw Finding("The first message is no hello.", Clause("Hello"))
        }
        return (peer, try HelloFields(message))
    }

    /// The next connection, to which this program has sent preface and welcome.
    package func welcomed(
        _ welcome: Welcome = Welcome(epoch: 1),
        within time: Duration = startTime
    ) async throws -> (peer: Peer, hello: HelloFields) {
        let (peer, hello) = try await hello(within: time)
        await peer.welcome(welcome)
        return (peer, hello)
    }

    /// - Throws: ``NotApplicable`` if the program was not started for this case, and so may not end in it.
    func requireStart() throws {
        guard program != nil else { throw NotApplicable("The client is not started for each case, and may end here.") }
    }

    /// - Throws: ``NotApplicable`` if the client makes one connection only.
    func requireReconnection() throws {
        guard target.reconnects else { throw NotApplicable("The client does not connect again.") }
    }

    /// - Throws: ``NotApplicable`` without signals.
    func signalled() throws -> ClientProgram {
        guard let program, program.takesSignals else {
            throw NotApplicable("The program is not started for each case, so it gets no signals.")
        }
        return program
    }

    /// What a program has done whose connection ended because it crashed.
    private var crash: Finding? {
        get async {
            guard let program, program.takesSignals else { return nil }
            // The shell notices the end of the program a moment later than the end of its connection comes here.
            let deadline = ContinuousClock().now + .milliseconds(500)
            while peers.withLock({ $0.last?.mailbox.hasEnded ?? false }), program.exitCode == nil,
                !listener.hasConnection, ContinuousClock().now < deadline
            {
                try? await Task.sleep(for: Self.step)
                if Task.isCancelled { break }
            }
            // The shell adds 128 to the number of a signal; these are those of a program that has a fault.
            guard let code = program.exitCode, [132, 133, 134, 135, 136, 137, 138, 139].contains(code) else {
                return nil
            }
            return Finding("The program crashed by the signal \(code - 128).", Clause("Security"))
        }
    }
}

extension ClientListener {
    /// The address for a client.
    var endpoint: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension Peer {
    /// Sends preface and welcome, and holds the client to the limits of the welcome.
    func welcome(_ welcome: Welcome) async {
        mailbox.setFrameLimit(welcome.maximumFrameLength)
        await send(Wire.preface, welcome.bytes)
    }
}
