package import Catalogue
import Lists
import Localization
import Options
import PlayCore
import Playback
import PlaybackModel
package import PlayerServices
import Playlists
import Text

/// What services have found for the entries of the list; by ``Video/entry``.
struct FoundVideos {
    /// The albums that entries come from.
    var albums: [Int: AlbumList] = [:]
    /// Answers for entries that do not play (any more, or yet: a page that was loaded ahead), until they do.
    var early: [Int: ServiceSessionProvider.Arrival] = [:]
    /// Whether what is being opened plays by itself once it is known what it is.
    var playsOnceFound = true
    /// Of the end that is reached.
    var hasToldPreview = false
    /// Of entries whose sources are definitions, and that no service keeps.
    var definitions: [Int: DefinitionInfo.Key] = [:]
}

/// What services say of what plays.
extension Player {
    /// What a service says of what plays; nil: it plays without one, or has not been answered for yet.
    package var current: CurrentVideo? {
        guard let entry = controller.session?.video.entry, let item = services.item(of: entry) else { return nil }
        return CurrentVideo(item, album: found.albums[entry])
    }

    /// Whether the service of what plays asks for tokens.
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

    /// The entry that plays was asked about.
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

    /// Its items take its place in the list; each asks for its own token when it is played. Those that the service
    /// described play from that.
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

    /// What failed is opened once more where a new token or another address may help; nobody sees the
    /// failure then.
    func goingOn(_ snapshot: PlaybackSnapshot) -> PlaybackSnapshot {
        guard let session = controller.session, let item = services.item(of: session.video.entry) else {
            return snapshot
        }
        var snapshot = snapshot
        // What is read ahead is played first; whether that was all is not known before its end.
        snapshot.notices.removeAll { $0.notice.isAboutReading }
        tellPreview(snapshot, item.info)
        guard snapshot.status == .failed, snapshot.part == .main, let error = snapshot.error,
            item.failed(error.code, at: snapshot.clock.position)
        else { return snapshot }
        controller.replan(isResuming: true)
        return controller.deliver()
    }

    /// What the service gave was only the preview.
    private func tellPreview(_ snapshot: PlaybackSnapshot, _ info: PlayInfo) {
        guard snapshot.status == .reachEnd else { return found.hasToldPreview = false }
        guard !found.hasToldPreview, let limit = info.previewSeconds.flatMap({ PreviewLimit(seconds: $0) }),
            let duration = snapshot.duration, limit.isEnd(of: duration)
        else { return }
        found.hasToldPreview = true
        onNotice(tr("The preview has ended"))
    }

    /// Another of a video's sources, from where it is.
    /// - Returns: false: its definitions are not sources.
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
