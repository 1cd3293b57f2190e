import StreamProtocol

extension Gap.Reason {
    // The protocol leaves 128 and above to programs: these appear in recordings only.

    /// The recorder's disk was too slow, full or broken.
    public static let storage = Gap.Reason(rawValue: 128)
    /// Files cannot hold the track, or the track came while a file without it was open.
    public static let unsupported = Gap.Reason(rawValue: 129)
    /// The recording was off.
    public static let paused = Gap.Reason(rawValue: 130)

    /// The name of the reason in the journal.
    var name: String {
        switch self {
        case .storage: "storage"
        case .unsupported: "unsupported"
        case .paused: "paused"
        default: description
        }
    }
}
