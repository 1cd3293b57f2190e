import StreamProtocol

/// An option for the stream's name, as other programs have it. Here the name is a part of the relay's address.
struct NameOption: Hashable {
    private static let names = ["--name", "--stream"]

    private let option: String
    private let address: String

    /// - Parameter arguments: The program's arguments without its name.
    /// - Returns: `nil` if there is none.
    init?(in arguments: [String]) {
        guard let command = arguments.first, ["publish", "watch", "play"].contains(command) else { return nil }
        let options = arguments.prefix { $0 != "--" }
        guard let index = options.firstIndex(where: { Self.option(in: $0) != nil }),
            let option = Self.option(in: options[index])
        else { return nil }
        let parts = options[index].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let next = index + 1 < options.endIndex ? options[index + 1] : nil
        let value = parts.count == 2 ? String(parts[1]) : next
        let name = value.flatMap { $0.hasPrefix("-") ? nil : try? StreamName($0) }
        self.option = option
        address = (command == "publish" ? "--to " : "") + "127.0.0.1:7450/\(name.map { "\($0)" } ?? "NAME")"
    }

    private static func option(in argument: String) -> String? {
        names.first { argument == $0 || argument.hasPrefix("\($0)=") }
    }

    /// The error for the user.
    var failure: Failure {
        Failure(
            .usage,
            "There is no option '\(option)'; the name is a part of the relay's address, as in '\(address)'."
        )
    }
}
