import Adaptation
import Catalogue
import Commands
import Glibc
import Localization
import Options
import PlayCore
import Playback
import Playlists
import TUI
import Timeline

/// The list of items and the controller that plays them, as the screen and the loop without one use them. Main thread.
final class Player: PlayerControl, PlaylistControl {
    let wakeUp: WakeUp
    let controller: PlaybackController
    /// What was left out of the list is told here, with the first snapshot.
    var onWarning: (String) -> Void = { _ in }
    /// CFG-05, ADV-30: what the viewer should know and need not mind.
    var onNotice: (String) -> Void = { _ in }
    /// More is known of what plays now: see ``current``.
    var onFound: (CurrentVideo) -> Void = { _ in }
    /// Of what comes into the list while the player runs.
    private let options: PlayerOptions
    private var list: LiveList
    private let loader: ListLoader
    private var orders: [Int: LoadOrder] = [:]
    private(set) var facts = PlaylistFacts()
    private var change = ListChange.none
    private var warnings: [String]
    private let memory: PlayerMemory?
    private let access: SourceAccess
    private let services: ServiceSessionProvider
    /// CAT-08: the albums that entries come from.
    private var albums: [Int: AlbumList] = [:]
    /// Answers for entries that do not play (any more, or yet: a page that was loaded ahead), until they do.
    private var early: [Int: ServiceSessionProvider.Arrival] = [:]
    /// Whether what is being opened plays by itself once it is known what it is.
    private var playsOnceFound = true
    /// ADV-30: of the end that is reached.
    private var hasToldPreview = false
    /// ADV-72: when to look again.
    private var nextPreconnection: HostTime?
    /// CTRL-06: of entries whose sources are definitions, and that no service keeps.
    private var chosenDefinitions: [Int: DefinitionInfo.Key] = [:]
    private let results = ResultKeeper()
    private let eventLog: EventLogConsumer?
    /// PLAY-20, ARCH-41; nil: nothing is reported.
    let reporter: Reporter?
    private let ahead: AheadLoader

    /// - Parameter view: what the engine's pictures appear on.
    init(
        _ queue: PlayQueue, order: PlayOrder, access: SourceAccess, memory: PlayerMemory?, engine: PlaybackEngine,
        view: any PlaybackView, wakeUp: WakeUp, options: ControllerOptions = ControllerOptions(), eventLog: EventLog?
    ) {
        self.options = queue.options
        list = LiveList(queue, order: order)
        loader = ListLoader(access: access, wakeUp: wakeUp)
        warnings = queue.warnings
        self.memory = memory
        self.access = access
        self.wakeUp = wakeUp
        self.eventLog = eventLog.map(EventLogConsumer.init)
        reporter = Reporter(queue.options.services.report, access: access)
        let preloading = queue.options.preloading
        ahead = AheadLoader(
            access,
            PreloadAmounts(
                base: preloading.amount, decrease: preloading.decrease,
                previous: queue.preloadCount == nil ? 0 : preloading.previous, next: preloading.next),
            isBalanced: preloading.isBalanced, rules: options.networkBuffer)
        let own = OptionsOfEntries()
        let provider = ServiceSessionProvider(access, ServiceDesk(access), wakeUp: wakeUp)
        services = provider
        provider.isFeed = queue.preloadCount != nil
        controller = PlayerManager.shared.makeController(
            engine: engine, provider: memory?.provider(around: provider) ?? provider, view: view, options: options)
        own.of = { [weak self] in self?.optionsOf($0) ?? PlayerOptions() }
        memory?.options = own.of
        provider.options = { own.of($0) }
        controller.addSessionConsumer(results)
        if let consumer = self.eventLog { controller.addSessionConsumer(consumer) }
        if let memory { controller.addSessionConsumer(memory) }
        if let reporter { controller.addSessionConsumer(reporter) }
        listChanged()
    }

    private func optionsOf(_ video: Video) -> PlayerOptions {
        var options = list.entry(video.entry)?.options ?? options
        if let chosen = chosenDefinitions[video.entry] { options.definitions.insert(chosen, at: 0) }
        return options
    }

    /// Call once, at the end.
    func close() {
        ahead.close()
        loader.close()
        orders = [:]
    }

    // MARK: PlayerControl

    func send(_ command: PlaybackCommand) {
        if case .selectDefinition(let index?) = command, choose(source: index) { return }
        if let refusal = controller.send(command) { onNotice(refusal.words) }
    }

