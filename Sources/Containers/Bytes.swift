// The writers and readers for programs: they take frames as `Span<UInt8>`, which cannot be a view of values of another
// type. Inside this package they take `RawSpan`. A collection of bytes is a frame of the convenient variants.

extension FragmentedMP4Writer {
    /// Wraps one frame in a fragment of its own. Frames of a part that was begun with `append` stay there.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC.
    public mutating func fragment(of frame: ContainerFrame, _ payload: Span<UInt8>) -> FragmentResult {
        fragment(of: frame, payload.bytes)
    }

    /// Wraps one frame in a fragment of its own. Frames of a part that was begun with `append` stay there.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC.
    public mutating func fragment(of frame: ContainerFrame, _ payload: some Collection<UInt8>) -> FragmentResult {
        let payload = Array(payload)[...]
        return fragment(of: frame, payload.span)
    }

    /// Adds a frame to the current part.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC; copied into the part.
    public mutating func append(_ frame: ContainerFrame, _ payload: Span<UInt8>) -> AppendResult {
        append(frame, payload.bytes)
    }

    /// Adds a frame to the current part.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC; copied into the part.
    public mutating func append(_ frame: ContainerFrame, _ payload: some Collection<UInt8>) -> AppendResult {
        let payload = Array(payload)[...]
        return append(frame, payload.span)
    }
}

extension MovieFragment {
    /// The whole fragment.
    ///
    /// - Parameter payload: The frame that it was made of.
    public func bytes(_ payload: Span<UInt8>) -> [UInt8] { bytes(payload.bytes) }

    /// The whole fragment.
    ///
    /// - Parameter payload: The frame that it was made of.
    public func bytes(_ payload: some Collection<UInt8>) -> [UInt8] {
        let payload = Array(payload)[...]
        return bytes(payload.span)
    }
}

extension HybridMP4Writer {
    /// Adds a frame. If it does not belong to the current part any more, the part is written first.
    ///
    /// - Parameters:
    ///   - payload: An access unit in Annex B format, or one raw data block of AAC.
    ///   - epoch: The frame's epoch, for the account.
    ///   - sequence: The frame's sequence number, for the account.
    public mutating func append(
        _ frame: ContainerFrame,
        _ payload: Span<UInt8>,
        epoch: UInt32,
        sequence: UInt64
    ) -> Outcome {
        append(frame, payload.bytes, epoch: epoch, sequence: sequence)
    }

    /// Adds a frame. If it does not belong to the current part any more, the part is written first.
    ///
    /// - Parameters:
    ///   - payload: An access unit in Annex B format, or one raw data block of AAC.
    ///   - epoch: The frame's epoch, for the account.
    ///   - sequence: The frame's sequence number, for the account.
    public mutating func append(
        _ frame: ContainerFrame,
        _ payload: some Collection<UInt8>,
        epoch: UInt32,
        sequence: UInt64
    ) -> Outcome {
        let payload = Array(payload)[...]
        return append(frame, payload.span, epoch: epoch, sequence: sequence)
    }
}

extension ClipWriter {
    /// Adds a frame.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC.
    public mutating func add(_ frame: ContainerFrame, _ payload: Span<UInt8>) -> Outcome { add(frame, payload.bytes) }

    /// Adds a frame.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC.
    public mutating func add(_ frame: ContainerFrame, _ payload: some Collection<UInt8>) -> Outcome {
        let payload = Array(payload)[...]
        return add(frame, payload.span)
    }
}

extension TransportStreamWriter {
    /// Returns the packets of the next frame; `nil` if it has no track here, no bytes, or too many.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC.
    public mutating func packets(of frame: ContainerFrame, _ payload: Span<UInt8>) -> Packets? {
        packets(of: frame, payload.bytes)
    }

    /// Returns the packets of the next frame; `nil` if it has no track here, no bytes, or too many.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC.
    public mutating func packets(of frame: ContainerFrame, _ payload: some Collection<UInt8>) -> Packets? {
        let payload = Array(payload)[...]
        return packets(of: frame, payload.span)
    }
}

extension ContinuityRepair {
    /// The packets to send before these; empty where nothing is missing.
    ///
    /// - Parameter bytes: Whole packets, as ``TransportStreamWriter`` makes them.
    public mutating func packets(before bytes: Span<UInt8>) -> [UInt8] { packets(before: bytes.bytes) }
}

extension SampleLayout {
    /// Appends the sample.
    ///
    /// - Parameter payload: The frame that the layout was made of.
    public func append(_ payload: Span<UInt8>, to bytes: inout [UInt8]) { append(payload.bytes, to: &bytes) }
}

extension ContainerTrack.Description {
    /// Finds out how a frame of the track becomes a sample.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC.
    public func fit(_ payload: Span<UInt8>) -> SampleFit { fit(payload.bytes) }
}

extension H264Description {
    /// Describes a stream from an access unit at which decoding can begin: it holds all parameter sets in force.
    ///
    /// - Throws: `invalidDescription` if it holds no SPS that can be read, or more sets than a record can.
    public init(
        accessUnit: Span<UInt8>,
        placement: ParameterSetPlacement = .sampleEntry
    ) throws(ContainerError) {
        try self.init(accessUnit: accessUnit.bytes, placement: placement)
    }

    /// Describes a stream from an access unit at which decoding can begin: it holds all parameter sets in force.
    ///
    /// - Throws: `invalidDescription` if it holds no SPS that can be read, or more sets than a record can.
    public init(
        accessUnit: some Collection<UInt8>,
        placement: ParameterSetPlacement = .sampleEntry
    ) throws(ContainerError) {
        let accessUnit = Array(accessUnit)[...]
        try self.init(accessUnit: accessUnit.span, placement: placement)
    }

    /// Turns a sample back into an access unit in Annex B format. A sample at which decoding begins gets the parameter
    /// sets of the sample entry, after its access unit delimiter, if there is one (H.264 7.4.1.2.3).
    ///
    /// - Throws: `malformed` if a length exceeds the sample.
    public func accessUnit(fromSample sample: Span<UInt8>, isSync: Bool) throws(ContainerError) -> [UInt8] {
        try accessUnit(fromSample: sample.bytes, isSync: isSync)
    }

    /// Turns a sample back into an access unit in Annex B format. A sample at which decoding begins gets the parameter
    /// sets of the sample entry, after its access unit delimiter, if there is one (H.264 7.4.1.2.3).
    ///
    /// - Throws: `malformed` if a length exceeds the sample.
    public func accessUnit(
        fromSample sample: some Collection<UInt8>,
        isSync: Bool
    ) throws(ContainerError) -> [UInt8] {
        let sample = Array(sample)[...]
        return try accessUnit(fromSample: sample.span, isSync: isSync)
    }
}
