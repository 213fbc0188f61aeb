import Options
import PlayCore
import Playback
import PlaybackModel
import Playlists

/// Replaces entries that are lists by their contents, when they are played or before.
extension Player {
    /// Reads in the background the entries with a list's name. Excludes `.m3u8`: it is nearly always a stream, whose
    /// server counts requests, so it is read when it is played.
    func lookInto(_ videos: some Sequence<Video>) {
        for video in videos where looks.count < Self.mostLooks {
            let name = AddressText.withoutQuery(video.location)
            guard AddressText.isAddress(video.location), PlaylistFormat.named(name) != nil,
                !name.lowercased().hasSuffix(".m3u8"),
                let ticket = looker.order(video.location, isList: false, isRecursive: false)
            else { continue }
            looks[ticket] = video.entry
        }
    }

    /// Called after a drive did not respond at the program's start.
    func lookIntoAll() {
        for video in list.videos.prefix(Self.mostLooks) where video.location != "-" {
            let isRecursive = options.isRecursive
            guard let ticket = looker.order(video.location, isList: false, isRecursive: isRecursive) else { continue }
            looks[ticket] = video.entry
            firstLooks.insert(ticket)
        }
    }

    /// The lists read in one run of the program. A list may name any number.
    private static let mostLooks = 500

    /// Replaces an entry by its contents. The playing item does so itself. Playing an unreadable entry reports why.
    func expand(_ arrival: ListLoader.Arrival) {
        guard let number = looks[arrival.ticket], let video = list.entry(number)?.video,
            arrival.videos.map(\.location) != [video.location]
        else { return }
        let isCurrent = controller.session?.video.entry == number
        guard !isCurrent || firstLooks.contains(arrival.ticket) else { return }
        replace(video, with: services.lists.entries(arrival.videos, of: video))
        results.forget(video.id)
        if isCurrent, !arrival.videos.isEmpty { _ = openCurrent(plays: found.playsOnceFound) }
    }

    func expandLists() {
        for arrival in services.lists.takeArrivals() {
            guard let video = list.entry(arrival.entry)?.video else { continue }
            let isCurrent = controller.session?.video.entry == arrival.entry
            let plays = found.playsOnceFound && controller.snapshot.wantsPlay
            replace(video, with: arrival.videos)
            if isCurrent { _ = openCurrent(plays: plays) }
        }
    }

    private func replace(_ video: Video, with videos: [Video]) {
        guard !videos.isEmpty, let first = list.replace(video.entry, with: videos) else { return }
        let numbers = list.order.sequence.dropFirst(first).prefix(videos.count)
        services.lists.note(numbers, of: video)
        services.forget(video.entry)
        lookInto(list.videos.dropFirst(first).prefix(videos.count))
        listChanged()
    }
}
