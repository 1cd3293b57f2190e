/// A publication of this relay, what the directory may have of it, and the request between both.
struct PublicationRecord: Sendable {
    struct Wanted: Hashable, Sendable {
        let publisher: PublisherDigest
        /// The number of the publication, newest if its publisher has connected again.
        var publication: UInt64
    }

    struct Request: Hashable, Sendable {
        let number: Int
        /// The revision that was known when it was made.
        let known: Int64
        /// How often etcd had come back with a backup then.
        let restores: Int
        /// What is written; `nil` for a removal.
        var registration: Registration?
    }

    /// `nil` after the publication's end, until its registration has gone.
    var wanted: Wanted?
    /// When the publisher was registered first; `nil` before that.
    var age: RegistrationAge?
    /// The highest revision at which this publication was written, or that of a backup after it.
    var written: Int64?
    /// Whether the directory may have it with the lease of now.
    var mayExist = false
    var isRegistered = false
    var request: Request?
    /// What the last answer has said of the key, and of which revision.
    var answer: (item: DirectoryItem?, revision: Int64)?
    /// The mod revision of another relay's registration that etcd has confirmed.
    var confirmed: Int64?
    var pause = RetryPause()
    /// Answers in a row that another state was there than was known.
    var differences = 0

    /// The newest that is known of the key.
    func item(_ key: String, in view: DirectoryView) -> DirectoryItem? {
        guard let answer, answer.revision > view.moment?.revision ?? 0 else { return view.items[key] }
        return answer.item
    }
}
