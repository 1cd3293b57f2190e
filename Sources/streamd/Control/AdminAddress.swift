import ArgumentParser
import StreamClient

/// A relay's admin listener as the user writes it: `host:port`, a port of this machine, or either after `tls://`.
struct AdminAddress: ExpressibleByArgument, Hashable {
    /// Where `streamd relay` has it unless told otherwise.
    static let local = AdminAddress(ListenAddress(host: "127.0.0.1", port: 7451))

    private static let encrypted = "\(RelayAddress.Scheme.tls)://"

    let address: ListenAddress
    let isEncrypted: Bool

    private init(_ address: ListenAddress) {
        self.address = address
        isEncrypted = false
    }

    init?(argument: String) {
        isEncrypted = argument.hasPrefix(Self.encrypted)
        let rest = isEncrypted ? String(argument.dropFirst(Self.encrypted.count)) : argument
        guard let address = ListenAddress(argument: rest) else { return nil }
        self.address = address
    }

    /// The same as clients of relays take it.
    ///
    /// - Throws: ``Failure`` that says what is wrong with the text.
    var relay: RelayAddress {
        get throws(Failure) {
            do throws(ClientError) {
                return try RelayAddress((isEncrypted ? Self.encrypted : "") + address.description)
            } catch {
                throw Failure(error)
            }
        }
    }

    var defaultValueDescription: String { address.description }
}
