import Testing

@testable import StreamPlayback

@Suite struct PaneLayoutTests {
    private typealias Rectangle = PaneLayout.Rectangle

    @Test func `streams lie in a grid that fills the window`() {
        #expect(PaneLayout.panes(0, width: 1280, height: 720).isEmpty)
        #expect(PaneLayout.panes(1, width: 1280, height: 720) == [Rectangle(x: 0, y: 0, width: 1280, height: 720)])
        #expect(
            PaneLayout.panes(3, width: 1281, height: 721) == [
                Rectangle(x: 0, y: 0, width: 640, height: 360), Rectangle(x: 640, y: 0, width: 641, height: 360),
                Rectangle(x: 0, y: 360, width: 640, height: 361),
            ]
        )
        #expect(PaneLayout.panes(9, width: 900, height: 900).last == Rectangle(x: 600, y: 600, width: 300, height: 300))
    }

    @Test func `a picture lies in the middle and keeps its proportions`() {
        let pane = Rectangle(x: 100, y: 0, width: 1000, height: 1000)
        #expect(
            PaneLayout.fit(width: 1920, height: 1080, into: pane) == Rectangle(x: 100, y: 218, width: 1000, height: 563)
        )
        #expect(
            PaneLayout.fit(width: 1080, height: 1920, into: pane) == Rectangle(x: 318, y: 0, width: 563, height: 1000)
        )
        #expect(PaneLayout.fit(width: 0, height: 5, into: pane) == pane)
        #expect(PaneLayout.fit(width: 16_880, height: 1, into: pane).height == 1)
    }

    @Test func `a window has the size of the pictures, if the screen is large enough`() {
        #expect(PaneLayout.windowSize(width: 640, height: 360, screenWidth: 1920, screenHeight: 1080) == (640, 360))
        #expect(PaneLayout.windowSize(width: 3840, height: 2160, screenWidth: 1920, screenHeight: 1000) == (1778, 1000))
    }

    @Test func `a place belongs to one stream`() {
        let panes = PaneLayout.panes(2, width: 100, height: 50)
        #expect(PaneLayout.pane(atX: 49, y: 0, of: panes) == 0 && PaneLayout.pane(atX: 50, y: 49, of: panes) == 1)
        #expect(PaneLayout.pane(atX: 100, y: 0, of: panes) == nil && PaneLayout.pane(atX: -1, y: 0, of: panes) == nil)
    }
}

@Suite struct TextImageTests {
    @Test func `text is drawn as dots`() {
        let image = TextImage(["|"], scale: 2)
        #expect(image.width == 2 * (8 + 12) && image.height == 2 * (13 + 12))
        let white = image.pixels.count { $0 == 0xffff_ffff }
        #expect(white > 0 && white % 4 == 0)
        #expect(TextImage([], scale: 1).pixels.allSatisfy { $0 == 0xa000_0000 })
        #expect(TextImage(["é"], scale: 1) == TextImage(["\u{1f3a5}"], scale: 1), "a box stands for both")
    }

    @Test func `every printable character has dots of its own`() {
        let characters = (0x21...0x7e).map { Character(Unicode.Scalar(UInt8($0))) }
        let images = characters.map { Array(BitmapFont.rows(of: $0)) }
        #expect(Set(images).count == characters.count && images.allSatisfy { $0.count == 13 })
        #expect(BitmapFont.rows(of: " ").allSatisfy { $0 == 0 })
    }

    @Test func `text from outside has a bound`() {
        let image = TextImage(Array(repeating: String(repeating: "x", count: 10_000), count: 10_000), scale: 1000)
        #expect(image.width <= 8 * (200 * 8 + 12) && image.height <= 8 * (60 * 13 + 12))
    }

    @Test func `a sentence is broken between words, and a long word anywhere`() {
        let sentence = "The relay at camera.example does not answer."
        #expect(
            TextImage.lines(of: sentence, fitting: 160, scale: 1) == [
                "The relay at", "camera.example", "does not answer.",
            ]
        )
        #expect(TextImage.lines(of: sentence, fitting: 1000, scale: 1) == [sentence])
        #expect(
            TextImage.lines(of: String(repeating: "x", count: 40), fitting: 160, scale: 1).map(\.count) == [18, 18, 4]
        )
        #expect(TextImage.lines(of: "", fitting: 160, scale: 1) == [])
    }
}

@Suite struct PictureMailboxTests {
    @Test func `a newer picture replaces one that the window did not take`() throws {
        let wakes = Counter()
        let mailbox = PictureMailbox(panes: 2)
        mailbox.announce { wakes.increment() }
        for number in 0..<5 {
            let made = MadePicture(width: 2 + 2 * number, height: 2) { _, _ in (16, 128, 128) }
            mailbox.show(try #require(made.picture()), in: 1) { _ in }
        }
        mailbox.overlay(PaneOverlay(message: "Hello"), in: 0)
        let (panes, isStopped) = mailbox.take()
        #expect(panes[1].picture?.width == 10 && panes[0].overlay?.message == "Hello" && !isStopped)
        #expect(wakes.count == 1)
        #expect(mailbox.take().panes.allSatisfy { $0.isEmpty })
        mailbox.stop()
        #expect(wakes.count == 2 && mailbox.take().isStopped)
    }

    @Test func `what comes before the window is announced to it`() {
        let wakes = Counter()
        let mailbox = PictureMailbox(panes: 1)
        mailbox.overlay(PaneOverlay(message: "Hello"), in: 0)
        mailbox.announce { wakes.increment() }
        #expect(wakes.count == 1)
        mailbox.overlay(PaneOverlay(message: "Hello again"), in: 0)
        #expect(wakes.count == 1)
        #expect(mailbox.take().panes[0].overlay?.message == "Hello again")
        mailbox.stop()
        #expect(wakes.count == 2)
    }

    @Test func `a pane that does not exist is ignored`() throws {
        let mailbox = PictureMailbox(panes: 1)
        mailbox.overlay(PaneOverlay(message: "Hello"), in: 1)
        mailbox.expect(width: 2, height: 2, in: -1)
        #expect(mailbox.take().panes.allSatisfy { $0.isEmpty })
    }

    @Test func `planes that do not fit are refused`() throws {
        let samples: [UInt8] = [1, 2, 3, 4]
        try samples.withUnsafeBufferPointer { samples in
            let bytes = try #require(samples.baseAddress)
            let make = { (width: Int, stride: Int, planes: Int) in
                VideoPicture(
                    .planar,
                    planes: Array(repeating: VideoPicture.Plane(bytes: bytes, stride: stride), count: planes),
                    width: width,
                    height: 1,
                    matrix: .bt601,
                    isFullRange: false,
                    sampleAspectRatio: .nan,
                    owner: Counter()
                )
            }
            #expect(make(2, 2, 3)?.sampleAspectRatio == 1)
            #expect(
                make(2, 1, 3) == nil && make(2, 2, 2) == nil && make(0, 2, 3) == nil && make(20_000, 20_000, 3) == nil
            )
        }
    }
}
