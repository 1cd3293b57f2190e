/// What a user has chosen in a player's window. A value.
struct PlayerControls: Hashable, Sendable {
    /// What follows from an event.
    enum Action: Hashable, Sendable {
        /// End the player.
        case end
        /// This stream is heard; `nil` for none.
        case hear(Int?)
        /// Stop or go on, all streams.
        case pause(Bool)
        /// Go back by this time, in microseconds; negative for nearer to the live edge.
        case rewind(Int, by: Int64)
        case snapshot(Int)
        /// The text over the pictures may be another one.
        case overlayChanged
        case soundDeviceAdded
        case soundDeviceRemoved(UInt32)
    }

    /// One step of the arrow keys: five seconds, in microseconds.
    static let step: Int64 = 5_000_000

    /// Streams.
    let count: Int
    private(set) var isMuted: Bool
    private(set) var showsStatistics: Bool
    private(set) var isPaused = false
    /// The stream that is heard.
    private(set) var selected = 0

    init(count: Int, isMuted: Bool = false, showsStatistics: Bool = false) {
        (self.count, self.isMuted, self.showsStatistics) = (count, isMuted, showsStatistics)
    }

    /// The stream that is heard; `nil` for none.
    var heard: Int? { isMuted || isPaused ? nil : selected }

    mutating func receive(_ event: PlayerEvent) -> [Action] {
        switch event {
        case .closed, .key(.quit): return [.end]
        case .key(.mute):
            isMuted.toggle()
            return [.hear(heard)]
        case .key(.pause):
            isPaused.toggle()
            return [.pause(isPaused), .hear(heard), .overlayChanged]
        case .key(.snapshot): return [.snapshot(selected)]
        case .key(.back): return isPaused ? [] : [.rewind(selected, by: Self.step)]
        case .key(.forward): return isPaused ? [] : [.rewind(selected, by: -Self.step)]
        case .key(.statistics):
            showsStatistics.toggle()
            return [.overlayChanged]
        case .key(.nextPane): return select((selected + 1) % max(1, count))
        case .selected(let pane): return select(pane)
        case .soundDeviceAdded: return [.soundDeviceAdded]
        case .soundDeviceRemoved(let number): return [.soundDeviceRemoved(number)]
        }
    }

    private mutating func select(_ pane: Int) -> [Action] {
        guard pane != selected, (0..<count).contains(pane) else { return [] }
        selected = pane
        return [.hear(heard), .overlayChanged]
    }
}