    var snapshot: PlaybackSnapshot {
        if let warning = warnings.first {
            onWarning(warnings.count == 1 ? warning : tr("%1 left out, the first: %2", "\(warnings.count)", warning))
            warnings = []
        }
        memory?.deliver()
        for notice in access.takeNotices() { onWarning(notice) }
        takeFound()
        let snapshot = goingOn(controller.deliver())
        memory?.look(at: snapshot)
        ahead.look(at: snapshot)
        preconnect(snapshot)
        return snapshot
    }

    var nextDeadline: HostTime? {
        HostTime.earlier(HostTime.earlier(memory?.nextWrite, reporter?.nextReport), nextPreconnection)
    }

    /// ADV-72: how long before the end it is connected to where the next item is: servers close what is idle for longer.
    private static let preconnection = MediaTime.seconds(15)

    private func preconnect(_ snapshot: PlaybackSnapshot) {
        nextPreconnection = nil
        // An item that is being opened may be about to take the connection that was made for it.
        guard let place = list.order.currentPlace, let duration = snapshot.duration, snapshot.status != .failed,
            snapshot.status != .loading
        else { return }
        let start = duration - Self.preconnection
        guard snapshot.clock.position(at: SystemClock().now) >= start else {
            if snapshot.clock.isRunning { nextPreconnection = snapshot.clock.hostTime(of: start) }
            return access.preconnect(next: nil, after: nil)
        }
        let sequence = list.order.sequence
        let next = sequence.indices.contains(place + 1) ? list.entry(sequence[place + 1]) : nil
        access.preconnect(
            next: next?.video.sources[0].location, after: list.current?.video.sources[0].location)
    }

    // MARK: PlaylistControl

    var position: PlaylistPosition { list.order.position }

    /// INFO-07: subtitles that the service has for what plays.
    var offeredSubtitles: [SubtitleInfo] { current?.info.subtitleInfo ?? [] }

    /// What plays, with its own options; nil: nothing that has a place of its own.
    var currentItem: PlayItem? {
        list.current.map { entry in
            // Those of the session: providers may have added some.
            let video = controller.session?.video ?? entry.video
            var options = entry.options
            let offered = Set(offeredSubtitles.map(\.url))
            options.subtitleFiles += video.subtitles.filter {
                !options.subtitleFiles.contains($0) && !offered.contains($0)
            }
            return PlayItem(path: entry.video.sources[0].location, options: options)
        }
    }

    private var hasFailed: Bool { controller.snapshot.status == .failed }

    func move(to index: Int) -> Bool {
        guard list.jump(toPlace: index, hasFailed: hasFailed) else { return false }
        return openCurrent()
    }

    func move(by step: Int) -> Bool {
        let snapshot = controller.snapshot
        // Going on in an intro leads to its video.
        if step == 1, snapshot.part == .intro { return controller.move(by: 1) }
        guard list.move(by: step, hasFailed: hasFailed) else { return false }
        return openCurrent()
    }

    func restart() {
        if let entry = controller.session?.video.entry { services.item(of: entry)?.beginAnew() }
        if controller.session != nil { controller.restart() } else { _ = openCurrent() }
    }

    func stop(keepsList: Bool) {
        list.stop()
        if !keepsList { list.clear(keepsCurrent: false) }
        controller.stop()
        listChanged()
        change = .began
    }

    /// Nothing plays any more and nothing follows: who is not to wait for more ends.
    func end() {
        stop(keepsList: false)
        change = .ended
    }

    /// Opens the first item and, unless it is to wait, plays it.
    func start() {
        guard let entry = list.current else { return controller.setIdle(SessionOptions(options)) }
        _ = openCurrent(plays: !entry.options.isPaused)
        change = .none
    }

    /// What the order says is current.
    private func openCurrent(plays: Bool = true) -> Bool {
        listChanged()
        guard let place = list.order.currentPlace else { return false }
        change = .began
        playsOnceFound = plays
        return controller.open(at: place, plays: plays)
    }

    /// Tells the controller and the screen.
    private func listChanged() {
        let place = list.order.currentPlace ?? 0
        controller.replaceVideos(Playlist(videos: list.videos), index: place)
        facts = list.facts
        ahead.want(neighbours(of: place))
        if change == .none { change = .changed }
    }

    /// At addresses, and allowed to be kept (ADV-58).
    private func neighbours(of place: Int) -> [AheadLoader.Neighbour] {
        let sequence = list.order.sequence
        return ahead.plan.compactMap { item in
            let other = place + item.offset
            guard sequence.indices.contains(other), let entry = list.entry(sequence[other]) else { return nil }
            let source = entry.video.sources[0]
            guard source.isCacheable, SourceAccess.isAddress(source.location) else { return nil }
            return AheadLoader.Neighbour(address: source.location, amount: item.amount)
        }
    }

