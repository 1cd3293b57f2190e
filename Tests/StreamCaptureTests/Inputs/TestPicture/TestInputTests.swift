#if Capture
    import CFFmpeg
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    @Suite("The test picture as an input")
    struct TestInputTests {
        @Test("gives pictures and sound that decode, with times on the media clock")
        func decoding() throws {
            let settings = try TestSettings("size=320x180,rate=100")
            let input = try TestInput(settings, clock: CaptureClock(), stop: StopFlag())
            let video = try Decoder(input.streams[0], isLive: true)
            let audio = try Decoder(input.streams[1], isLive: true)
            let strip = FrameNumberStrip(width: 320, pictureHeight: 180)
            var numbers: [Int] = []
            var sounds: [Int64?] = []
            while numbers.count < 10 || sounds.count < 3 {
                guard let packet = try input.read() else { break }
                try (packet.streamIndex == 0 ? video : audio).decode(packet) { frame in
                    guard packet.streamIndex == 0 else { return sounds.append(frame.presentationTime) }
                    let stride = Int(frame.pointer.pointee.linesize.0)
                    let luma = UnsafeRawBufferPointer(start: frame.pointer.pointee.data.0, count: stride * 180)
                    let number = strip.read(luma, stride: stride) ?? -1
                    #expect(frame.presentationTime == Int64(number) * 10_000)
                    numbers.append(number)
                }
            }
            #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
            // Blocks of 1024 samples, from whichever came first.
            #expect(sounds.allSatisfy { (($0 ?? -1) * 48 + 999) / 1000 % 1024 == 0 })
        }

        @Test("stops when it is told to")
        func stopping() throws {
            let stop = StopFlag()
            let input = try TestInput(TestSettings(), clock: CaptureClock(), stop: stop)
            stop.set()
            #expect(throws: CaptureError(.stopped, "Stopped.")) { try input.read() }
        }
    }
#endif
