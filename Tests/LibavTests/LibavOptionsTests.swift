#if Capture || Player
    import CFFmpeg
    import Libav
    import Testing

    @Suite struct LibavOptionsTests {
        @Test func `options that were not used are remembered`() {
            var options = LibavOptions()
            options["threads"] = "1"
            options["no such thing"] = "2"
            options["preset"] = "fast"
            options["threads"] = nil
            #expect(options["preset"] == "fast")
            #expect(options.remaining.sorted() == ["no such thing", "preset"])
        }
    }

    @Suite struct LibavErrorTests {
        @Test func `an error has words or an errno`() {
            let missing = LibavError(code: shim_error(ENOENT))
            #expect(missing.description == "No such file or directory")
            #expect(missing.systemError == ENOENT)
            #expect(LibavError.end.systemError == nil)
        }
    }
#endif
