extension Failure {
    /// This program was built without the trait that devices need.
    static let withoutCapture = Failure(
        .unavailable,
        "This streamd was built without capture; build it with the package trait 'Capture', as 'swift build' does by "
            + "itself on Linux, to use cameras, microphones and encoders."
    )
}
