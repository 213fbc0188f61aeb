package import Access
package import DownloadScreen
import Media
package import Mosaic
package import PlayCore
import Playlists
import TUI

/// Covers of the selected download, made on the thread `dl-cover`.
package typealias DownloadCovers = Covers<DownloadCoverWish>

extension Covers where Wish == DownloadCoverWish {
    /// The limit of pixels, each of four bytes while it is decoded. Services send at most 3840 × 2160.
    private static var mostPixels: Int { 1 << 24 }

    package convenience init(access: SourceAccess, wakeUp: WakeUp, look: @escaping () -> MosaicLook) {
        self.init(name: "dl-cover", wakeUp: wakeUp, look: look) { wish, cancel in
            guard FileSystemAccess.isInside(wish.path, of: wish.folder) else { return nil }
            let source = try access.open(wish.path, cancel: cancel)
            return try StillPicture.decode(
                source, name: AddressText.shown(wish.path), cancel: cancel, mostPixels: Self.mostPixels)
        }
    }
}
