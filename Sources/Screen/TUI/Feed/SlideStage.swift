import Cells

/// The leaving page, and the visible frame in case the line has no space for the next step. Main thread.
struct SlideStage {
    private var leaving: CellBuffer?
    private var hasTakenPicture = false
    /// `nil` if the terminal shows only the picture.
    private var shown: ScreenFrame?
    /// Whether the pages have moved but the line had no space for a frame.
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

    /// Returns the frame to show. Without space for a picture, the pages stay where they are.
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
    /// Returns the frame; a picture made for a smaller pane is centred.
    func frame(_ picture: CellBuffer?) -> ScreenFrame {
        let shown = showsPicture ? picture : nil
        return ScreenFrame(
            chrome: chrome, picture: shown,
            pictureColumn: picturePane.column + (picturePane.width - (shown?.columns ?? 0)) / 2,
            pictureRow: picturePane.row + (picturePane.height - (shown?.rows ?? 0)) / 2, links: links)
    }
}
