import Media
package import MediaSources
package import PlayCore
import Playlists
import Streaming

extension SessionInput {
    /// - Parameters page, list, isFromViewer: as for
    ///   ``SourceAccess/openMedia(anyOf:cancel:keeps:page:list:isFromViewer:)``.
    package init(
        source: Source, _ access: SourceAccess, page: PageOpener? = nil, list: ListOpener? = nil,
        isFromViewer: Bool = false
    ) {
        let location = source.location
        let locations = [location] + source.alternates
        self = .media(
            name: AddressText.shown(location),
            openBytes: { cancel throws(ByteSourceError) -> any ByteSource in
                try access.open(location, cancel: cancel, keeps: source.isCacheable, isFromViewer: isFromViewer)
            },
            open: { cancel throws(MediaError) in
                try access.openMedia(
                    anyOf: locations, cancel: cancel, keeps: source.isCacheable, page: page, list: list,
                    isFromViewer: isFromViewer)
            })
        isTransmission = LowLatencyAddress(location) != nil
        playsWithoutTracks = access.isClock(location)
        watchLine = access.lineWatch(of: location)
        if AddressText.isAddress(location) {
            title = AddressText.title(location)
        } else if access.isFile(location) {
            coversBeside = Self.coversBeside(location, access)
        }
    }

    /// Returns the possible covers of a sound file, the best first: pictures with its name, then its folder's cover.
    private static func coversBeside(_ path: String, _ access: SourceAccess) -> [CoverSource] {
        let name = path.split(separator: "/").last ?? ""
        let folder = path.dropLast(name.count)
        let stem = name.lastIndex(of: ".").map { $0 > name.startIndex ? name[..<$0] : name } ?? name
        let names = [String(stem), "cover", "folder"].flatMap { name in
            [".jpg", ".png", ".jpeg"].map { name + $0 }
        }
        return names.filter { $0 != String(name) }.map { name in
            let path = String(folder) + name
            return CoverSource(name: path) { cancel throws(ByteSourceError) in
                try access.open(path, cancel: cancel)
            }
        }
    }
}
