import H264
import Testing
import TestSupport

/// Every NAL unit of every real stream, against what other tools found.
@Suite(.enabled(if: Vectors.present, "\(Vectors.missing)"))
struct AnnexBVectorTests {
    private struct Oracle: Decodable {
        struct Table: Decodable { let rows: [[Int]] }
        let nals: Table
    }

    @Test(arguments: Vectors.entries(".h264"))
    func `the splitter agrees with the reference figures`(_ entry: Vectors.Entry) throws {
        let stream = try Vectors.bytes(entry.file)
        let oracle: Oracle = try Vectors.json("oracle/\(entry.file).json")
        var end = 0
        var counts: [String: Int] = [:]
        var startCodes = (short: 0, long: 0, longer: 0)
        let units = SplitResult(stream).units
        let rows = units.map { unit -> [Int] in
            let header = unit.bytes.first.map { NALUnitHeader($0) }
            counts[header.map { String($0.type.rawValue) } ?? "empty", default: 0] += 1
            if unit.offset > end, stream[unit.offset - 1] == 0 {
                startCodes.longer += 1
            } else if unit.startCodeLength == 4 {
                startCodes.long += 1
            } else {
                startCodes.short += 1
            }
            end = unit.offset + unit.startCodeLength + unit.bytes.count
            return [
                unit.offset, unit.startCodeLength, unit.bytes.count,
                header.map { Int($0.type.rawValue) } ?? -1, header.map { Int($0.referenceIDC) } ?? 0,
            ]
        }
        #expect(rows == oracle.nals.rows)
        #expect(units.count == entry.number("nal_total"))
        #expect(counts == types(entry))
        #expect(startCodes.short == entry.number("startcodes_3"))
        #expect(startCodes.long == entry.number("startcodes_4"))
        #expect(startCodes.longer == entry.number("startcodes_longer"))
        #expect(stream.count - end == entry.number("trailing_zeros"))
    }

    /// `nal_types`, such as "1:15 5:1".
    private func types(_ entry: Vectors.Entry) -> [String: Int] {
        let pairs = (entry.columns["nal_types"] ?? "").split(separator: " ").map { $0.split(separator: ":") }
        return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), Int($0[1]) ?? 0) })
    }

    @Test(arguments: Vectors.entries(".h264"))
    func `cuts make no difference`(_ entry: Vectors.Entry) throws {
        let stream = try Vectors.bytes(entry.file)
        let whole = SplitResult(stream)
        #expect(cursorUnits(of: stream) == whole.units)
        var random = SeededGenerator(seed: UInt64(stream.count))
        for _ in 0..<4 {
            let cuts = (0..<2000).map { _ in Int.random(in: 0...stream.count, using: &random) }.sorted()
            #expect(SplitResult(stream, cuts: cuts) == whole)
        }
    }
}
