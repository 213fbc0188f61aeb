import Access
import Lists
import Localization
import Media
import MediaSources
package import PlayCore
import Playlists

/// Lists that are entries of lists: they are looked into when they are opened, and what they hold takes their place.
/// Main thread, but for what the `demux` thread finds.
package final class NestedLists {
    /// What an entry of the list turned out to hold.
    package struct Arrival: Sendable {
        package let entry: Int
        package let videos: [Video]
    }

    private let arrivals = Monitor<[Arrival]>([])
    private let wakeUp: WakeUp
    /// Of entries that came out of lists, the addresses of those.
    private var ways: [Int: ListWay] = [:]
    /// Lists whose entries took their place so far.
    private var opened = 0

    init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

    /// What came since, oldest first.
    package func takeArrivals() -> [Arrival] {
        arrivals.withLock { arrivals in
            defer { arrivals = [] }
            return arrivals
        }
    }

    /// What a list holds that stands at this entry, without the lists that it is in itself.
    package func entries(_ videos: [Video], of video: Video) -> [Video] {
        let way = way(to: video)
        return videos.filter { !way.contains($0.location) }
    }

    /// These entries have taken the place of that one.
    package func note(_ numbers: some Sequence<Int>, of video: Video) {
        let way = way(to: video)
        opened += 1
        ways[video.entry] = nil
        for number in numbers { ways[number] = way }
    }

    /// The lists that an entry came out of, and the entry itself.
    func way(to video: Video) -> ListWay {
        var way = ways[video.entry] ?? ListWay()
        way.isExhausted = opened > PlaylistLimits().opened
        way.add(video.location)
        return way
    }

    /// For the entry that plays: what it holds comes with ``takeArrivals()``.
    func opener(of video: Video, _ access: SourceAccess) -> ListOpener {
        let (arrivals, wakeUp, way, entry) = (arrivals, wakeUp, way(to: video), video.entry)
        return { bytes throws(MediaError) in
            var loader = access.playlistLoader(isRecursive: false)
            let location = video.location
            try way.check()
            let entries = loader.list(bytes, at: location).videos.filter { !way.contains($0.location) }
            guard !entries.isEmpty else {
                throw way.refused(loader.problems.first?.message ?? tr("the playlist contains nothing to play"))
            }
            arrivals.withLock { $0.append(Arrival(entry: entry, videos: entries)) }
            wakeUp.signal()
            return .elsewhere
        }
    }
}

/// The addresses of the lists and pages that lead to an entry, the entry's own last. A value.
struct ListWay: Sendable {
    private var addresses: [String] = []
    /// More lists were opened in this run than are followed.
    var isExhausted = false

    mutating func add(_ location: String) { addresses.append(Self.plain(location)) }

    /// Whether a location is one of them: following it leads round in a circle.
    func contains(_ location: String) -> Bool { addresses.contains(Self.plain(location)) }

    /// - Throws: `.refused` where there are more of them than are followed.
    func check() throws(MediaError) {
        guard isExhausted || addresses.count > PlaylistLimits().depth else { return }
        throw refused(tr("playlists are nested too deeply"))
    }

    func refused(_ reason: String) -> MediaError {
        let item = AddressText.shown(addresses.last ?? "")
        return MediaError(.refused(PlayError(.playFailed, reason: reason, item: item)), operation: "open")
    }

    /// yt-dlp asks for the same page with and without its prefix.
    private static func plain(_ location: String) -> String {
        let prefix = "ytdl://"
        return location.lowercased().hasPrefix(prefix) ? String(location.dropFirst(prefix.count)) : location
    }
}
