import Access
import Media
import MediaSources
package import PlayCore
import Playlists

/// Lists that are entries of lists. They are read when they are opened, and their entries replace them. Main thread,
/// except for the results of the `demux` thread.
package final class NestedLists {
    package struct Arrival: Sendable {
        package let entry: Int
        package let videos: [Video]
    }

    private let arrivals = Monitor<[Arrival]>([])
    private let wakeUp: WakeUp
    /// The ways by entry.
    private var ways: [Int: ListWay] = [:]
    private var opened = 0

    init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

    package func takeArrivals() -> [Arrival] {
        arrivals.withLock { arrivals in
            defer { arrivals = [] }
            return arrivals
        }
    }

    /// Omits lists that contain the list itself.
    package func entries(_ videos: [Video], of video: Video) -> [Video] {
        let way = way(to: video)
        return videos.filter { !way.contains($0.location) }
    }

    package func note(_ numbers: some Sequence<Int>, of video: Video) {
        let way = way(to: video)
        opened += 1
        ways[video.entry] = nil
        for number in numbers { ways[number] = way }
    }

    func way(to video: Video) -> ListWay {
        var way = ways[video.entry] ?? ListWay()
        way.isExhausted = opened > PlaylistLimits().opened
        way.add(video.location)
        return way
    }

    /// Returns the opener for the current entry. ``takeArrivals()`` returns the list's contents.
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

/// The addresses of the lists and pages that led to an entry, the entry's own last.
struct ListWay: Sendable {
    private var addresses: [String] = []
    var isExhausted = false

    mutating func add(_ location: String) { addresses.append(Self.plain(location)) }

    /// Returns whether the location is on the way, so that following it would lead in a circle.
    func contains(_ location: String) -> Bool { addresses.contains(Self.plain(location)) }

    func check() throws(MediaError) {
        guard isExhausted || addresses.count > PlaylistLimits().depth else { return }
        throw refused(tr("playlists are nested too deeply"))
    }

    func refused(_ reason: String) -> MediaError {
        let item = AddressText.shown(addresses.last ?? "")
        return MediaError(.refused(PlayError(.playFailed, reason: reason, item: item)), operation: "open")
    }

    /// Returns the location without yt-dlp's prefix, with which yt-dlp requests the same page.
    private static func plain(_ location: String) -> String {
        let prefix = "ytdl://"
        return location.lowercased().hasPrefix(prefix) ? String(location.dropFirst(prefix.count)) : location
    }
}
