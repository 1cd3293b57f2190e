import BitCoding
import StreamMedia

/// Reads an elementary stream of any length in chunks, and reports its contents.
///
/// The report does not depend on the boundaries of the chunks. Memory does not grow with the stream: the inspector
/// holds the current NAL unit or frame, parameter sets, and counters.
///
///     var inspector = StreamInspector()
///     while let chunk = try readSome() { try inspector.push(chunk.span.bytes) }
///     let report = try inspector.finish()
public struct StreamInspector: Sendable {
    /// The number of bytes within which the stream must begin. Real files begin at once, or after the rest of a NAL
    /// unit or frame.
    public static let probeLimit = 1 << 20

    private enum State {
        /// The bytes so far are not enough to detect the format. The next attempt follows at `next` bytes.
        case probing([UInt8], next: Int)
        case h264(H264Inspector)
        case aac(AACInspector)
    }

    private var state = State.probing([], next: 0)

    /// Starts at the beginning of a stream.
    public init() {}

    /// Processes the next bytes of the stream.
    ///
    /// - Throws: ``InspectionError`` if the bytes so far show that this is not an H.264 or ADTS stream.
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

    /// Ends the stream and returns the report.
    ///
    /// - Throws: ``InspectionError`` if no H.264 or ADTS stream was found.
    public mutating func finish() throws(InspectionError) -> StreamReport {
        if case .probing(let probe, _) = state { try detect(probe, isComplete: true) }
        switch exchange(&state, with: .probing([], next: 0)) {
        case .h264(var inspector): return .h264(try inspector.finish())
        case .aac(var inspector): return .aac(try inspector.finish())
        case .probing(let probe, _): throw probe.isEmpty ? InspectionError.empty : InspectionError.unrecognised
        }
    }

    /// Detects the format by `probe`, which is the stream so far, and processes these bytes.
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
    /// One sentence that says what the input is instead, or what to do.
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    static let unrecognised = Self(
        "This is neither H.264 in Annex B format nor AAC in ADTS frames, as ffmpeg writes them with '-f h264' and "
            + "'-f adts'; give such a stream."
    )

    static let empty = Self("This is empty; check what writes it.")

    static func container(_ format: ContainerFormat) -> Self {
        Self("This is \(format), not an elementary stream; \(format.remedy)")
    }
}

/// The report on an elementary stream. It is encoded as the report of its format; the key `format` names the format.
public enum StreamReport: Sendable, Encodable, CustomStringConvertible {
    /// H.264 in Annex B format.
    case h264(H264Report)
    /// AAC in ADTS frames.
    case aac(AACReport)

    /// The anomalies of the stream by their first occurrence.
    public var anomalies: [Anomaly] {
        switch self {
        case .h264(let report): report.anomalies
        case .aac(let report): report.anomalies
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .h264(let report): try report.encode(to: encoder)
        case .aac(let report): try report.encode(to: encoder)
        }
    }

    /// The report as a text of aligned lines, for people.
    public var description: String {
        switch self {
        case .h264(let report): report.description
        case .aac(let report): report.description
        }
    }
}
