import Logging

/// What the admin listener can do to the program around the relay.
public struct AdminActions: Sendable {
    /// From now on the program logs this much.
    public var setLogLevel: @Sendable (Logger.Level) -> Void
    /// Reads the settings again. Throws an error whose description is one sentence, and then nothing has changed.
    public var reload: @Sendable () async throws -> Void

    public init(
        setLogLevel: @escaping @Sendable (Logger.Level) -> Void,
        reload: @escaping @Sendable () async throws -> Void
    ) {
        self.setLogLevel = setLogLevel
        self.reload = reload
    }
}
