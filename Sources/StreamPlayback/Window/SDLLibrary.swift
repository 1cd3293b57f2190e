#if Player
    import CSDL
    import Platform

    /// SDL's subsystems. SDL counts their users, but not safely among threads.
    enum SDLLibrary {
        private static let lock = Mutex(())

        /// The type of the event that wakes the window.
        static let wakeEvent: UInt32 = SDL_RegisterEvents(1)

        /// Starts a subsystem.
        ///
        /// - Returns: Whether it runs; each that does is ended with ``end(_:)``.
        static func start(_ subsystem: UInt32) -> Bool {
            lock.withLock { _ in SDL_InitSubSystem(subsystem) == 0 }
        }

        static func end(_ subsystem: UInt32) {
            lock.withLock { _ in SDL_QuitSubSystem(subsystem) }
        }
    }
#endif
