#if Player
    import StreamProtocol
    import TestSupport
    import Testing

    @testable import StreamPlayback

    /// Real streams, decoded as ffmpeg decodes them.
    @Suite struct VectorDecodingTests {
        private struct Oracle: Decodable {
            /// Of each picture that ffmpeg shows, in the order of presentation.
            let framemd5: [String]
        }

        private static let streams = Vectors.manifest.filter { $0.columns["kind"] == "h264" }

        @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"), arguments: streams)
        func `pictures are those of ffmpeg, in the order of presentation`(_ vector: Vectors.Entry) throws {
            let oracle: Oracle = try Vectors.json("oracle/\(vector.file).json")
            let decoded = DecodedStream(PublishedStream(try Vectors.bytes(vector.file)))
            let sums = try decoded.checksums
            print(
                vector.file, sums == oracle.framemd5 ? "EQUAL" : "DIFFERS", sums.count, oracle.framemd5.count,
                decoded.problems.count, decoded.problems.first?.description ?? ""
            )
            let times = decoded.pictures.map(\.presentationTime)
            print(vector.file, zip(times, times.dropFirst()).allSatisfy { $0 < $1 } ? "" : "DISORDER \(times)")
        }
    }
#endif
