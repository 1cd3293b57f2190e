import Platform

/// The newest picture and text of each pane, from the player's threads to the thread of the window.
///
/// It holds at most one picture for each pane: one that comes before the window took the last one replaces it.
final class PictureMailbox: PictureSink {
    /// News of one pane.
    struct Delivery: Sendable {
        var picture: VideoPicture?
        var shown: (@Sendable (Int64) -> Void)?
        var overlay: PaneOverlay?
        var size: (width: Int, height: Int)?

        var isEmpty: Bool { picture == nil && overlay == nil && size == nil }
    }

    private struct State {
        var panes: [Delivery]
        /// Whether the window was woken and has not looked yet.
        var isAnnounced = false
        var isStopped = false
        var wake: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>

    init(panes: Int) {
        state = Mutex(State(panes: Array(repeating: Delivery(), count: max(0, panes))))
    }

    /// The number of panes.
    var count: Int { state.withLock { $0.panes.count } }

    /// Begins to announce news; what came before waits for ``take()``.
    ///
    /// - Parameter wake: Makes the window's thread call ``take()``. It is called once until that.
    func announce(_ wake: @escaping @Sendable () -> Void) {
        let isNews = state.withLock { state in
            state.wake = wake
            return state.isAnnounced
        }
        if isNews { wake() }
    }

    func show(_ picture: VideoPicture, in pane: Int, shown: @escaping @Sendable (Int64) -> Void) {
        deliver(to: pane) {
            $0.picture = picture
            $0.shown = shown
        }
    }

    func expect(width: Int, height: Int, in pane: Int) {
        deliver(to: pane) { $0.size = (width, height) }
    }

    func overlay(_ overlay: PaneOverlay, in pane: Int) {
        deliver(to: pane) { $0.overlay = overlay }
    }

    /// The window's loop ends.
    func stop() {
        change { $0.isStopped = true }
    }

    /// Takes the news of all panes.
    func take() -> (panes: [Delivery], isStopped: Bool) {
        state.withLock { state in
            defer {
                state.panes = Array(repeating: Delivery(), count: state.panes.count)
                state.isAnnounced = false
            }
            return (state.panes, state.isStopped)
        }
    }

    private func deliver(to pane: Int, _ body: (inout Delivery) -> Void) {
        change { state in
            guard state.panes.indices.contains(pane) else { return }
            body(&state.panes[pane])
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let wake = state.withLock { state in
            body(&state)
            defer { state.isAnnounced = true }
            return state.isAnnounced ? nil : state.wake
        }
        wake?()
    }
}
