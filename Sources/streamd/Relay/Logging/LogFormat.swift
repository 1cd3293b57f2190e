import ArgumentParser

/// How messages are written.
enum LogFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// A line for people.
    case text
    /// A JSON object a line, for programs.
    case json
}
