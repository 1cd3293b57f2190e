#if Capture
    import CFFmpeg
    import H264

    @testable import StreamCapture

    /// The output of an encoder, parsed by the H264 module.
    struct EncodedStream {
        var pictures: [EncodedPicture] = []
        var announcements: [String] = []
        var encoder = ""
        var device: String?

        /// Encodes pictures and collects the output.
        ///
        /// - Parameters:
        ///   - forced: Indices of pictures with a requested key frame.
        ///   - each: Called before each picture, with its index.
        static func encode(
            _ settings: EncoderSettings,
            _ source: TestPictures = TestPictures(),
            count: Int = 10,
            forced: Set<Int> = [],
            before each: (Int, VideoEncoder) throws -> Void = { _, _ in }
        ) throws -> EncodedStream {
            var messages: [String] = []
            var stream = EncodedStream()
            let encoder = try source.encoder(settings) { messages.append($0) }
            for index in 0..<count {
                try each(index, encoder)
                let picture = try source.picture(index)
                try encoder.encode(picture, forcingKeyFrame: forced.contains(index)) { stream.pictures.append($0) }
            }
            try encoder.finish { stream.pictures.append($0) }
            (stream.announcements, stream.encoder, stream.device) = (messages, encoder.name, encoder.device)
            return stream
        }

        /// The types of a picture's NAL units.
        func units(of index: Int) -> [NALUnitType] {
            var types: [NALUnitType] = []
            forEachUnit(of: index) { header, _ in types.append(header.type) }
            return types
        }

        /// The indices, in output order, of pictures with an IDR slice.
        var keyFrames: [Int] { pictures.indices.filter { units(of: $0).contains(.idrSlice) } }

        /// Whether parameter sets precede each IDR picture.
        var keyFramesAreWhole: Bool {
            keyFrames.allSatisfy { index in
                let types = units(of: index)
                guard let sps = types.firstIndex(of: .sps), let pps = types.firstIndex(of: .pps),
                    let slice = types.firstIndex(of: .idrSlice)
                else { return false }
                return sps < pps && pps < slice
            }
        }

        /// The sequence parameter sets, in order, without repetitions.
        var sequenceParameterSets: [SequenceParameterSet] {
            var sets: [SequenceParameterSet] = []
            for index in pictures.indices {
                forEachUnit(of: index) { header, nal in
                    guard header.type == .sps, let set = try? SequenceParameterSet(nal) else { return }
                    if sets.last != set { sets.append(set) }
                }
            }
            return sets
        }

        var sps: SequenceParameterSet? { sequenceParameterSets.first }

        /// Bits per second of a range of pictures, at 30 per second.
        func bitRate(_ range: Range<Int>) -> Int {
            pictures[range].reduce(0) { $0 + $1.bytes.count } * 8 * 30 / range.count
        }

        private func forEachUnit(of index: Int, _ body: (NALUnitHeader, RawSpan) -> Void) {
            let bytes = pictures[index].bytes
            let span = bytes.span.bytes
            var cursor = AnnexBCursor()
            while let unit = cursor.next(in: span) {
                guard !unit.payload.isEmpty else { continue }
                body(NALUnitHeader(bytes[unit.payload.lowerBound]), span.extracting(unit.payload))
            }
        }
    }

    extension [UInt8] {
        /// Whether an access unit has an IDR slice.
        var containsIDR: Bool {
            let picture = EncodedPicture(bytes: self, decodeTime: 0, presentationTime: 0)
            return EncodedStream(pictures: [picture]).units(of: 0).contains(.idrSlice)
        }
    }

    extension EncoderSettings {
        /// libx264, with changes.
        static func with(_ change: (inout EncoderSettings) -> Void) -> EncoderSettings {
            var settings = EncoderSettings()
            settings.encoder = .named("libx264")
            change(&settings)
            return settings
        }
    }
#endif
