#if Capture
    import H264
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    /// What encoders in hardware leave out, taken away from a stream of libx264's.
    @Suite struct AccessUnitFinisherTests {
        private func target() throws -> EncodingTarget {
            try EncodingTarget(EncoderSettings(), try TestPictures().format)
        }

        /// The NAL units of a stream's first access unit that are of these types.
        private func units(_ types: Set<NALUnitType>) throws -> [UInt8] {
            let stream = try EncodedStream.encode(.with { $0.preset = "ultrafast" }, count: 1)
            let bytes = stream.pictures[0].bytes
            var kept: [UInt8] = []
            var cursor = AnnexBCursor()
            while let unit = cursor.next(in: bytes.span.bytes) {
                guard types.contains(NALUnitHeader(bytes[unit.payload.lowerBound]).type) else { continue }
                AnnexB.append(bytes.span.bytes.extracting(unit.payload), to: &kept)
            }
            return kept
        }

        private func types(_ bytes: [UInt8]) -> [NALUnitType] {
            let picture = EncodedPicture(bytes: bytes, decodeTime: 0, presentationTime: 0)
            return EncodedStream(pictures: [picture]).units(of: 0)
        }

        @Test func `what is whole is not touched`() throws {
            var finisher = AccessUnitFinisher(try target())
            let whole = try units([.sps, .pps, .idrSlice])
            #expect(finisher.finish(whole.span.bytes, isKey: true, extradata: []) == whole)
            #expect(finisher.sequenceParameterSet != nil)
        }

        @Test func `parameter sets that came once are put before every key frame`() throws {
            var finisher = AccessUnitFinisher(try target())
            let (sets, slices) = (try units([.sps, .pps]), try units([.idrSlice]))
            _ = finisher.finish((sets + slices).span.bytes, isKey: true, extradata: [])
            #expect(finisher.finish(slices.span.bytes, isKey: true, extradata: []) == sets + slices)
        }

        @Test func `parameter sets that the encoder keeps apart are put before every key frame`() throws {
            var finisher = AccessUnitFinisher(try target())
            let (sets, slices) = (try units([.sps, .pps]), try units([.idrSlice]))
            #expect(finisher.finish(slices.span.bytes, isKey: true, extradata: sets) == sets + slices)
        }

        @Test(arguments: [true, false])
        func `parameter sets in a packet of their own go before the next key frame`(isKey: Bool) throws {
            var finisher = AccessUnitFinisher(try target())
            let (sets, slices) = (try units([.sps, .pps]), try units([.idrSlice]))
            #expect(finisher.finish(sets.span.bytes, isKey: isKey, extradata: []) == nil)
            #expect(finisher.sequenceParameterSet != nil)
            #expect(finisher.finish(slices.span.bytes, isKey: true, extradata: []) == sets + slices)
        }

        @Test func `an access unit delimiter stays in front`() throws {
            var finisher = AccessUnitFinisher(try target())
            let delimiter: [UInt8] = [0, 0, 0, 1, 9, 0xF0]
            let (sets, slices) = (try units([.sps, .pps]), try units([.idrSlice]))
            let finished = finisher.finish((delimiter + slices).span.bytes, isKey: true, extradata: sets)
            let whole = try #require(finished)
            #expect(types(whole).prefix(3) == [.accessUnitDelimiter, .sps, .pps])
        }

        @Test func `other pictures are handed on as they are`() throws {
            var finisher = AccessUnitFinisher(try target())
            let bytes: [UInt8] = [0, 0, 1, 0x41, 1, 2, 3]
            #expect(finisher.finish(bytes.span.bytes, isKey: false, extradata: []) == bytes)
        }
    }
#endif
