/// What of `/proc/PID/stat` matters here; see proc_pid_stat(5).
struct ProcessStatus: Hashable {
    /// User and system time, in clock ticks.
    let cpuTicks: Int64
    let threads: Int64
    /// When the process started, in clock ticks since the system did.
    let startTicks: Int64
    let virtualBytes: Int64
    let residentPages: Int64

    /// - Returns: `nil` where the text is not what Linux writes.
    init?(_ text: String) {
        // The second field is the program's name in parentheses, and may itself hold blanks and parentheses.
        guard let name = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: name)...].split { $0 == " " || $0 == "\n" }
        // By the manual's numbers, which begin at 1; the first here is 3.
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
