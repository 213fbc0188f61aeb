package import Catalogue
import Options
import PlayCore
import Playback
import PlaybackModel
import Playlists

/// The services' findings about videos, by ``Video/entry``.
struct FoundVideos {
    var albums: [Int: AlbumList] = [:]
    /// Answers for entries that do not play now (a page that was loaded ahead), until they play.
    var early: [Int: ServiceSessionProvider.Arrival] = [:]
    /// Whether the item being opened plays by itself once its kind is known.
    var playsOnceFound = true
    var hasReportedPreviewEnd = false
    /// The definitions of entries whose sources are definitions, and which no service stores.
    var definitions: [Int: DefinitionInfo.Key] = [:]
}

extension Player {
    /// `nil` if the current item has no service or no answer yet.
    package var current: CurrentVideo? {
        guard let entry = controller.session?.video.entry, let item = services.item(of: entry) else { return nil }
        return CurrentVideo(item, album: found.albums[entry])
    }

    package var takesToken: Bool { controller.session.map { services.takesToken($0.video) } ?? false }

    package func give(_ token: Token) {
        if let video = controller.session?.video { services.give(token, for: video) }
    }

    func applyArrivals() {
        expandLists()
        for arrival in services.takeArrivals() { found.early[arrival.entry] = arrival }
        if let entry = controller.session?.video.entry, let arrival = found.early.removeValue(forKey: entry) {
            apply(arrival)
        }
        for renewal in services.takeRenewals() {
            if renewal.hasNewToken { onNotice(tr("Token renewed")) }
            guard let item = services.item(of: renewal.entry), let video = list.entry(renewal.entry)?.video,
                let found = item.info.video
            else { continue }
            list.update(video.updating { $0.sources = found.sources })
            listChanged()
        }
    }

    private func apply(_ arrival: ServiceSessionProvider.Arrival) {
        guard let entry = list.entry(arrival.entry), services.item(of: arrival.entry) == nil else { return }
        let plays = found.playsOnceFound && controller.snapshot.wantsPlay
        switch arrival.found {
        case .video(let info):
            guard let video = services.keep(info, arrival, of: entry.video) else { return }
            list.update(video)
            _ = openCurrent(plays: plays)
        case .album(let album): open(album, of: arrival, in: entry.video, plays: plays)
        }
    }

    /// Each item requests its own token when it is played. Items described by the service play from that description.
    private func open(
        _ album: AlbumList, of arrival: ServiceSessionProvider.Arrival, in video: Video, plays: Bool
    ) {
        let room = max(1, PlaylistLimits().entries - list.videos.count)
        if album.isCut || album.items.count > room {
            onNotice(tr("Playlist too long, rest skipped: %1", SafeText.phrase(album.title ?? video.location)))
        }
        let items = album.items.prefix(room)
        let videos = items.map { item in
            Video(id: item.reference, title: item.title, sources: [Source(item.reference)], duration: item.duration)
        }
        guard let first = list.replace(video.entry, with: videos) else { return }
        let numbers = list.order.sequence.dropFirst(first).prefix(items.count)
        services.lists.note(numbers, of: video)
        services.forget(video.entry)
        for (number, item) in zip(numbers, items) {
            services.note(ServiceSessionProvider.AlbumPlace(album: album.id, vid: item.vid), of: number)
            found.albums[number] = album
            if let new = list.entry(number)?.video, let known = services.keep(item, of: arrival, as: new) {
                list.update(known)
            }
        }
        _ = openCurrent(plays: plays)
    }

    /// Reopens a failed item if a new token or another address may help. The failure is then hidden.
    func reopeningFailed(_ snapshot: PlaybackSnapshot) -> PlaybackSnapshot {
        guard let session = controller.session, let item = services.item(of: session.video.entry) else {
            return snapshot
        }
        var snapshot = snapshot
        // Sound and pictures read ahead play first. Before their end it is unknown whether more will come.
        snapshot.notices.removeAll { $0.notice.isAboutReading }
        reportPreviewEnd(snapshot, item.info)
        guard snapshot.status == .failed, snapshot.part == .main, let error = snapshot.error,
            item.failed(error.code, at: snapshot.clock.position)
        else { return snapshot }
        controller.replan(isResuming: true)
        return controller.deliver()
    }

    private func reportPreviewEnd(_ snapshot: PlaybackSnapshot, _ info: PlayInfo) {
        guard snapshot.status == .reachEnd else { return found.hasReportedPreviewEnd = false }
        guard !found.hasReportedPreviewEnd, let limit = info.previewSeconds.flatMap({ PreviewLimit(seconds: $0) }),
            let duration = snapshot.duration, limit.isEnd(of: duration)
        else { return }
        found.hasReportedPreviewEnd = true
        onNotice(tr("The preview has ended"))
    }

    /// Plays another source from the current position. Returns `false` if the video's sources are not definitions.
    func choose(source index: Int) -> Bool {
        guard let session = controller.session else { return false }
        let definitions = session.video.definitionList
        let snapshot = controller.snapshot
        guard definitions.count > 1, definitions.indices.contains(index), (snapshot.stream?.definitions.count ?? 0) < 2
        else { return false }
        let key = definitions[index].definitionKey
        if let item = services.item(of: session.video.entry) {
            if item.choose(key) { controller.replan(isResuming: false) }
        } else {
            found.definitions[session.video.entry] = key
            controller.replan(isResuming: false)
        }
        return true
    }
}
