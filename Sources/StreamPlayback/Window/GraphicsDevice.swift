#if Player
    import Platform

    /// A GPU of this computer.
    enum GraphicsDevice {
        /// Whether there may be one. Where there is none, SDL's renderer loads a program that plays one, which takes a
        /// quarter of a second.
        ///
        /// - Parameter devices: Where the system shows its devices.
        static func mayBeThere(devices: String = "/dev") -> Bool {
            #if os(Linux)
                // The kernel's numbers of GPUs that draw; NVIDIA's driver and Windows' subsystem for Linux have others.
                let names = (128..<192).map { "dri/renderD\($0)" } + ["nvidiactl", "dxg"]
                return names.contains { access("\(devices)/\($0)", F_OK) == 0 }
            #else
                return true
            #endif
        }
    }
#endif
