#if Player && os(Linux)
    import CFFmpeg
    import Libav
    import StreamMedia
    import StreamProtocol
    import TestSupport
    import Testing

    @testable import StreamPlayback

    /// VA-API with the lab's driver, which decodes in software; see lab/README.md.
    @Suite(.serialized, .enabled(if: LabDecoder.isThere, LabDecoder.advice))
    struct HardwareDecodingTests {
        /// B pictures that are references; fields and frames; MBAFF.
        private static let varied = [
            "foreman_cif_IbBbBbBbP.h264", "CAPAMA3_Sand_F.h264", "cros_test-25fps-interlaced.h264",
        ]
        /// Where the driver fails when it is told a picture.
        private static let faults = ["X264VA_DEC_FAIL_AT", "X264VA_DEC_NOCOPY_AT"]
        /// Pictures of three groups, and of one group. The last ones come out when the stream has ended, and are then
        /// not decoded again.
        private static let (count, group) = (24, 10)
        private static let streams = Vectors.manifest.filter {
            $0.columns["kind"] == "h264" && $0.columns["decode_error_lines"] == "0"
        }

        /// Whether VA-API has the profile, and the driver the size.
        private static func isKnown(_ vector: Vectors.Entry) -> Bool {
            let profile = vector.columns["profile"] ?? ""
            return ["Constrained Baseline", "Main", "High"].contains(profile) && vector.columns["width"] != "16"
        }

        @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"), arguments: streams)
        func `pictures are those of software, and nothing is said of a stream that no GPU decodes`(
            _ vector: Vectors.Entry
        ) async throws {
            let run = try await Self.decode(PublishedStream(try Vectors.bytes(vector.file)))
            #expect(try run.seen.planarChecksums == run.expected.planarChecksums)
            #expect(run.seen.problems == run.expected.problems)
            #expect(run.log.isEmpty != Self.isKnown(vector))
            #expect(!run.log.contains { $0.contains("refused") })
        }

        @Test(.enabled(if: EncodedPictures.isPossible, "\(EncodedPictures.missing)"), arguments: [0, 2], 0..<count - 2)
        func `no picture is missing, broken or there twice, wherever in a group a GPU fails`(
            _ reordered: Int32,
            _ number: Int
        ) async throws {
            let pictures = try EncodedPictures(count: Self.count, group: Self.group, reordered: reordered)
            let stream = PublishedStream(pictures)
            for fault in Self.faults { try await Self.expectAll(of: stream, after: fault, at: number) }
        }

        @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"), arguments: varied, [0, 7, 26])
        func `no picture is missing, broken or there twice, whatever a GPU fails at`(
            _ file: String,
            _ number: Int
        ) async throws {
            let stream = PublishedStream(try Vectors.bytes(file))
            for fault in Self.faults { try await Self.expectAll(of: stream, after: fault, at: number) }
        }

        @Test(
            .enabled(if: EncodedPictures.isPossible, "\(EncodedPictures.missing)"),
            arguments: ["X264VA_DEC_NOCONFIG", "X264VA_DEC_NOCONTEXT"]
        )
        func `a GPU that refuses is mentioned once`(_ fault: String) async throws {
            let pictures = try EncodedPictures(count: Self.count, group: Self.group, reordered: 2)
            let run = try await Self.decode(PublishedStream(pictures), [fault: "1"])
            #expect(try run.seen.planarChecksums == run.expected.planarChecksums)
            #expect(run.seen.problems.map(\.consequence) == [.continuesInSoftware])
            #expect(run.log.isEmpty)
        }

        @Test(.enabled(if: EncodedPictures.isPossible, "\(EncodedPictures.missing)"))
        func `nothing is said of a GPU that decodes nothing`() async throws {
            let pictures = try EncodedPictures(count: Self.count, group: Self.group, reordered: 2)
            let run = try await Self.decode(PublishedStream(pictures), ["X264VA_DEC": "0"])
            #expect(try run.seen.planarChecksums == run.expected.planarChecksums)
            #expect(run.seen.problems.isEmpty && run.log.isEmpty)
        }

        private struct Run {
            /// In software.
            var expected: DecodedStream
            var seen: DecodedStream
            var log: [String]
        }

        private static func expectAll(of stream: PublishedStream, after fault: String, at number: Int) async throws {
            let run = try await decode(stream, [fault: "\(number)"])
            #expect(try run.seen.planarChecksums == run.expected.planarChecksums, "\(fault)")
            #expect(run.seen.problems.map(\.consequence) == [.continuesInSoftware], "\(fault)")
            #expect(run.seen.problems.allSatisfy { $0.reason.hasPrefix("Failed to ") }, "\(run.seen.problems)")
            #expect(run.seen.keyFrameRequests == 0 && run.log.count > number, "\(fault)")
        }

        private static func decode(_ stream: PublishedStream, _ faults: [String: String] = [:]) async throws -> Run {
            try await onOwnThread {
                let (seen, log) = try LabDecoder.with(faults) { DecodedStream(stream, device: $0) }
                return Run(expected: DecodedStream(stream), seen: seen, log: log)
            }
        }
    }

    extension PublishedStream {
        fileprivate init(_ pictures: EncodedPictures) {
            self.init([])
            events = [.track(pictures.track)]
            for (index, frame) in pictures.frames.enumerated() {
                let header = FrameHeader(
                    track: frame.track,
                    flags: frame.flags,
                    generation: frame.generation,
                    sequence: UInt64(index),
                    decodeTime: frame.decodeTime.microseconds,
                    presentationTime: frame.presentationTime.microseconds
                )
                events.append(.frame(Frame(header, payload: frame.payload)))
            }
        }
    }

    extension DecodedStream {
        fileprivate var planarChecksums: [String] {
            get throws { try pictures.map { try $0.frame.cropped().planar.checksum } }
        }
    }

    extension RawFrame {
        /// A picture in NV12 with Cb and Cr in planes of their own; others as they are.
        fileprivate var planar: RawFrame {
            get throws {
                guard pixelFormat == AV_PIX_FMT_NV12 else { return self }
                let planar = try RawFrame()
                planar.pointer.pointee.width = Int32(width)
                planar.pointer.pointee.height = Int32(height)
                planar.pointer.pointee.format = AV_PIX_FMT_YUV420P.rawValue
                try LibavError.check(av_frame_get_buffer(planar.pointer, 0))
                let (from, to) = (pointer.pointee, planar.pointer.pointee)
                guard let luma = from.data.0, let chroma = from.data.1 else { throw LibavError.noMemory }
                for y in 0..<height {
                    to.data.0?.advanced(by: y * Int(to.linesize.0)).update(
                        from: luma.advanced(by: y * Int(from.linesize.0)),
                        count: width
                    )
                }
                for y in 0..<(height + 1) / 2 {
                    let row = chroma.advanced(by: y * Int(from.linesize.1))
                    for x in 0..<(width + 1) / 2 {
                        to.data.1?[y * Int(to.linesize.1) + x] = row[2 * x]
                        to.data.2?[y * Int(to.linesize.2) + x] = row[2 * x + 1]
                    }
                }
                return planar
            }
        }
    }
#endif
