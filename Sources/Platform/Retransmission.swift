/// How long TCP waits before it sends lost bytes again.
package enum Retransmission {
    /// The longest wait in milliseconds; the kernel takes no shorter one. By default TCP doubles its wait with each
    /// attempt, up to two minutes: after a network has been away for six seconds, a connection may rest for six more.
    /// With this wait, TCP itself gives a connection up after 15 s without an answer, whatever its `TCP_USER_TIMEOUT`.
    package static let longestWait: CInt = 1_000

    /// Bounds the wait of a socket; those that a listening socket accepts inherit the bound. Kernels before Linux 6.15
    /// do not know the option, and nothing changes there.
    package static func boundWait(of socket: CInt) {
        #if os(Linux)
            var wait = longestWait
            _ = setsockopt(socket, CInt(IPPROTO_TCP), option, &wait, socklen_t(MemoryLayout<CInt>.size))
        #endif
    }

    /// The longest wait of a socket in milliseconds; `nil` where the kernel does not say.
    package static func wait(of socket: CInt) -> CInt? {
        #if os(Linux)
            var wait: CInt = 0
            var length = socklen_t(MemoryLayout<CInt>.size)
            return getsockopt(socket, CInt(IPPROTO_TCP), option, &wait, &length) == 0 ? wait : nil
        #else
            return nil
        #endif
    }

    #if os(Linux)
        /// `TCP_RTO_MAX_MS` of linux/tcp.h, which older C libraries do not declare.
        private static let option: CInt = 44
    #endif
}
