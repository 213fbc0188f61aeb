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
    private var ways: [Int: [String]] = [:]

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
        Self.without(way(to: video), videos)
    }

    /// These entries have taken the place of that one.
    package func note(_ numbers: some Sequence<Int>, of video: Video) {
        let way = way(to: video)
        ways[video.entry] = nil
        for number in numbers { ways[number] = way }
    }

    private func way(to video: Video) -> [String] { (ways[video.entry] ?? []) + [video.location] }

    private static func without(_ way: [String], _ videos: [Video]) -> [Video] {
        videos.filter { !way.contains($0.location) }
    }

    /// For the entry that plays: what it holds comes with ``takeArrivals()``.
    func opener(of video: Video, _ access: SourceAccess) -> ListOpener {
        let (arrivals, wakeUp, way, entry) = (arrivals, wakeUp, way(to: video), video.entry)
        return { bytes throws(MediaError) in
            var loader = access.playlistLoader(isRecursive: false)
            let location = video.location
            let videos = way.count > PlaylistLimits().depth ? [] : loader.list(bytes, at: location).videos
            let entries = Self.without(way, videos)
            guard !entries.isEmpty else {
                let reason = loader.problems.first?.message ?? tr("the playlist has nothing to play")
                throw MediaError(
                    .refused(PlayError(.playFailed, reason: reason, item: AddressText.shown(location))),
                    operation: "open")
            }
            arrivals.withLock { $0.append(Arrival(entry: entry, videos: entries)) }
            wakeUp.signal()
            return .elsewhere
        }
    }
}
