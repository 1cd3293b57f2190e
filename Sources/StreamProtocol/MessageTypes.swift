/// A set of message types that this library knows.
struct MessageTypes: Hashable, Sendable {
    /// One bit for each type.
    private let bits: UInt32

    private init(_ types: MessageType...) {
        bits = types.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
    }

    private init(bits: UInt32) { self.bits = bits }

    /// Whether a message of this type may come. Receivers skip types that they do not know, so those always may.
    func allows(_ type: MessageType) -> Bool {
        guard type.rawValue < UInt32.bitWidth else { return true }
        let bit: UInt32 = 1 << UInt32(type.rawValue)
        return Self.known.bits & bit == 0 || bits & bit != 0
    }

    private func union(_ other: MessageTypes) -> MessageTypes { MessageTypes(bits: bits | other.bits) }

    private static let known = MessageTypes(
        .hello,
        .welcome,
        .tracks,
        .frame,
        .gap,
        .keyFrameRequest,
        .receiverReport,
        .viewerCount,
        .ping,
        .pong,
        .streamState,
        .clockOffset,
        .error,
        .goodbye,
        .streams,
        .arrivals
    )
    private static let ofBothSides = MessageTypes(.ping, .pong, .error, .goodbye)
    private static let ofStreams = MessageTypes(.tracks, .frame, .gap, .streamState, .clockOffset)

    /// Every type that this library knows.
    static let all = known

    /// What a relay accepts after the hello of a client in this role (`Protocol.md`, Rules for a relay).
    static func sent(by role: Hello.Role) -> MessageTypes {
        switch role {
        case .publish: ofBothSides.union(MessageTypes(.tracks, .frame, .gap, .clockOffset))
        case .subscribe: ofBothSides.union(MessageTypes(.keyFrameRequest, .receiverReport))
        case .relay: ofBothSides.union(MessageTypes(.keyFrameRequest, .receiverReport, .viewerCount))
        case .list: ofBothSides
        }
    }

    /// What a client in this role accepts after the welcome (`Protocol.md`, Rules for a publisher and for a viewer, and Streams).
    static func sent(to role: Hello.Role) -> MessageTypes {
        switch role {
        case .publish: ofBothSides.union(MessageTypes(.keyFrameRequest, .viewerCount))
        case .subscribe: ofBothSides.union(ofStreams)
        case .relay: ofBothSides.union(ofStreams).union(MessageTypes(.arrivals))
        case .list: ofBothSides.union(MessageTypes(.streams))
        }
    }
}
