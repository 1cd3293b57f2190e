/// What a key that was pressed asks for.
enum TopKey: Hashable, Sendable {
    case leave, next, previous

    /// Reads the bytes that a terminal sends; what means nothing here is passed over.
    static func keys(in bytes: [UInt8]) -> [TopKey] {
        var keys: [TopKey] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x03: keys.append(.leave)
            case UInt8(ascii: "j"): keys.append(.next)
            case UInt8(ascii: "k"): keys.append(.previous)
            case 0x1B where rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O"):
                // Arrows come as ESC [ A or, in application mode, as ESC O A.
                rest.removeFirst()
                let end = rest.firstIndex { (0x40...0x7E).contains($0) }
                guard let end else { return keys }
                if rest[end] == UInt8(ascii: "A") { keys.append(.previous) }
                if rest[end] == UInt8(ascii: "B") { keys.append(.next) }
                rest = rest[(end + 1)...]
            default: break
            }
        }
        return keys
    }

    /// The stream after or before `chosen` in a list in which "all" comes first and after the last.
    func move(from chosen: String?, in streams: [String]) -> String? {
        let places: [String?] = [nil] + streams
        let place = places.firstIndex(of: chosen) ?? 0
        switch self {
        case .leave: return chosen
        case .next: return places[(place + 1) % places.count]
        case .previous: return places[(place + places.count - 1) % places.count]
        }
    }
}
