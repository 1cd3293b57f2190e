import NIOCore
import StreamProtocol

extension RelayProbe {
    private static let goodbye = ProtocolMessage.goodbye(Ending(.done, "The client only wanted to know."))

    /// Asks a relay for a stream as a relay downstream does, once, and says goodbye after the welcome. No redirect is
    /// followed: it would be the answer of another relay.
    ///
    /// - Parameters:
    ///   - configuration: The relay and the stream. ``ClientConfiguration/connectTimeout`` bounds the connection attempt,
    ///     and then the wait for the answer.
    ///   - path: The path of the hello (`Protocol.md`, Path).
    /// - Throws: ``ClientError``: the relay's answer with ``ClientError/ending``, or why there is none.
    package static func askForStream(
        _ configuration: ClientConfiguration,
        path: RelayPath
    ) async throws(ClientError) -> Welcome {
        let address = try configuration.initialAddress()
        let tls = address.scheme == .tls ? try ClientTLSProvider(configuration.security ?? ClientSecurity()) : nil
        var hello = configuration.hello(.relay, to: address)
        hello.path = path
        let channel = try await RelayConnection.open(
            to: address,
            hello: hello,
            configuration: configuration,
            tls: tls
        )
        do {
            return try await channel.executeThenClose { inbound, _ in
                for try await event in inbound {
                    guard case .welcomed(let welcome) = event else { continue }
                    RelayConnection(channel: channel.channel).close(sending: goodbye)
                    // The channel closes itself when the relay has read the goodbye.
                    _ = try? await channel.channel.closeFuture.get()
                    return welcome
                }
                throw ClientError.lost(address)
            }
        } catch {
            throw .lost(address, error)
        }
    }
}
