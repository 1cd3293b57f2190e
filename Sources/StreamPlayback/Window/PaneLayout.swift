/// The places of several streams in one window, and of pictures in them. All numbers are pixels.
enum PaneLayout {
    /// A part of the window.
    struct Rectangle: Hashable, Sendable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    /// A grid with as many columns as rows, or one more, in reading order.
    static func panes(_ count: Int, width: Int, height: Int) -> [Rectangle] {
        guard count > 0 else { return [] }
        var columns = 1
        while columns * columns < count { columns += 1 }
        let rows = (count + columns - 1) / columns
        return (0..<count).map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            let (left, right) = (column * width / columns, (column + 1) * width / columns)
            let (top, bottom) = (row * height / rows, (row + 1) * height / rows)
            return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
        }
    }

    /// The largest place of these proportions in the middle of a part of the window.
    static func fit(width: Int, height: Int, into pane: Rectangle) -> Rectangle {
        guard width > 0, height > 0 else { return pane }
        var size = (width: pane.width, height: (pane.width * height + width / 2) / width)
        if size.height > pane.height { size = ((pane.height * width + height / 2) / height, pane.height) }
        let (wide, high) = (max(1, size.width), max(1, size.height))
        return Rectangle(
            x: pane.x + (pane.width - wide) / 2,
            y: pane.y + (pane.height - high) / 2,
            width: wide,
            height: high
        )
    }

    /// The size of a new window for a picture: its own, or the largest of these proportions on the screen.
    static func windowSize(width: Int, height: Int, screenWidth: Int, screenHeight: Int) -> (width: Int, height: Int) {
        if width <= screenWidth, height <= screenHeight { return (width, height) }
        let screen = Rectangle(x: 0, y: 0, width: max(1, screenWidth), height: max(1, screenHeight))
        let place = fit(width: width, height: height, into: screen)
        return (place.width, place.height)
    }

    /// The pane at a place.
    static func pane(atX x: Int, y: Int, of panes: [Rectangle]) -> Int? {
        panes.firstIndex { (0..<$0.width).contains(x - $0.x) && (0..<$0.height).contains(y - $0.y) }
    }
}
