import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the other end's system says without being asked.
enum Acknowledgement {
    /// How long ago it last acknowledged something that was sent, or sent something itself; `nil` where this system does
    /// not know.
    static func age(on socket: CInt) -> TimeAmount? {
        #if os(Linux)
            var facts = tcp_info()
            var length = socklen_t(MemoryLayout<tcp_info>.size)
            guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, &facts, &length) == 0 else { return nil }
            return .milliseconds(Int64(facts.tcpi_last_ack_recv))
        #else
            return nil
        #endif
    }
}
