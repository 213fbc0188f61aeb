package import Access
package import Catalogue
import Media
import MediaSources
package import PlayCore
package import Playback
import Playlists
import Streaming

/// Plans videos of services, and leaves the rest to the provider of plain sources. Main thread.
///
/// A video without an answer becomes an item that asks the service on opening, on the `demux` thread. The answer
/// arrives in ``takeArrivals()``, and the video is planned again.
package final class ServiceSessionProvider: SessionProvider {
    package struct Arrival: Sendable {
        package let entry: Int
        package let request: PlayRequest
        package let provider: any CatalogueProvider
        package let services: Services
        package let found: Found
    }

    package struct AlbumPlace: Sendable, Equatable {
        package let album: String
        package let vid: String

        package init(album: String, vid: String) {
            self.album = album
            self.vid = vid
        }
    }

    private let settings: (Video) -> ItemSettings
    private let access: SourceAccess
    private let arrivals: Monitor<[Arrival]>
    private let renewals: Monitor<[(entry: Int, hasNewToken: Bool)]>
    private let wakeUp: WakeUp
    /// Entries that turn out to be lists when they are opened.
    package let lists: NestedLists
    private var items: [Int: FoundItem] = [:]
    private var places: [Int: AlbumPlace] = [:]
    private var plain: BasicSessionProvider?

    /// Signals `wakeUp` for an answer.
    package init(_ access: SourceAccess, wakeUp: WakeUp, settings: @escaping (Video) -> ItemSettings) {
        self.access = access
        self.settings = settings
        self.wakeUp = wakeUp
        lists = NestedLists(wakeUp: wakeUp)
        arrivals = Monitor([])
        renewals = Monitor([])
    }

    package func item(of entry: Int) -> FoundItem? { items[entry] }

    /// Notes that the entry is an item of an album, which determines its token.
    package func note(_ place: AlbumPlace, of entry: Int) { places[entry] = place }

    package func takeArrivals() -> [Arrival] {
        arrivals.withLock { arrivals in
            defer { arrivals = [] }
            return arrivals
        }
    }

    package func takeRenewals() -> [(entry: Int, hasNewToken: Bool)] {
        renewals.withLock { renewals in
            defer { renewals = [] }
            return renewals
        }
    }

    /// Stores an answer with more than a name. Returns the video to play, or `nil` to ask the service when it plays.
    package func keep(_ item: AlbumList.Item, of arrival: Arrival, as video: Video) -> Video? {
        guard let info = item.info else { return nil }
        let request = request(item.reference, video.entry, arrival.services)
        let own = Arrival(
            entry: video.entry, request: request, provider: arrival.provider, services: arrival.services,
            found: .video(info))
        return keep(info, own, of: video)
    }

    /// Stores a service's answer. Returns the video to play from now on, or `nil` if the answer has nothing to play.
    package func keep(_ info: PlayInfo, _ arrival: Arrival, of video: Video) -> Video? {
        let settings = settings(video)
        let (policy, wishes) = (settings.services.settings.source, settings.definitions)
        let (renewals, wakeUp, entry) = (renewals, wakeUp, video.entry)
        let item = FoundItem(
            info, arrival.request, arrival.provider, services: arrival.services, access: access,
            order: { info in
                info.video.map { policy.selections(of: $0, preferring: wishes) } ?? []
            },
            onRenewal: { hasNewToken in
                renewals.withLock { $0.append((entry, hasNewToken)) }
                wakeUp.signal()
            })
        guard let item, let found = info.video else { return nil }
        items[entry] = item
        return found.updating {
            // Keeps the ID by which lists, records and the user identify the video.
            $0.id = video.id
            $0.entry = entry
            $0.title = $0.title ?? video.title
            $0.chapterFile = $0.chapterFile ?? video.chapterFile
        }
    }

    package func takesToken(_ video: Video) -> Bool {
        items[video.entry] != nil
            || settings(video).services.kind(of: video.sources[0].location) != .plain
    }

    package func give(_ token: Token, for video: Video) {
        if let item = items[video.entry] {
            item.services.catalogue.tokens.give(token, for: item.request.subject)
        } else {
            let services = settings(video).services
            let request = request(video.sources[0].location, video.entry, services)
            services.catalogue.tokens.give(token, for: request.subject)
        }
    }

    package func forget(_ entry: Int) {
        items[entry] = nil
        places[entry] = nil
    }

    // MARK: Planning

    package func plan(for video: Video) throws(PlayError) -> SessionPlan {
        let settings = settings(video)
        var plan = try plan(for: video, settings)
        if let file = settings.chapterFile {
            plan.input.chapterFile = ChapterSource(file, of: video.location, replaces: true, access)
        } else if let file = video.chapterFile {
            // A cue sheet's tracks replace the item's own chapters.
            plan.input.chapterFile = ChapterSource(
                file, of: video.location, replaces: PlaylistFormat.named(file) == .cue, access)
        } else {
            plan.input.chapterFile = ChapterSource(beside: video.location, access)
        }
        plan.input.add(settings.sounds, of: video.location, access)
        switch settings.marks {
        case .nowhere: break
        case .beside: plan.input.regions = RegionSource(beside: video.sources[0].location, access)
        case .file(let file): plan.input.regions = RegionSource(file, access)
        }
        return plan
    }

    private func plan(for video: Video, _ settings: ItemSettings) throws(PlayError) -> SessionPlan {
        if let item = items[video.entry] { return try plan(item, video, settings) }
        let services = settings.services
        let location = video.sources[0].location
        if services.lacksPrefix(location) {
            throw PlayError(.playFailed, reason: tr("set --domain-prefix first"), item: AddressText.shown(location))
        }
        guard services.kind(of: location) == .plain else {
            return SessionPlan(
                video: video, input: asking(video, location, services), options: settings.session)
        }
        let page = page(location, video, services)
        let list = lists.opener(of: video, access)
        let access = access
        return try basic { source in
            // A list from outside may name the cover.
            SessionInput(source: source, access, page: page, list: list, isFromViewer: source.location != video.cover)
        }.plan(for: video)
    }

    private func basic(_ open: @escaping (Source) -> SessionInput?) -> BasicSessionProvider {
        BasicSessionProvider(options: { [settings] in settings($0).session }, open: open)
    }

    /// Plans an item, which itself tries the sources of one definition. The plan's source is the present one.
    private func plan(_ item: FoundItem, _ video: Video, _ settings: ItemSettings) throws(PlayError) -> SessionPlan {
        let selection = item.selection
        let access = access
        let main = input(item, selection.source, video)
        let provider = basic { $0 == selection.source ? main : SessionInput(source: $0, access) }
        var plan = try provider.plan(for: video.updating { $0.sources = [selection.source] })
        plan.video = video
        plan.options.selection = selection
        plan.input.spare = spare(item, isEnabled: settings.services.settings.isH265Adaptive, title: video.title)
        return plan
    }

    private func spare(
        _ item: FoundItem, isEnabled: Bool, title: String?
    ) -> @Sendable (_ codec: String) -> SessionInput? {
        let access = access
        return { codec in
            let info = item.info
            let decision = SpareStreamRule.decide(
                isEnabled: isEnabled, isH265: codec == "hevc", spare: info.spareAddress)
            guard case .play(let address) = decision else { return nil }
            var input = SessionInput.media(name: AddressText.shown(address)) { cancel throws(MediaError) in
                try access.openMedia(address, cancel: cancel, headers: info.headers)
            }
            input.title = title
            return input
        }
    }

    private func input(_ item: FoundItem, _ source: Source, _ video: Video) -> SessionInput {
        let access = access
        let openBytes: SessionInput.ByteOpener = { cancel throws(ByteSourceError) in
            try access.open(source.location, cancel: cancel, headers: item.info.headers)
        }
        var input = SessionInput.media(
            name: AddressText.shown(source.location),
            openBytes: source.delivery == .progressive && item.info.parts.isEmpty ? openBytes : nil
        ) { cancel throws(MediaError) in try item.open(cancel: cancel) }
        input.title = video.title
        input.chapters = video.chapters
        input.isTransmission = LowLatencyAddress(source.location) != nil
        input.watchLine = access.lineWatch(of: source.location)
        return input
    }

    private func asking(_ video: Video, _ location: String, _ services: Services) -> SessionInput {
        let request = request(location, video.entry, services)
        let (access, arrivals, wakeUp, entry) = (access, arrivals, wakeUp, video.entry)
        let way = lists.way(to: video)
        var input = SessionInput.media(name: AddressText.shown(location)) { cancel throws(MediaError) in
            guard let provider = services.provider(of: location, cancel: cancel) else {
                return try access.openMedia(location, cancel: cancel, isFromViewer: true)
            }
            return try Self.ask(provider, request, services, way, cancel) { found in
                arrivals.withLock {
                    $0.append(
                        Arrival(entry: entry, request: request, provider: provider, services: services, found: found))
                }
                wakeUp.signal()
            }
        }
        input.title = video.title ?? AddressText.title(location)
        input.isTransmission = LowLatencyAddress(location) != nil
        input.watchLine = access.lineWatch(of: location)
        input.mayLoadAhead = false
        return input
    }

    /// Returns the opener of a page in which yt-dlp looks for the video, or `nil` if that is unwanted.
    private func page(_ location: String, _ video: Video, _ services: Services) -> PageOpener? {
        guard let provider = services.ytDlp, AddressText.isAddress(location) else { return nil }
        let request = request(location, video.entry, services)
        let (arrivals, wakeUp, way, entry) = (arrivals, wakeUp, lists.way(to: video), video.entry)
        return PageOpener(recognizes: YtDlpProvider.isWanted) { cancel throws(MediaError) in
            try Self.ask(provider, request, services, way, cancel) { found in
                arrivals.withLock {
                    $0.append(
                        Arrival(entry: entry, request: request, provider: provider, services: services, found: found))
                }
                wakeUp.signal()
            }
        }
    }

    private func request(_ location: String, _ entry: Int, _ services: Services) -> PlayRequest {
        var request = services.request(EntryAddress.plain(location))
        if let place = places[entry] { request.subject = .albumItem(album: place.album, video: place.vid) }
        return request
    }

    private static func ask(
        _ provider: any CatalogueProvider, _ request: PlayRequest, _ services: Services, _ way: ListWay,
        _ cancel: CancelToken, tell: (Found) -> Void
    ) throws(MediaError) -> OpenedMedia {
        try way.check()
        var found: Found
        do throws(CatalogueError) {
            found = try services.catalogue.find(request, with: provider, cancel: cancel)
        } catch {
            throw MediaError(error)
        }
        if case .album(var album) = found {
            album.items.removeAll { $0.info == nil && way.contains($0.reference) }
            guard !album.items.isEmpty else { throw way.refused(tr("the page leads only to itself")) }
            found = .album(album)
        }
        tell(found)
        return .elsewhere
    }
}

extension Video {
    fileprivate var chapters: [Chapter] {
        let starts = cuePoints.points.filter { $0.kind == .chapter }
        return starts.indices.map { index in
            let start = starts[index].time
            let end = index + 1 < starts.count ? starts[index + 1].time : max(duration ?? start, start)
            return Chapter(range: MediaRange(start: start, end: end), title: starts[index].title)
        }
    }
}