    func takeChange() -> ListChange {
        for arrival in loader.take() { take(arrival) }
        defer { change = .none }
        return change
    }

    // MARK: Commands

    /// A command that waits for the files to be looked at.
    private struct LoadOrder {
        let path: String
        let isList: Bool
        let mode: PlayerCommand.LoadMode
        let options: PlayerOptions
        let answer: (CommandAnswer) -> Void
    }

    func run(_ command: PlayerCommand, answer: @escaping (CommandAnswer) -> Void) {
        switch command {
        case .loadFile(let path, let mode, let options):
            load(path, isList: false, mode, options, command.name, answer)
        case .playlist(.loadList(let path, let mode)): load(path, isList: true, mode, [], command.name, answer)
        case .playlist(.clear):
            list.clear(keepsCurrent: true)
            listChanged()
            answer(.success(.null))
        case .playlist(.remove(let place)):
            let isDone = (place ?? list.order.currentPlace).map(remove) ?? false
            answer(isDone ? .success(.null) : .failure(.failed(command.name)))
        case .playlist(let other):
            guard list.rearrange(other) else { return answer(.failure(.failed(command.name))) }
            listChanged()
            answer(.success(.null))
        default: answer(.failure(.notAvailable(command.name)))
        }
    }

    private func remove(place: Int) -> Bool {
        let wasCurrent = place == list.order.currentPlace
        guard list.remove(place: place) else { return false }
        if !wasCurrent {
            listChanged()
        } else if !openCurrent() {
            stop(keepsList: true)
            change = .ended
        }
        return true
    }

    private func load(
        _ path: String, isList: Bool, _ mode: PlayerCommand.LoadMode, _ options: [PlayerCommand.FileOption],
        _ name: String, _ answer: @escaping (CommandAnswer) -> Void
    ) {
        var own = self.options
        for option in options {
            do throws(OptionError) {
                try own.apply(option.name, option.value)
            } catch {
                return answer(.failure(.badArgument(name, value: option.name + "=" + option.value)))
            }
        }
        // The keys come from there.
        guard path != "-" || isatty(0) == 0,
            let ticket = loader.order(path, isList: isList, isRecursive: own.isRecursive)
        else { return answer(.failure(.failed(name))) }
        orders[ticket] = LoadOrder(path: path, isList: isList, mode: mode, options: own, answer: answer)
    }

    private func take(_ arrival: ListLoader.Arrival) {
        guard let order = orders.removeValue(forKey: arrival.ticket) else { return }
        warnings += arrival.problems.map(\.message)
        let name = order.isList ? "loadlist" : "loadfile"
        guard !arrival.videos.isEmpty else { return order.answer(.failure(.failed(name))) }
        let isIdle = list.order.current == nil
        if order.mode == .replace { list.clear(keepsCurrent: false) }
        let place = list.order.position.count
        let inserted: [Int]
        switch order.mode {
        case .insertNext, .insertNextPlay:
            inserted = list.insert(
                arrival.videos, order.options, at: list.order.currentPlace.map { $0 + 1 } ?? place)
        case .replace, .append, .appendPlay, .appendGo: inserted = list.insert(arrival.videos, order.options)
        }
        guard let first = inserted.first else {
            listChanged()
            return order.answer(.failure(.failed(name)))
        }
        if order.mode.plays(whenIdle: isIdle), let place = list.order.sequence.firstIndex(of: first) {
            // Whatever holds for all: what was asked for is to be seen, unless it is to wait itself.
            let waits = order.options.isPaused && !options.isPaused
            if list.jump(toPlace: place, hasFailed: hasFailed) { _ = openCurrent(plays: !waits) }
        } else {
            listChanged()
        }
        var result: [String: Node] = ["playlist_entry_id": .integer(Int64(first + 1))]
        if order.isList { result["num_entries"] = .integer(Int64(inserted.count)) }
        order.answer(.success(.map(result)))
    }

    // MARK: what services say

    /// What a service says of what plays; nil: it plays without one, or has not been answered for yet.
    var current: CurrentVideo? {
        guard let entry = controller.session?.video.entry, let item = services.item(of: entry) else { return nil }
        return CurrentVideo(
            info: item.info, request: item.request, provider: item.provider, catalogue: item.services.catalogue,
            album: albums[entry], commentToken: item.services.options.commentToken.flatMap { Token($0) })
    }

