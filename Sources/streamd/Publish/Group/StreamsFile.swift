import StreamClient
import StreamProtocol
import Yams

/// The file of `publish --config`: several streams by their names, with the options of `publish` as keys. Options above
/// the streams are those of all of them.
struct StreamsFile: Sendable {
    /// One stream. It is equal to another with the same options, whose files have the same content.
    struct Stream: Hashable, Sendable {
        let name: StreamName
        /// The options as they stand on a command line.
        let words: [String]
        /// The files that the options name, such as that of the token.
        let files: [String: FileVersion?]
    }

    /// A stream has a connection and often an encoder: a machine that encodes so many does not exist.
    static let maximumStreams = 256

    let path: String
    /// The file just before it was read: a later change is noticed.
    private let version: [String: FileVersion?]
    private(set) var streams: [Stream] = []
    private var errors: [SettingsError] = []

    /// Reads the file, and checks all options.
    ///
    /// - Throws: All errors.
    static func read(_ path: String) throws(SettingsErrors) -> StreamsFile {
        let file: StreamsFile
        do throws(SettingsError) {
            let version = FileVersion.all(of: [path])
            let (content, syntax) = try SettingsFile.content(of: path)
            file = try StreamsFile(content, as: syntax, path: path, version: version)
        } catch {
            throw SettingsErrors(all: [error])
        }
        guard file.errors.isEmpty else {
            throw SettingsErrors(all: file.errors.sorted { $0.line ?? 0 < $1.line ?? 0 })
        }
        return file
    }

    /// The file and those that it names, as they were when they were read.
    var versions: [String: FileVersion?] {
        streams.reduce(into: version) { $0.merge($1.files) { first, _ in first } }
    }

    private init(
        _ content: String,
        as syntax: SettingsFile.Syntax,
        path: String,
        version: [String: FileVersion?]
    ) throws(SettingsError) {
        self.path = path
        self.version = version
        var (common, sections): (Options, Node?) = ([:], nil)
        let entries = try SettingsFile.parse(content, as: syntax, path: path, example: Self.example)
        let keys = entries.map(\.0)
        if let key = keys.first(where: { StreamKey.all[$0.text] == nil && Setting.fileKeys.contains($0.text) }) {
            fail(key.line, "'\(key.text)' is a setting of 'streamd relay'; this file needs \(Self.example).")
            return
        }
        for (key, value) in entries {
            if key.text == "streams" { sections = value } else { read(value, of: key, to: &common) }
        }
        guard let sections = sections?.mapping, !sections.isEmpty else {
            fail(sections?.mark?.line, "'streams' takes the names of streams, each with its options below it.")
            return
        }
        guard sections.count <= Self.maximumStreams else {
            fail(
                sections.mark?.line,
                "there are \(sections.count) streams; at most \(Self.maximumStreams) can be published."
            )
            return
        }
        for (name, section) in sections {
            let name = SettingsFile.Entry(text: name.string ?? "", line: name.mark?.line)
            guard let section = section.mapping else {
                fail(name.line, "'\(name.text.quoted())' takes options below it, such as 'input: /dev/video0'.")
                continue
            }
            var options = common
            for (key, value) in section {
                read(value, of: SettingsFile.Entry(text: key.string ?? "", line: key.mark?.line), to: &options)
            }
            add(name, options)
        }
    }

    /// What a file without settings should have.
    private static let example = "'streams:', and below it a name with 'input: /dev/video0'"

    /// The values of options by their keys.
    private typealias Options = [String: [String]]

    private mutating func fail(_ line: Int?, _ message: String) {
        errors.append(SettingsError(message, in: path, line: line))
    }

    /// Reads an option, and checks its value by itself.
    private mutating func read(_ value: Node, of key: SettingsFile.Entry, to options: inout Options) {
        guard let kind = StreamKey.all[key.text] else {
            let nearest = SpellingSuggestion(to: key.text, among: StreamKey.all.keys.sorted() + ["streams"])
            let hint = nearest.map { "did you mean '\($0.word)'?" } ?? "'streamd publish --help' lists the options."
            return fail(key.line, "there is no option '\(key.text.quoted())' here; \(hint)")
        }
        var texts = value.scalar.map { [$0.string] } ?? value.sequence?.compactMap(\.scalar?.string) ?? []
        if kind == .path || key.text == "input" && ByteSource.isFile(SettingsFile.resolve(texts.first ?? "", in: path))
        {
            texts = texts.map { SettingsFile.resolve($0, in: path) }
        }
        guard value.sequence.map({ $0.count == texts.count }) ?? true,
            let words = StreamKey.words(key.text, kind, texts)
        else {
            let takes =
                switch kind {
                case .list: "a single value or a list of them"
                case .flag, .flagThatIsOn: "true or false"
                case .value, .path: "a single value"
                }
            return fail(key.line, "'\(key.text)' takes \(takes).")
        }
        if key.text == "input", texts == ["-"] {
            return fail(
                key.line,
                "'input' is '-', but standard input belongs to no stream of a file; name a pipe or a file."
            )
        }
        if key.text == "to", (try? RelayArgument(argument: texts[0]).folder.stream) != .empty {
            return fail(
                key.line,
                "'to' is '\(texts[0].quoted())'; it takes the relay alone, such as relay.example.org:7450, because the streams have their names."
            )
        }
        do throws(Failure) {
            _ = try PublishOptions(words: words)
            options[key.text] = texts
        } catch {
            fail(key.line, error.message)
        }
    }

    private mutating func add(_ name: SettingsFile.Entry, _ given: Options) {
        do {
            var given = given
            let stream = try StreamName(name.text)
            given["to"] = ["\(given["to"]?.first ?? RelayArgument.relay.defaultValueDescription)/\(stream)"]
            var words: [String] = []
            for (key, texts) in given.sorted(by: { $0.key < $1.key }) where key != "input" {
                words += StreamKey.all[key].flatMap { StreamKey.words(key, $0, texts) } ?? []
            }
            // The input comes last, because no option is read behind it.
            words += given["input"].flatMap { StreamKey.words("input", .value, $0) } ?? []
            let options = try PublishOptions(words: words)
            // Tells whether the files can be used. Only a run tells the same of the input, which may come later.
            _ = try options.clientConfiguration
            let files = given.filter { StreamKey.all[$0.key] == .path }.values.flatMap(\.self)
            streams.append(Stream(name: stream, words: words, files: FileVersion.all(of: files)))
        } catch let error as Failure {
            fail(name.line, "'\(name.text.quoted())': \(error.message)")
        } catch let error as ProtocolError {
            fail(name.line, error.reason)
        } catch {
            fail(name.line, "'\(name.text.quoted())': \(error)")
        }
    }
}
