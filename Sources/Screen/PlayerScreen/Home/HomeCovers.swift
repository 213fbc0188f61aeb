package import Access
import Media
package import Mosaic
package import PlayCore
import Playlists
import TUI

/// A picture of the selected film as cells, made on the thread `home-cover`. Main thread.
package final class HomeCovers {
    private let pictures: CellPictures<HomeCoverWish>

    /// - Parameters:
    ///   - wakeUp: signalled when there is another one.
    ///   - look: as the terminal is now.
    package init(access: SourceAccess, wakeUp: WakeUp, look: @escaping () -> MosaicLook) {
        pictures = CellPictures(name: "home-cover", wakeUp: wakeUp, look: look) { cancel in
            var painter = CellPainter<HomeCoverWish>()
            return { wish, look in
                let space = CellSpace(columns: wish.columns, rows: wish.rows, cellAspect: wish.cellAspect)
                do {
                    return try painter.cells(wish, look, within: space) {
                        let source = try access.open(wish.path, cancel: cancel)
                        return try Thumbnail.frame(of: source, name: AddressText.shown(wish.path), cancel: cancel)
                    }
                } catch {
                    // A picture beside a list is an ornament.
                    Log.shared.write(.debug, "library", "picture of \(AddressText.shown(wish.path)): \(error)")
                    return nil
                }
            }
        }
    }

    var newest: HomeCover? { pictures.newest.map { HomeCover($0.wish, $0.cells) } }

    /// Nil: none is to be seen; what was begun is not shown.
    func show(_ wish: HomeCoverWish?) { pictures.show(wish) }

    /// Call once, last.
    func close() { pictures.close() }
}