    /// CFG-07: whether the service of what plays asks for tokens.
    var takesToken: Bool { controller.session.map { services.takesToken($0.video) } ?? false }

    func give(_ token: Token) {
        if let video = controller.session?.video { services.give(token, for: video) }
    }

    private func takeFound() {
        for arrival in services.takeArrivals() { early[arrival.entry] = arrival }
        if let entry = controller.session?.video.entry, let arrival = early.removeValue(forKey: entry) { take(arrival) }
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
    private func take(_ arrival: ServiceSessionProvider.Arrival) {
        guard let entry = list.entry(arrival.entry), services.item(of: arrival.entry) == nil else { return }
        let plays = playsOnceFound && controller.snapshot.wantsPlay
        switch arrival.found {
        case .video(let info):
            guard let video = services.keep(info, arrival, of: entry.video) else { return }
            list.update(video)
            _ = openCurrent(plays: plays)
            if let current { onFound(current) }
        case .album(let album): open(album, in: arrival.entry, plays: plays)
        }
    }

    /// CAT-10: its items take its place in the list; each asks for its own token when it is played.
    private func open(_ album: AlbumList, in entry: Int, plays: Bool) {
        let videos = album.items.map { item in
            Video(id: item.reference, title: item.title, sources: [Source(item.reference)], duration: item.duration)
        }
        guard let first = list.replace(entry, with: videos) else { return }
        for (place, item) in zip(list.order.sequence.dropFirst(first), album.items) {
            services.note(ServiceSessionProvider.AlbumPlace(album: album.id, vid: item.vid), of: place)
            albums[place] = album
        }
        services.forget(entry)
        _ = openCurrent(plays: plays)
    }

    /// CFG-05, INFO-06: what failed is opened once more where a new token or another address may help; nobody sees the
    /// failure then.
    private func goingOn(_ snapshot: PlaybackSnapshot) -> PlaybackSnapshot {
        guard let session = controller.session, let item = services.item(of: session.video.entry) else {
            return snapshot
        }
        var snapshot = snapshot
        // What is read ahead is played first; whether that was all is not known before its end.
        snapshot.notices.removeAll { if case .readFailed = $0.notice { true } else { false } }
        tellPreview(snapshot, item.info)
        guard snapshot.status == .failed, snapshot.part == .main, let error = snapshot.error,
            item.failed(error.code, at: snapshot.clock.position)
        else { return snapshot }
        controller.replan(isResuming: true)
        return controller.deliver()
    }

    /// ADV-30: what the service gave was only the preview.
    private func tellPreview(_ snapshot: PlaybackSnapshot, _ info: PlayInfo) {
        guard snapshot.status == .reachEnd else { return hasToldPreview = false }
        guard !hasToldPreview, let limit = info.previewSeconds.flatMap({ PreviewLimit(seconds: $0) }),
            let duration = snapshot.duration, limit.isEnd(of: duration)
        else { return }
        hasToldPreview = true
        onNotice(tr("The preview has ended"))
    }

    /// CTRL-06: another of a video's sources, from where it is.
    /// - Returns: false: its definitions are not sources.
    private func choose(source index: Int) -> Bool {
        guard let session = controller.session else { return false }
        let definitions = session.video.definitionList
        let snapshot = controller.snapshot
        guard definitions.count > 1, definitions.indices.contains(index), (snapshot.stream?.definitions.count ?? 0) < 2
        else { return false }
        let key = definitions[index].definitionKey
        if let item = services.item(of: session.video.entry) {
            if item.choose(key) { controller.replan(isResuming: false) }
        } else {
            chosenDefinitions[session.video.entry] = key
            controller.replan(isResuming: false)
        }
        return true
    }

    // MARK: classes

    /// ROOM-04, ROOM-05: what a class consists of takes the place of whatever there is.
    func attend(_ videos: [Video], at index: Int, plays: Bool) {
        list.clear(keepsCurrent: false)
        _ = list.insert(videos, options)
        guard list.jump(toPlace: index, hasFailed: hasFailed) else { return }
        _ = openCurrent(plays: plays)
        wakeUp.signal()
    }

    // MARK: results

    /// The failures in the order in which they were met, for the last words on standard error.
    var failures: [PlayError] { results.failures }

    var exitCode: ExitCode { results.exitCode }
}

extension PlayerCommand.LoadMode {
    /// - Parameter isIdle: nothing plays.
    fileprivate func plays(whenIdle isIdle: Bool) -> Bool {
        switch self {
        case .replace, .appendGo: true
        case .appendPlay, .insertNextPlay: isIdle
        case .append, .insertNext: false
        }
    }
}
