/// Checks that a message has the form that the document gives it.
enum MessageForm {
    static func check(_ message: Message) throws {
        guard message.type.isKnown else {
            guard message.type.rawValue & 0x8000 == 0 else {
                throw Finding("A message has the critical type \(hex(message.type.rawValue)).", Clause("Extending"))
            }
            let isFree = MessageNumber.grease.contains(message.type.rawValue) || message.type.rawValue >> 8 == 0x7F
            guard isFree else {
                throw Finding("A message has the type \(hex(message.type.rawValue)).", Clause("Extending"))
            }
            return
        }
        if message.type != .frame, message.flags != 0 {
            throw Finding("A message '\(message.type)' has the flags \(hex(message.flags)).", Clause("Conventions"))
        }
        switch message.type {
        case .hello: _ = try HelloFields(message)
        case .welcome: _ = try Welcome(message)
        case .tracks: _ = try TrackTableFields(message)
        case .frame: _ = try FrameFields(message)
        case .gap: _ = try GapFields(message)
        case .ping: _ = try Ping(message)
        case .pong: _ = try Pong(message)
        case .error, .goodbye: _ = try EndingFields(message)
        case .streams: _ = try StreamsFields(message)
        case .arrivals: _ = try ArrivalsFields(message)
        case .keyFrameRequest: _ = try KeyFrameRequestFields(message)
        case .clockOffset: _ = try ClockOffsetFields(message)
        case .viewerCount: _ = try ViewerCountFields(message)
        case .streamState: _ = try StreamStateFields(message)
        default: _ = try ReceiverReportFields(message)
        }
    }
}
