/// The sockets that whoever started this program has opened for it, as sd_listen_fds(3) describes.
struct InheritedSockets: Hashable, Sendable {
    var relay: CInt?
    var admin: CInt?

    /// The first descriptor that is passed.
    private static let firstDescriptor: CInt = 3
    /// More are passed by mistake only.
    private static let mostDescriptors: CInt = 16

    static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PIDFDID"]

    /// Takes the names `relay` and `admin`; without names the first socket is the relay's.
    ///
    /// - Returns: `nil` where nothing was passed, or to somebody else.
    /// - Throws: ``Failure`` where it is not clear what a socket is for.
    init?(environment: [String: String], process: Int32) throws(Failure) {
        guard let pid = environment["LISTEN_PID"].flatMap(Int32.init), pid == process,
            let count = environment["LISTEN_FDS"].flatMap(CInt.init), count > 0
        else { return nil }
        guard count <= Self.mostDescriptors else { throw .sockets("\(count) sockets were passed") }
        let names = environment["LISTEN_FDNAMES"]?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        for index in 0..<Int(count) {
            let descriptor = Self.firstDescriptor + CInt(index)
            switch index < names.count ? names[index] : "" {
            case "admin" where admin == nil: admin = descriptor
            case "admin": throw .sockets("two sockets called 'admin' were passed")
            case _ where relay == nil: relay = descriptor
            case let name: throw .sockets("a second socket for the relay was passed ('\(name)')")
            }
        }
    }
}

extension Failure {
    fileprivate static func sockets(_ trouble: String) -> Failure {
        Failure(
            .configuration,
            "The relay takes one inherited socket (FileDescriptorName=relay) and one for its admin listener "
                + "(FileDescriptorName=admin), but \(trouble); mend the .socket unit."
        )
    }
}
