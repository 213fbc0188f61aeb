package import Access
package import HomeScreen
import Media
package import Mosaic
package import PlayCore
import Playlists
import TUI

/// Pictures of the selected film, made on the thread `home-cover`.
package typealias HomeCovers = Covers<HomeCoverWish>

extension Covers where Wish == HomeCoverWish {
    package convenience init(access: SourceAccess, wakeUp: WakeUp, look: @escaping () -> MosaicLook) {
        self.init(name: "home-cover", wakeUp: wakeUp, look: look) { wish, cancel in
            let source = try access.open(wish.path, cancel: cancel)
            return try Thumbnail.frame(of: source, name: AddressText.shown(wish.path), cancel: cancel)
        }
    }
}
