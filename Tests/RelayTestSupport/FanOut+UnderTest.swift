import Platform
import StreamRelay

extension FanOut {
    /// How the relays that tests run reach their viewers: as `STREAMD_TEST_FAN_OUT` says, or as any relay does where
    /// that is not set. `scripts/test` tries each.
    public static let underTest: FanOut = {
        guard let name = getenv("STREAMD_TEST_FAN_OUT").map({ String(cString: $0) }) else { return .auto }
        guard let fanOut = FanOut(rawValue: name) else {
            fatalError("STREAMD_TEST_FAN_OUT is '\(name)'; it takes \(FanOut.allCases.map(\.rawValue)).")
        }
        return fanOut
    }()
}
