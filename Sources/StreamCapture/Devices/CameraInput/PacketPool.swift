#if Capture
    import CFFmpeg

    /// Copies packets into memory of its own.
    ///
    /// libavdevice's packets lie in the driver's memory, which is gone once the device is closed; pictures made of them
    /// may be on other threads by then. The copies' memory is used again, because new memory costs more than the copy.
    final class PacketPool {
        private var pool: OpaquePointer?
        /// Bytes that each piece of memory of the pool has.
        private var capacity = 0

        deinit {
            // Memory that is still in use is freed when its last user lets go of it.
            av_buffer_pool_uninit(&pool)
        }

        /// A copy that refers to nothing of the device's.
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
            // Compressed pictures differ in size: with room, the pool seldom has to grow.
            capacity = count + count / 4
            pool = av_buffer_pool_init(capacity, nil)
            guard pool != nil else { throw .noMemory }
        }
    }
#endif
