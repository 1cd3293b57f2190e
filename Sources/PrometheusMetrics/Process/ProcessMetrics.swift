/// The kernel's figures of this process, with the names that Prometheus' own client libraries use.
public struct ProcessMetrics: Hashable, Sendable {
    public var residentBytes: Int64?
    public var virtualBytes: Int64?
    public var cpuSeconds: Double?
    /// Seconds since 1970.
    public var startTime: Double?
    public var threads: Int64?
    public var openDescriptors: Int64?
    public var maximumDescriptors: Int64?

    /// A collector for a registry: the metrics of this process at each scrape.
    public static let collector: PrometheusRegistry.Collector = { ProcessMetrics.now.families }

    /// The metrics of the figures that are known.
    public var families: [MetricFamily] {
        [
            family(
                "process_resident_memory_bytes",
                .gauge,
                "Memory of this process that is in RAM.",
                residentBytes.map { .integer($0) }
            ),
            family(
                "process_virtual_memory_bytes",
                .gauge,
                "Addresses that this process has reserved.",
                virtualBytes.map { .integer($0) }
            ),
            family(
                "process_cpu_seconds_total",
                .counter,
                "User and system CPU time that this process has used.",
                cpuSeconds.map { .real($0) }
            ),
            family(
                "process_start_time_seconds",
                .gauge,
                "When this process started, in seconds since 1970.",
                startTime.map { .real($0) }
            ),
            family("process_threads", .gauge, "Threads of this process.", threads.map { .integer($0) }),
            family(
                "process_open_fds",
                .gauge,
                "File descriptors that this process has open.",
                openDescriptors.map { .integer($0) }
            ),
            family(
                "process_max_fds",
                .gauge,
                "File descriptors that this process may have open.",
                maximumDescriptors.map { .integer($0) }
            ),
        ].compactMap(\.self)
    }

    private func family(
        _ name: String,
        _ kind: MetricFamily.Kind,
        _ help: String,
        _ value: MetricSample.Value?
    ) -> MetricFamily? {
        value.map { MetricFamily(name, kind, help: help, samples: [MetricSample($0)]) }
    }
}

/// The fields of `/proc/PID/stat` that the metrics need; see proc_pid_stat(5).
struct ProcessStatus: Hashable {
    /// User and system time, in clock ticks.
    let cpuTicks: Int64
    let threads: Int64
    /// When the process started, in clock ticks since the system started.
    let startTicks: Int64
    let virtualBytes: Int64
    let residentPages: Int64

    /// - Returns: `nil` if the text does not have Linux's format.
    init?(_ text: String) {
        // The second field is the program's name in parentheses, and may itself contain blanks and parentheses.
        guard let name = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: name)...].split { $0 == " " || $0 == "\n" }
        // The manual counts fields from 1; the first one here is 3.
        func field(_ number: Int) -> Int64? { number - 3 < fields.count ? Int64(fields[number - 3]) : nil }
        guard let user = field(14), let system = field(15), let threads = field(20), let start = field(22),
            let virtual = field(23), let resident = field(24)
        else { return nil }
        cpuTicks = user + system
        self.threads = threads
        startTicks = start
        virtualBytes = virtual
        residentPages = resident
    }

    /// The line `btime` of `/proc/stat`: when the system started, in seconds since 1970.
    static func bootTime(_ text: String) -> Double? {
        let line = text.split(separator: "\n").first { $0.hasPrefix("btime ") }
        return line.flatMap { Double($0.dropFirst("btime ".count)) }
    }
}
