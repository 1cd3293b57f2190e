import Foundation
import StreamInspection
import TestSupport

/// Inspects a stream that comes in chunks.
func inspect(_ stream: [UInt8], chunk: Int = .max) throws -> StreamReport {
    var inspector = StreamInspector()
    var rest = stream[...]
    while !rest.isEmpty {
        try inspector.push(Array(rest.prefix(chunk)).span.bytes)
        rest = rest.dropFirst(chunk)
    }
    return try inspector.finish()
}

extension StreamReport {
    /// The report as programs see it.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The codes of the anomalies, in order.
    var codes: [String] { anomalies.map(\.code) }
}

/// It was the other format that was found.
struct WrongFormat: Error {}

extension H264Report {
    init(_ stream: [UInt8]) throws {
        guard case .h264(let report) = try inspect(stream) else { throw WrongFormat() }
        self = report
    }

    init(file: String) throws { try self.init(Vectors.bytes(file)) }
}

extension AACReport {
    init(_ stream: [UInt8]) throws {
        guard case .aac(let report) = try inspect(stream) else { throw WrongFormat() }
        self = report
    }

    init(file: String) throws { try self.init(Vectors.bytes(file)) }
}
