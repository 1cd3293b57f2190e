#if Capture
    import CFFmpeg
    import Libav

    /// Copies packets to its own memory.
    ///
    /// libavdevice's packets are in the driver's memory, which is unmapped when the device is closed; other threads may
    /// still use pictures made from them. The pool reuses the copies' memory, because an allocation costs more than the
    /// copy.
    final class PacketPool {
        private var pool: OpaquePointer?
        /// The size of each buffer, in bytes.
        private var capacity = 0

        deinit {
            // The last user frees a buffer that is still in use.
            av_buffer_pool_uninit(&pool)
        }

        /// A copy without references to the device's memory.
        func copy(_ packet: Packet) throws(LibavError) -> Packet {
            let bytes = packet.bytes
            let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
            if pool == nil || bytes.count + padding > capacity { try grow(toHold: bytes.count + padding) }
            guard let buffer = av_buffer_pool_get(pool), let memory = buffer.pointee.data else { throw .noMemory }
            let copy = try Packet()
            copy.pointer.pointee.buf = buffer
            copy.pointer.pointee.data = memory
            copy.pointer.pointee.size = packet.pointer.pointee.size
            if let source = bytes.baseAddress { memcpy(memory, source, bytes.count) }
            memset(memory + bytes.count, 0, padding)
            try LibavError.check(av_packet_copy_props(copy.pointer, packet.pointer))
            return copy
        }

        private func grow(toHold count: Int) throws(LibavError) {
            av_buffer_pool_uninit(&pool)
            // Compressed pictures differ in size. With some reserve the pool seldom grows.
            capacity = count + count / 4
            pool = av_buffer_pool_init(capacity, nil)
            guard pool != nil else { throw .noMemory }
        }
    }
#endif
