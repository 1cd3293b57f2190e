import StreamProtocol

/// Turns the messages of a stream into what is to be done with an output.
protocol StreamOutput {
    /// Takes the tracks of the frames that follow.
    ///
    /// - Throws: ``Failure`` if the stream has no track that the output can hold from its beginning.
    mutating func follow(_ table: TrackTable) throws(Failure) -> [OutputAction]

    /// Whether the output is to have the frames of a track.
    func contains(_ track: TrackID) -> Bool

    /// Takes a frame of a track that the output is to have.
    ///
    /// - Parameter arrival: As in `ContainerFeed`.
    /// - Throws: ``Failure`` for a frame that the format cannot hold.
    mutating func take(_ frame: Frame, arrival: Int64) throws(Failure) -> [OutputAction]

    /// Takes note of frames that are missing.
    mutating func take(_ gap: Gap)

    /// Takes note that another instance of the stream follows.
    mutating func beginInstance()

    /// What is left to do at the end; nothing if there was no frame.
    mutating func finish() -> [OutputAction]
}
