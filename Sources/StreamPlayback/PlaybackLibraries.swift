#if Player
    import CFFmpeg
    import CSDL
#endif

/// The installed libraries for playback.
public enum PlaybackLibraries {
    /// A description for `--version`.
    public static var description: String {
        #if Player
            var version = SDL_version()
            SDL_GetVersion(&version)
            return "playback with SDL \(version.major).\(version.minor).\(version.patch)"
        #else
            return "built without playback"
        #endif
    }
}
