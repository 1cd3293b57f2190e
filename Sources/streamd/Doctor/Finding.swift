/// One thing that a doctor looked at.
struct Finding: Hashable, Encodable {
    enum Verdict: String, Encodable {
        case ok
        /// It works, but not as well as it could, or something that not everybody needs is missing.
        case warning
        /// Publishing fails because of it.
        case problem
    }

    let topic: String
    let verdict: Verdict
    /// A sentence.
    let text: String
    /// What to run against it.
    let command: String?

    init(_ topic: String, _ verdict: Verdict, _ text: String, command: String? = nil) {
        self.topic = topic
        self.verdict = verdict
        self.text = text
        self.command = command
    }
}
