#if Player
    import Testing

    /// The suites that use SDL, one test at a time: its events, hints and subsystems belong to the process.
    @Suite(.serialized) enum SDLTests {}
#endif
