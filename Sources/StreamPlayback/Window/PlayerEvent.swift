/// What a user does at the window, or the system at its devices.
package enum PlayerEvent: Hashable, Sendable {
    case key(PlayerKey)
    /// A stream of a grid was clicked.
    case selected(pane: Int)
    /// The user closed the window, or the system wants the program to end.
    case closed
    /// A sound device is new.
    case soundDeviceAdded
    /// The sound device with this number is gone.
    case soundDeviceRemoved(UInt32)
}

/// The keys of a player, as in mpv.
package enum PlayerKey: Hashable, Sendable {
    /// `q`.
    case quit
    /// `m`.
    case mute
    /// The space bar, or `p`.
    case pause
    /// `s`.
    case snapshot
    /// The left arrow.
    case back
    /// The right arrow.
    case forward
    /// `i`.
    case statistics
    /// The tabulator: the next stream of a grid.
    case nextPane
}
