import Manifests
package import MediaSources
import PlayCore
import Playlists

extension ChapterSource {
    /// A file of chapters at a path or an address. What cannot be read is in the log: without it the item plays all the
    /// same.
    package init(_ location: String, replaces: Bool, _ access: SourceAccess) {
        self.init(replaces: replaces) { cancel in
            do {
                return try ChapterFile.parse(
                    try access.open(location, cancel: cancel).beginning(ChapterFile.limit))
            } catch {
                if !cancel.isCancelled {
                    Log.shared.write(.warning, "chapters", "\(AddressText.shown(location)): \(error)")
                }
                return []
            }
        }
    }
}
