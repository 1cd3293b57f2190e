#if Capture
    import H264
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    /// Streams of libx264 without the parts that hardware encoders omit.
    @Suite struct AccessUnitCompleterTests {
        private func target() throws -> EncodingTarget {
            try EncodingTarget(EncoderSettings(), try TestPictures().format)
        }

        /// The NAL units of these types in a stream's first access unit.
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

        @Test func `a complete access unit is not changed`() throws {
            var completer = AccessUnitCompleter(try target())
            let whole = try units([.sps, .pps, .idrSlice])
            #expect(completer.complete(whole.span.bytes, isKey: true, extradata: []) == whole)
            #expect(completer.sequenceParameterSet != nil)
        }

        @Test func `parameter sets that came once are put before every key frame`() throws {
            var completer = AccessUnitCompleter(try target())
            let (sets, slices) = (try units([.sps, .pps]), try units([.idrSlice]))
            _ = completer.complete((sets + slices).span.bytes, isKey: true, extradata: [])
            #expect(completer.complete(slices.span.bytes, isKey: true, extradata: []) == sets + slices)
        }

        @Test func `parameter sets that the encoder keeps apart are put before every key frame`() throws {
            var completer = AccessUnitCompleter(try target())
            let (sets, slices) = (try units([.sps, .pps]), try units([.idrSlice]))
            #expect(completer.complete(slices.span.bytes, isKey: true, extradata: sets) == sets + slices)
        }

        @Test(arguments: [true, false])
        func `parameter sets in a packet of their own go before the next key frame`(isKey: Bool) throws {
            var completer = AccessUnitCompleter(try target())
            let (sets, slices) = (try units([.sps, .pps]), try units([.idrSlice]))
            #expect(completer.complete(sets.span.bytes, isKey: isKey, extradata: []) == nil)
            #expect(completer.sequenceParameterSet != nil)
            #expect(completer.complete(slices.span.bytes, isKey: true, extradata: []) == sets + slices)
        }

        @Test func `an access unit delimiter stays in front`() throws {
            var completer = AccessUnitCompleter(try target())
            let delimiter: [UInt8] = [0, 0, 0, 1, 9, 0xF0]
            let (sets, slices) = (try units([.sps, .pps]), try units([.idrSlice]))
            let finished = completer.complete((delimiter + slices).span.bytes, isKey: true, extradata: sets)
            let whole = try #require(finished)
            #expect(types(whole).prefix(3) == [.accessUnitDelimiter, .sps, .pps])
        }

        @Test func `other pictures are passed on as they are`() throws {
            var completer = AccessUnitCompleter(try target())
            let bytes: [UInt8] = [0, 0, 1, 0x41, 1, 2, 3]
            #expect(completer.complete(bytes.span.bytes, isKey: false, extradata: []) == bytes)
        }
    }
#endif
