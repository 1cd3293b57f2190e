#if Capture
    import CFFmpeg
    import Libav
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    @Suite struct TestInputTests {
        @Test func `pictures and sound can be decoded and have times on the media clock`() throws {
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
            // Blocks of 1024 samples, from the first received one on.
            #expect(sounds.allSatisfy { (($0 ?? -1) * 48 + 999) / 1000 % 1024 == 0 })
        }

        @Test func `the test picture stops when it is asked to`() throws {
            let stop = StopFlag()
            let input = try TestInput(TestSettings(), clock: CaptureClock(), stop: stop)
            stop.set()
            #expect(throws: CaptureError(.stopped, "Stopped.")) { try input.read() }
        }
    }
#endif
