import Cells

/// The leaving surface, and the terminal's frame for when the line has no space for the next step. Main thread.
struct SlideStage {
    private var leaving: CellBuffer?
    private var hasTakenPicture = false
    /// `nil` if the terminal shows the picture alone.
    private var shown: ScreenFrame?
    /// Whether the pages have moved since, but the line had no space.
    private(set) var owesFrame = false

    mutating func itemBegan(after picture: CellBuffer?, _ state: AppState) {
        leaving = state.feed.slide == nil ? nil : picture
        hasTakenPicture = false
    }

    mutating func pictureTaken() { hasTakenPicture = true }

    mutating func paneChanged() { shown = nil }

    mutating func hasAwaitedPicture(_ state: AppState) -> Bool {
        guard let slide = state.feed.slide else {
            leaving = nil
            return false
        }
        return slide.isAwaitingPicture && hasTakenPicture && !state.feed.keepsOldPicture
    }

    func frame(of screen: ComposedScreen, _ picture: CellBuffer?) -> ScreenFrame {
        guard let slide = screen.slide else { return screen.frame(picture) }
        return ScreenFrame(
            chrome: screen.chrome, picture: slide.surface(picture, leaving: leaving),
            pictureColumn: screen.picturePane.column, pictureRow: screen.picturePane.row, links: screen.links)
    }

    /// Keeps the pages where they are shown if there is no space for a picture.
    mutating func next(_ screen: ComposedScreen, _ picture: CellBuffer?, includesPicture: Bool) -> ScreenFrame {
        guard screen.slide != nil || shown != nil else { return screen.frame(picture) }
        owesFrame = !includesPicture
        guard !includesPicture else {
            let frame = frame(of: screen, picture)
            shown = screen.slide == nil ? nil : frame
            return frame
        }
        guard let shown else { return screen.frame(picture) }
        return ScreenFrame(
            chrome: screen.chrome, picture: shown.picture, pictureColumn: shown.pictureColumn,
            pictureRow: shown.pictureRow, links: screen.links)
    }
}

extension ComposedScreen {
    /// Keeps a picture that was made for a smaller pane in the middle.
    func frame(_ picture: CellBuffer?) -> ScreenFrame {
        let shown = showsPicture ? picture : nil
        return ScreenFrame(
            chrome: chrome, picture: shown,
            pictureColumn: picturePane.column + (picturePane.width - (shown?.columns ?? 0)) / 2,
            pictureRow: picturePane.row + (picturePane.height - (shown?.rows ?? 0)) / 2, links: links)
    }
}
