/// What is in an elementary stream.
///
/// It is encoded as the report of its format, whose key `format` tells which it is.
public enum StreamReport: Sendable, Encodable, CustomStringConvertible {
    /// H.264 in Annex B format.
    case h264(H264Report)
    /// AAC in ADTS frames.
    case aac(AACReport)

    /// What is out of order in the stream, first things first.
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
