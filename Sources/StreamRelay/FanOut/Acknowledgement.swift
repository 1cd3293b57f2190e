import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the other end's system says without being asked.
enum Acknowledgement {
    /// Where `tcpi_bytes_acked` lies in the kernel's `struct tcp_info` (include/uapi/linux/tcp.h, since Linux 4.1): the
    /// C library's structure is older and ends before it.
    private static let offset = 120

    /// Bytes that it has acknowledged since the connection was made; `nil` where this system does not know.
    static func bytes(on socket: CInt) -> UInt64? {
        #if os(Linux)
            var facts = InlineArray<16, UInt64>(repeating: 0)
            var length = socklen_t(MemoryLayout.size(ofValue: facts))
            let result = withUnsafeMutableBytes(of: &facts) { bytes in
                getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, bytes.baseAddress, &length)
            }
            guard result == 0, Int(length) >= offset + MemoryLayout<UInt64>.size else { return nil }
            return facts[offset / MemoryLayout<UInt64>.size]
        #else
            return nil
        #endif
    }
}
