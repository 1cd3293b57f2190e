#if Player
    import StreamProtocol
    import TestSupport
    import Testing

    @testable import StreamPlayback

    /// Real streams, decoded as ffmpeg decodes them. One after the other: each has all of its pictures in memory.
    @Suite(.serialized) struct VectorDecodingTests {
        private struct Oracle: Decodable {
            /// Of each picture that ffmpeg shows, in the order of presentation.
            let framemd5: [String]
        }

        /// Streams of which ffmpeg shows pictures that it could not decode rightly; and two whose first picture has no
        /// parameter sets.
        private static let damaged: Set = [
            "h264_intra_first-small.h264", "intraforeman_qcif1-5.h264", "station.1080p.h264", "xmdvr_extra.h264",
            "membrane_input-idr-sps-pps-non-idr.h264", "membrane_input-sps-pps-non-idr-sps-pps-idr.h264",
        ]

        /// Streams without parameter sets: nothing is decoded, and nothing is said.
        private static let undescribed: Set = ["membrane_input-30-240p-no-sps-pps.h264"]

        private static let streams = Vectors.manifest.filter { $0.columns["kind"] == "h264" }

        @Test(
            .enabled(if: Vectors.present, "\(Vectors.missing)"),
            arguments: streams.filter { !damaged.contains($0.file) }
        )
        func `pictures are those of ffmpeg, in the order of presentation`(_ vector: Vectors.Entry) async throws {
            let oracle: Oracle = try Vectors.json("oracle/\(vector.file).json")
            let (decoded, checksums) = try await Self.decode(vector)
            #expect(checksums == oracle.framemd5)
            // libavcodec knows no flexible macroblock ordering: of such streams it shows nothing, and the reason is said.
            let isShown = !oracle.framemd5.isEmpty || Self.undescribed.contains(vector.file)
            #expect(decoded.problems.isEmpty == isShown, "\(decoded.problems)")
            let times = decoded.pictures.map(\.presentationTime)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        }

        @Test(
            .enabled(if: Vectors.present, "\(Vectors.missing)"),
            arguments: streams.filter { damaged.contains($0.file) }
        )
        func `pictures of a damaged stream that are shown are right, and the others are explained`(
            _ vector: Vectors.Entry
        ) async throws {
            let oracle: Oracle = try Vectors.json("oracle/\(vector.file).json")
            let (decoded, checksums) = try await Self.decode(vector)
            let times = decoded.pictures.map(\.presentationTime)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
            // ffmpeg shows nothing at all of the stream whose only picture follows wrong ones.
            guard !oracle.framemd5.isEmpty else { return }
            #expect(checksums.allSatisfy(oracle.framemd5.contains))
            for problem in decoded.problems {
                #expect(problem.consequence == .waitsForKeyFrame && problem.number != nil)
            }
            #expect(decoded.keyFrameRequests >= decoded.problems.count)
        }

        private static func decode(_ vector: Vectors.Entry) async throws -> (DecodedStream, checksums: [String]) {
            try await onOwnThread {
                let decoded = DecodedStream(PublishedStream(try Vectors.bytes(vector.file)))
                return (decoded, try decoded.checksums)
            }
        }
    }
#endif
