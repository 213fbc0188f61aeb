package import Access
package import Adverts
package import Catalogue
package import Commands
package import Options
package import PlayCore
package import Playback
package import PlaybackModel
package import Playlists

/// The list of items and the controller that plays them, for the main loop and commands. Main thread.
package final class Player: PlayerControl, PlaylistControl {
    package let wakeUp: WakeUp
    package let controller: PlaybackController
    /// Called with warnings about omitted entries, with the first snapshot.
    package var onWarning: (String) -> Void = { _ in }
    package var onNotice: (String) -> Void = { _ in }
    /// The options for entries added during playback.
    let options: PlayerOptions
    var list: LiveList
    let loader: ListLoader
    /// Separate from `loader`, so that a server that does not respond cannot block commands.
    let looker: ListLoader
    var looks: [Int: Int] = [:]
    /// The tickets of entries that are read for the first time.
    var firstLooks: Set<Int> = []
    var orders: [Int: LoadOrder] = [:]
    package private(set) var contents = PlaylistContents()
    var change = ListChange.none
    var warnings: [String]
    private var stoppedEntry: Int?
    private let memory: PlayerMemory?
    let access: SourceAccess
    let services: ServiceSessionProvider
    var found = FoundVideos()
    let results = ResultKeeper()
    private let consumers: [any SessionConsumer]
    package let reporter: PlayReporter?
    private let ahead: AheadLoader
    package let adverts: AdvertProvider
    private var preconnection: Preconnection

    /// Signals `wakeUp` for another snapshot or list. Each session's `consumers` are notified like the player's own.
    package init(
        _ queue: Playlists.PlayQueue<PlayerOptions>, order: PlayOrder, access: SourceAccess,
        services directory: ListPlayer.ServiceDirectory<ServiceOptions>, memory: PlayerMemory?,
        engine: PlaybackEngine, wakeUp: WakeUp, options: ControllerOptions = ControllerOptions(),
        consumers: [any SessionConsumer] = []
    ) {
        self.options = queue.options
        list = LiveList(queue, order: order)
        loader = ListLoader(wakeUp: wakeUp) { access.playlistLoader(isRecursive: $0) }
        looker = ListLoader(wakeUp: wakeUp) { access.playlistLoader(isRecursive: $0) }
        warnings = queue.warnings
        self.memory = memory
        self.access = access
        self.wakeUp = wakeUp
        self.consumers = consumers
        reporter = PlayReporter(queue.options.services.report, Viewer(queue.options.user), access)
        let preloading = queue.options.preloading
        ahead = AheadLoader(
            access,
            PreloadAmounts(
                base: preloading.amount, decrease: preloading.decrease,
                previous: queue.preloadCount == nil ? 0 : preloading.previous, next: preloading.next),
            isBalanced: preloading.isBalanced, rules: options.networkBuffer)
        preconnection = Preconnection(access)
        let own = OptionsOfEntries()
        let provider = ServiceSessionProvider(access, wakeUp: wakeUp) { ItemSettings(own.of($0), directory) }
        services = provider
        // A program that replaces the terminal's picture cannot skip an advert or open its page.
        let playsAdverts = queue.options.pictureProgram == nil
        adverts = AdvertProvider(access) { [weak provider] video in
            guard playsAdverts else { return AdvertProvider.Wishes(location: nil, allowsStream: false) }
            let wishes = own.of(video).adverts
            let named = provider?.item(of: video.entry)?.info.adverts ?? [:]
            return AdvertProvider.Wishes(location: wishes.location(named: named), allowsStream: wishes.isAllowed)
        }
        let subtitles = ProviderLink.subtitles(
            named: { own.of($0).subtitleFiles },
            offered: { [weak provider] in provider?.item(of: $0.entry)?.info.subtitleInfo.map(\.url) ?? [] })
        let protection = ProviderLink.protection(of: provider, isFeed: queue.preloadCount != nil)
        let chain = ProviderChain(
            provider, [protection, subtitles, adverts.link] + (memory.map { [$0.link] } ?? []))
        Log.shared.write(.info, "player", "providers: \(chain.order)")
        controller = PlaybackController(engine: engine, provider: chain, options: options)
        controller.common = SessionOptions(queue.options)
        controller.mayLoadAhead = { access.mayLoadAhead }
        own.of = { [weak self] in self?.optionsOf($0) ?? PlayerOptions() }
        memory?.rules = { MemoryRules(own.of($0)) }
        controller.addSessionConsumer(results)
        for consumer in consumers { controller.addSessionConsumer(consumer) }
        if let memory { controller.addSessionConsumer(memory) }
        if let reporter { controller.addSessionConsumer(reporter) }
        listChanged()
        if queue.isUnread { lookIntoAll() } else { lookInto(list.videos) }
    }

    private func optionsOf(_ video: Video) -> PlayerOptions {
        var options = list.entry(video.entry)?.options ?? options
        if let chosen = found.definitions[video.entry] { options.definitions.insert(chosen, at: 0) }
        return options
    }

    /// Call once, at the end.
    package func close() {
        ahead.close()
        adverts.close()
        loader.close()
        looker.close()
        orders = [:]
    }

    // MARK: PlayerControl

    @discardableResult
    package func send(_ command: PlaybackCommand) -> Int {
        if case .selectDefinition(let index?) = command, choose(source: index) { return 0 }
        let receipt = controller.send(command)
        if let refusal = receipt.refusal { onNotice(refusal.words) }
        // Without a session, only this wakes the observers of the changed setting.
        if receipt.number == 0 { wakeUp.signal() }
        return receipt.number
    }

    package var snapshot: PlaybackSnapshot {
        if let warning = warnings.first {
            onWarning(
                warnings.count == 1
                    ? warning : trn("%1 entry skipped: %2", "%1 entries skipped, first: %2", warnings.count, warning))
            warnings = []
        }
        memory?.deliver()
        for notice in access.takeNotices() { onWarning(notice) }
        applyArrivals()
        let snapshot = reopeningFailed(controller.deliver())
        memory?.look(at: snapshot)
        ahead.look(at: snapshot)
        preconnection.look(at: snapshot, current: list.current?.location, next: list.next?.location)
        return snapshot
    }

    package var nextDeadline: HostTime? {
        let looks = HostTime.earlier(preconnection.nextLook, controller.nextAdvertLook)
        return HostTime.earlier(HostTime.earlier(memory?.nextWrite, reporter?.nextReport), looks)
    }

    // MARK: PlaylistControl

    package var position: PlaylistPosition { list.order.position }

    package var forbidsCapture: Bool { controller.session?.plan.options.forbidsCapture ?? false }

    package var offeredSubtitles: [SubtitleInfo] { current?.info.subtitleInfo ?? [] }

    /// The current item with its own options. `nil` if it has no location.
    package var currentItem: PlayItem? {
        list.current.map { entry in
            var options = entry.options
            if let video = controller.session?.video { options.subtitleFiles = video.subtitles }
            return PlayItem(path: entry.location, options: options)
        }
    }

    var hasFailed: Bool { controller.snapshot.status == .failed }

    package func move(to index: Int) -> Bool {
        guard list.jump(toPlace: index, hasFailed: hasFailed) else { return false }
        return openCurrent()
    }

    package func move(by step: Int) -> Bool {
        let snapshot = controller.snapshot
        // A step forward during an intro leads to its video.
        if step == 1, snapshot.part == .intro { return controller.move(by: 1) }
        guard list.move(by: step, hasFailed: hasFailed) else { return false }
        return openCurrent()
    }

    package func restart() {
        if let entry = controller.session?.video.entry { services.item(of: entry)?.restart() }
        if controller.session != nil { return controller.restart() }
        if list.current == nil {
            // The entry may have been removed meanwhile.
            let place = list.order.sequence.firstIndex { $0 == stoppedEntry } ?? 0
            _ = list.jump(toPlace: place, hasFailed: false)
        }
        _ = openCurrent()
    }

    package func stop(keepsList: Bool) {
        stoppedEntry = list.order.current ?? stoppedEntry
        list.stop()
        if !keepsList { list.clear(keepsCurrent: false) }
        controller.stop()
        access.setPlaying(false)
        listChanged()
        change = .began
    }

    /// Ends playback and the list. A program that does not wait for commands then ends.
    package func end() {
        stop(keepsList: false)
        change = .ended
        wakeUp.signal()
    }

    package func start() {
        guard let entry = list.current else { return controller.setIdle(SessionOptions(options)) }
        _ = openCurrent(plays: !entry.options.isPaused)
        change = .none
    }

    func openCurrent(plays: Bool = true) -> Bool {
        listChanged()
        guard let place = list.order.currentPlace else { return false }
        change = .began
        found.playsOnceFound = plays
        access.setPlaying(true)
        return controller.open(at: place, plays: plays)
    }

    func listChanged() {
        let place = list.order.currentPlace ?? 0
        controller.replaceVideos(Playlist(videos: list.videos), index: place)
        contents = list.contents
        ahead.want(neighbours(of: place))
        if change == .none { change = .changed }
    }

    private func neighbours(of place: Int) -> [AheadLoader.Neighbour] {
        let sequence = list.order.sequence
        return ahead.plan.compactMap { item in
            let other = place + item.offset
            guard sequence.indices.contains(other), let entry = list.entry(sequence[other]) else { return nil }
            let source = entry.video.sources[0]
            guard source.isCacheable, AddressText.isAddress(source.location) else { return nil }
            return AheadLoader.Neighbour(address: source.location, amount: item.amount)
        }
    }

    package func takeChange() -> ListChange {
        for arrival in loader.takeArrivals() { answer(arrival) }
        for arrival in looker.takeArrivals() { expand(arrival) }
        defer { change = .none }
        return change
    }

    // MARK: Results

    /// The failures in order of occurrence, for the final lines on standard error.
    package var failures: [PlayError] { results.failures }

    /// Reports about items that ended long before their promised end.
    package var shortfalls: [String] { results.shortfalls }

    package var exitCode: ExitCode { results.exitCode }
}
