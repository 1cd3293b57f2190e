import ArgumentParser
import StreamProtocol

/// A word on the command line in the place of a command, which is none.
struct UnknownCommand: Hashable {
    private let word: String
    /// The words before it, such as `streamd ctl`.
    private let parent: String
    private let known: [String]

    /// - Parameter arguments: The program's arguments without its name.
    /// - Returns: `nil` if the arguments name a command, or have an option in its place.
    init?(in arguments: [String]) {
        var command: any ParsableCommand.Type = Streamd.self
        var path = [Streamd.configuration.commandName ?? ""]
        for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !word.hasPrefix("-") else { return nil }
            guard let next = commands.first(where: { $0.configuration.commandName == word }) else {
                self.word = word
                parent = path.joined(separator: " ")
                known = commands.compactMap { $0.configuration.commandName }
                return
            }
            command = next
            path.append(word)
        }
        return nil
    }

    /// The error for the user.
    var failure: Failure {
        let hint = SpellingSuggestion(to: word, among: known).map { "did you mean '\($0.word)'?" }
        return Failure(
            .usage,
            "There is no command '\(word.quoted())' of \(parent); \(hint ?? "'\(parent) --help' lists the commands.")"
        )
    }
}
