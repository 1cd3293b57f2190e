import StreamMedia

/// Reads an elementary stream of any length as it comes, and reports what is in it.
///
/// The report does not depend on where the input is cut, and memory does not grow with the stream: what is held is the
/// NAL unit or frame at hand, parameter sets, and counters.
///
///     var inspector = StreamInspector()
///     while let chunk = try readSome() { try inspector.push(chunk.span.bytes) }
///     let report = try inspector.finish()
public struct StreamInspector: Sendable {
    /// Bytes among which the stream must begin. Real files begin at once, or behind the rest of a NAL unit or frame.
    public static let probeLimit = 1 << 20

    private enum State {
        /// What came so far is not enough to tell. It is looked at again when it has grown to `next` bytes.
        case probing([UInt8], next: Int)
        case h264(H264Inspector)
        case aac(AACInspector)
    }

    private var state = State.probing([], next: 0)

    /// Starts at the beginning of a stream.
    public init() {}

    /// Takes the next bytes of the stream.
    ///
    /// Throws where enough bytes have come to say that this is no stream that can be inspected.
    public mutating func push(_ bytes: RawSpan) throws(InspectionError) {
        switch exchange(&state, with: .probing([], next: 0)) {
        case .h264(var inspector):
            inspector.push(bytes)
            state = .h264(inspector)
        case .aac(var inspector):
            inspector.push(bytes)
            state = .aac(inspector)
        case .probing(var probe, let next):
            bytes.withUnsafeBytes { probe.append(contentsOf: $0) }
            if probe.count < next {
                state = .probing(probe, next: next)
            } else {
                try detect(probe, isComplete: false)
            }
        }
    }

    /// Reports what was found, at the end of the stream.
    ///
    /// Throws where nothing was found that could be called a stream.
    public mutating func finish() throws(InspectionError) -> StreamReport {
        if case .probing(let probe, _) = state { try detect(probe, isComplete: true) }
        switch exchange(&state, with: .probing([], next: 0)) {
        case .h264(var inspector): return .h264(try inspector.finish())
        case .aac(var inspector): return .aac(try inspector.finish())
        case .probing: throw InspectionError.unrecognised
        }
    }

    /// Tells the format by `probe`, all bytes of the stream so far, and hands them on.
    private mutating func detect(_ probe: [UInt8], isComplete: Bool) throws(InspectionError) {
        if let container = ContainerFormat(detecting: probe.span.bytes) { throw .container(container) }
        switch ElementaryStreamFormat(detecting: probe.span.bytes, isComplete: isComplete) {
        case .h264:
            var inspector = H264Inspector()
            inspector.push(probe.span.bytes)
            state = .h264(inspector)
        case .adts:
            var inspector = AACInspector()
            inspector.push(probe.span.bytes)
            state = .aac(inspector)
        case nil:
            guard probe.count < Self.probeLimit else { throw .unrecognised }
            // Doubling keeps the work linear in the bytes.
            state = .probing(probe, next: max(2 * probe.count, ElementaryStreamFormat.probeLength))
        }
    }
}

/// Why a stream cannot be inspected.
public struct InspectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that says what is there instead, or what to do.
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    static let unrecognised = Self("This is neither H.264 in Annex B format nor AAC in ADTS frames.")

    static func container(_ format: ContainerFormat) -> Self {
        Self("This is \(format), not an elementary stream; \(format.remedy)")
    }
}
