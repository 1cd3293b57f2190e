/// The kinds of sockets, as `socket(2)` and `socketpair(2)` take them. The Glibc overlay declares them as another type.
package enum SocketKind {
    #if canImport(Glibc)
        package static let stream = CInt(SOCK_STREAM.rawValue)
        package static let datagram = CInt(SOCK_DGRAM.rawValue)
    #else
        package static let stream = SOCK_STREAM
        package static let datagram = SOCK_DGRAM
    #endif
}

/// Options of the level `IPPROTO_TCP` that not every C library declares.
package enum TCPOption {
    /// `TCP_NOTSENT_LOWAT`: how many unsent bytes the system holds before the socket is no longer writable.
    #if canImport(Darwin)
        package static let notSentLowWater: CInt = 0x201
    #else
        package static let notSentLowWater: CInt = 25
    #endif
}

/// How far the bytes written to a TCP socket have come.
package enum SendQueue {
    /// Bytes in the send queue that the peer has not acknowledged, whether sent or not; 0 if the system does not say.
    package static func unconfirmedBytes(of socket: CInt) -> Int {
        #if canImport(Darwin)
            var count: CInt = 0
            var length = socklen_t(MemoryLayout<CInt>.size)
            return getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &length) == 0 ? max(0, Int(count)) : 0
        #else
            return bytes(UInt(TIOCOUTQ), socket)
        #endif
    }

    /// Bytes in the send queue that have not been sent; 0 if the system does not say.
    package static func unsentBytes(of socket: CInt) -> Int {
        #if canImport(Darwin)
            return 0
        #else
            // SIOCOUTQNSD of linux/sockios.h, which the C library does not declare.
            return bytes(0x894B, socket)
        #endif
    }

    /// What the peer's system has acknowledged.
    package struct Delivery: Equatable {
        /// Bytes since the connection was made.
        package var acknowledgedBytes: UInt64
        /// Whether bytes, or the end, are sent and not acknowledged. What the peer has no room for is not sent.
        package var hasBytesInFlight: Bool

        package init(acknowledgedBytes: UInt64, hasBytesInFlight: Bool) {
            self.acknowledgedBytes = acknowledgedBytes
            self.hasBytesInFlight = hasBytesInFlight
        }
    }

    /// - Returns: `nil` if the system does not say.
    package static func delivery(of socket: CInt) -> Delivery? {
        #if os(Linux)
            // The offsets of tcpi_unacked and tcpi_bytes_acked in the kernel's struct tcp_info
            // (include/uapi/linux/tcp.h, since Linux 4.1). The C library's structure is older and ends before the last.
            let (inFlight, acknowledged) = (24, 120)
            return withUnsafeTemporaryAllocation(byteCount: 128, alignment: MemoryLayout<UInt64>.alignment) { info in
                var length = socklen_t(info.count)
                guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, info.baseAddress, &length) == 0,
                    Int(length) >= acknowledged + MemoryLayout<UInt64>.size
                else { return nil }
                return Delivery(
                    acknowledgedBytes: info.load(fromByteOffset: acknowledged, as: UInt64.self),
                    hasBytesInFlight: info.load(fromByteOffset: inFlight, as: UInt32.self) > 0
                )
            }
        #else
            return nil
        #endif
    }

    /// Bytes that the peer has acknowledged since the connection was made; `nil` if the system does not say.
    package static func acknowledgedBytes(of socket: CInt) -> UInt64? { delivery(of: socket)?.acknowledgedBytes }

    #if !canImport(Darwin)
        private static func bytes(_ request: UInt, _ socket: CInt) -> Int {
            var count: CInt = 0
            return ioctl(socket, request, &count) == 0 ? max(0, Int(count)) : 0
        }
    #endif
}

/// The buffer of a pipe.
package enum PipeBuffer {
    /// Sets how many bytes a pipe holds, on Linux. The call has no effect on a descriptor that is not a pipe.
    package static func setCapacity(_ bytes: CInt, of descriptor: CInt) {
        #if os(Linux)
            // F_SETPIPE_SZ, which the C library's overlay does not declare.
            _ = fcntl(descriptor, 1031, bytes)
        #endif
    }
}
