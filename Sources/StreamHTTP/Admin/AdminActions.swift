import Logging

/// What the admin listener can do to the program around the relay; `nil` where that program cannot.
public struct AdminActions: Sendable {
    /// From now on the program logs this much.
    public var setLogLevel: (@Sendable (Logger.Level) -> Void)?
    /// Reads the settings again. Throws an error whose description is one sentence, and then nothing has changed.
    public var reload: (@Sendable () async throws -> Void)?

    public init(
        setLogLevel: (@Sendable (Logger.Level) -> Void)? = nil,
        reload: (@Sendable () async throws -> Void)? = nil
    ) {
        self.setLogLevel = setLogLevel
        self.reload = reload
    }
}
