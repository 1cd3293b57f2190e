import Platform

/// The descriptors that listeners leave to the rest of the process.
package enum FreeDescriptors {
    /// Listeners accept no more connections when fewer are free. Once a second, libdispatch opens a file for each thread
    /// of Swift's tasks, one after the other, and ends the process if it cannot. NIO accepts up to three more connections
    /// before a listener stops.
    package static let least = 8

    /// Whether fewer may be free; `false` if the system does not tell.
    static var areFew: Bool { areFew(limit: ResourceLimit.descriptors.current) }

    /// The system gives the lowest free number, so all below it are taken.
    static func areFew(limit: UInt64?) -> Bool {
        guard let limit else { return false }
        let lowest = socket(AF_UNIX, SocketKind.datagram, 0)
        guard lowest >= 0 else { return true }
        close(lowest)
        return UInt64(lowest) + UInt64(least) > limit
    }
}
