import Manifests
package import MediaSources
import PlayCore
package import Playlists
import Subtitles

extension ChapterSource {
    /// Loads a chapter file from a path or an address. Read errors are logged, and the item plays without chapters.
    package init(_ location: String, of item: String, replaces: Bool, _ access: SourceAccess) {
        self.init(location, of: item, replaces: replaces, isWanted: true, access)
    }

    /// Loads the cue sheet beside a sound file of this machine. Returns `nil` for any other item.
    package init?(beside item: String, _ access: SourceAccess) {
        guard access.isFile(item), MediaName.isSound(item), let dot = item.lastIndex(of: ".") else { return nil }
        self.init(item[..<dot] + ".cue", of: item, replaces: false, isWanted: false, access)
    }

    /// - Parameter isWanted: whether the viewer named the file, so that its absence is an error.
    private init(_ location: String, of item: String, replaces: Bool, isWanted: Bool, _ access: SourceAccess) {
        self.init(replaces: replaces) { cancel in
            do {
                return try ChapterFile.parse(
                    try access.open(location, cancel: cancel).beginning(ChapterFile.limit),
                    of: AddressText.title(item), decode: PlaylistCharset.detected.decode)
            } catch let error as ByteSourceError where !isWanted && error.code == .notFound {
                return []
            } catch {
                if !cancel.isCancelled {
                    Log.shared.write(.warning, "chapters", "\(AddressText.shown(location)): \(error)")
                }
                return []
            }
        }
    }
}

extension PlaylistCharset {
    package static let detected = PlaylistCharset { bytes in
        let decoding = TextDecoding(bytes)
        return decoding.isBroken ? simple.decode(bytes) : String(decoding: decoding.text, as: UTF8.self)
    }
}
