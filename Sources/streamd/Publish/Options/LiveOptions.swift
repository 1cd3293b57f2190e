import ArgumentParser

/// How publishing follows what happens at the other end.
struct LiveOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Let the bit rate follow what the way to the relay carries.")
    var adaptive = true

    @Flag(help: "Open the device only while somebody watches.")
    var onDemand = false

    @Option(help: ArgumentHelp("With --on-demand: how long the device stays open after that.", valueName: "time"))
    var keepWarm: TimeSpan?
}
