/// Where the pictures of streams go, each in its pane of the window. The player calls it from any thread.
package protocol PictureSink: AnyObject, Sendable {
    /// Shows a picture as soon as the screen can. It replaces a picture of the same pane that is not on the screen yet.
    ///
    /// - Parameter shown: Is called with the time, by the monotonic clock in microseconds, when the picture was given to
    ///   the screen; not if it was replaced before.
    func show(_ picture: VideoPicture, in pane: Int, shown: @escaping @Sendable (Int64) -> Void)

    /// The size of the pictures to come, before the first one: a window of one pane takes it.
    func expect(width: Int, height: Int, in pane: Int)

    /// Sets the text over a pane's picture.
    func overlay(_ overlay: PaneOverlay, in pane: Int)
}

/// The text over the picture of a pane.
package struct PaneOverlay: Hashable, Sendable {
    /// In the middle: "waiting for the stream", or why there is none. `nil` for nothing.
    package var message: String?
    /// In the upper left corner.
    package var statistics: [String]
    /// Whether the pane has a frame: of a grid, the stream that is heard.
    package var isSelected: Bool

    package init(message: String? = nil, statistics: [String] = [], isSelected: Bool = false) {
        self.message = message
        self.statistics = statistics
        self.isSelected = isSelected
    }
}
