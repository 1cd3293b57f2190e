import Containers

/// What is to be done with an output.
enum OutputAction: Hashable {
    /// Write these bytes at the end.
    case append([UInt8])
    /// Do a step with the file.
    case file(FileStep)
    /// Print a line on standard error.
    case note(String)
    /// Finish the output: it cannot go on.
    case end(Failure)
}
