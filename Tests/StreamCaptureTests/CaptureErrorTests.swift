#if Capture
    import CFFmpeg
    import Libav
    import Testing

    @testable import StreamCapture

    @Suite struct CaptureErrorTests {
        @Test func `an error of libav has a code`() {
            #expect(CaptureError.Code(opening: LibavError(code: shim_error(ENOENT))) == .noInput)
            #expect(CaptureError.Code(opening: .interrupted) == .stopped)
        }
    }
#endif
