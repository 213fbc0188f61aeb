package import Cells
import Playlists

/// Two pages of a feed, one above the other, shown in place of the picture during a slide.
package struct PageSlide: Sendable, Equatable {
    /// The distance of the current page above its place; negative if below.
    package let offset: Int
    /// As in ``FeedSlide``.
    package let hasTurned: Bool
    package let isAwaitingPicture: Bool
    /// The card that replaces a page without a picture; as large as the pane.
    package let card: CellBuffer

    init?(_ state: AppState, _ pane: Rect) {
        guard let slide = state.feed.slide, slide.height == pane.height, slide.offset != 0,
            let index = state.playlist.index
        else { return nil }
        offset = slide.offset
        hasTurned = slide.hasTurned && !slide.awaitsItem
        isAwaitingPicture = slide.isAwaitingPicture
        let neighbour = index + (slide.offset > 0 ? 1 : -1)
        card = .feedCard(
            slide.hasTurned ? index : neighbour, state, columns: pane.width, rows: pane.height,
            showsTop: slide.hasTurned == (slide.offset < 0))
    }

    /// - Parameters:
    ///   - picture: at most as large as the pane.
    ///   - leaving: the previous item's last picture.
    func surface(_ picture: CellBuffer?, leaving: CellBuffer?) -> CellBuffer {
        var surface = CellBuffer(columns: card.columns, rows: card.rows)
        let other = offset > 0 ? card.rows - offset : -card.rows - offset
        if hasTurned {
            surface.put(page: isAwaitingPicture ? card : picture, top: -offset)
            surface.put(page: leaving, top: other)
        } else {
            surface.put(page: picture, top: -offset)
            surface.put(page: card, top: other)
        }
        return surface
    }
}

extension CellBuffer {
    /// Puts a page on its place; a smaller one is centred.
    fileprivate mutating func put(page: CellBuffer?, top: Int) {
        guard let page, page.columns <= columns, page.rows <= rows else { return }
        let left = (columns - page.columns) / 2
        let first = top + (rows - page.rows) / 2
        let (columns, rows) = (columns, rows)
        withMutableCells { target in
            page.withCells { source in
                for row in 0..<page.rows where (0..<rows).contains(first + row) {
                    for column in 0..<page.columns {
                        target[(first + row) * columns + left + column] = source[row * page.columns + column]
                    }
                }
            }
        }
    }
}
