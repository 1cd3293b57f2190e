import ArgumentParser
import Platform
import StreamConformance

/// Which cases run, and how their results are printed.
struct ConformanceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Run only cases whose name matches, such as 'hello' or 'frame/*'; '*' stands for any text. May be repeated.",
            valueName: "pattern"
        ),
        transform: { CasePattern($0) }
    )
    var only: [CasePattern] = []

    @Flag(help: "List the cases with their rules, and run none.")
    var list = false

    @Flag(help: "Print JSON.")
    var json = false

    @Option(
        help: ArgumentHelp("Also write the results to this file, in the format of JUnit.", valueName: "file"),
        completion: .file()
    )
    var junit: String?

    /// - Throws: ``Failure`` if no case is left.
    func selected<Trial>(_ cases: [ConformanceCase<Trial>]) throws(Failure) -> [ConformanceCase<Trial>] {
        guard !only.isEmpty else { return cases }
        let selected = cases.filter { example in only.contains { $0.matches(example.name) } }
        guard !selected.isEmpty else {
            throw Failure(.usage, "No case has such a name; --list shows all.")
        }
        return selected
    }

    /// Lists or runs cases.
    ///
    /// - Parameter prepare: Is called if cases are to run.
    /// - Throws: ``Failure`` if a case fails.
    func run<Trial>(
        _ subject: String,
        _ target: String,
        _ cases: [ConformanceCase<Trial>],
        concurrency: Int,
        withTrial:
            @escaping @Sendable (ConformanceCase<Trial>, (Trial) async throws -> Void) async throws -> Void
    ) async throws {
        let sink: ByteSink?
        if let junit { sink = try await ByteSink.open(OutputTarget(junit, overwrites: true)) } else { sink = nil }
        let runner = CaseRunner(cases, concurrency: concurrency, withTrial: withTrial)
        let showsProgress = Terminal.errorIsTerminal
        let results = Mutex<[CaseResult]>([])
        // A signal ends the cases that run, and with them the programs that they started.
        let signal = try await Signals.runUntilSignal {
            let all = await runner.run { result in
                if result.hasFailed { return Terminal.printLine(Printable.text(result.line)) }
                if showsProgress { Terminal.replaceLine(result.name) }
            }
            results.withLock { $0 = all }
        }
        if showsProgress { Terminal.replaceLine("") }
        let report = ConformanceReport(subject: subject, target: target, results: results.withLock { $0 })
        try await Report(report).write(asJSON: json)
        if let sink {
            try await sink.write(Array(report.junit.utf8))
            try await sink.close()
        }
        if let signal { throw ExitCode(signal.exitCode) }
        guard report.failures.isEmpty else { throw ExitCode(Failure.Status.failure.rawValue) }
        guard report.passedCount > 0 else { throw Failure(.failure, "No case applies to this \(subject).") }
    }
}

/// The cases that a command has, for `--list`.
struct CaseList: Encodable, CustomStringConvertible {
    private struct Entry: Encodable {
        let name, section, anchor, rule: String
    }
    private let cases: [Entry]

    init<Trial>(_ cases: [ConformanceCase<Trial>]) {
        self.cases = cases.map {
            Entry(name: $0.name, section: $0.clause.title, anchor: $0.clause.anchor, rule: $0.rule)
        }
    }

    var description: String { cases.map { "\($0.name): \($0.rule) [\($0.section)]" }.joined(separator: "\n") }
}
