#if Capture
    import CFFmpeg
    import H264
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    /// What libx264 makes of the settings, seen in what comes out.
    @Suite struct SoftwareEncodingTests {
        @Test func `with no settings every picture comes out at once, for a decoder that need not wait`() throws {
            let source = TestPictures()
            let encoder = try VideoEncoder(.with { _ in }, format: try source.format) { _ in }
            for index in 0..<5 {
                var came = 0
                try encoder.encode(try source.picture(index)) { picture in
                    came += 1
                    #expect(picture.presentationTime == source.time(of: index))
                    #expect(picture.decodeTime == picture.presentationTime)
                }
                #expect(came == 1)
            }
            let sps = try #require(try EncodedStream.encode(.with { _ in }).sps)
            #expect(sps.vui?.bitstreamRestriction?.maxReorderFrames == 0)
            #expect(sps.croppedSize.width == 320 && sps.croppedSize.height == 180)
            #expect(sps.frameRate?.framesPerSecond == 30)
        }

        @Test func `key frames come every two seconds, each with its parameter sets`() throws {
            let stream = try EncodedStream.encode(.with { _ in }, count: 130)
            #expect(stream.pictures.count == 130)
            #expect(stream.keyFrames == [0, 60, 120])
            #expect(stream.keyFramesAreWhole)
        }
    }
#endif
