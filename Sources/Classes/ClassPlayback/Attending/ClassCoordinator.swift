package import ClassRules
package import ClassStreams
package import Classes
package import PlayCore
package import PlaybackModel
import Playlists
package import Processes

/// The viewer's attendance of a class, or of the chat beside a video. For the owner's thread; other threads read.
package final class ClassCoordinator {
    package enum Notice: Sendable, Equatable {
        case warning(String)
        case answer(String)
        case redPacket(RedPacketScore)
    }

    /// Called with the session to play and its outline.
    package var onEnter: (ClassSession, ClassOutline) -> Void = { _, _ in }
    /// Called after the class has ended for the viewer.
    package var onExit: (ClassReadError) -> Void = { _ in }
    /// Returns `false` if the class is not live.
    package var enterLive: (String) -> Bool = { _ in false }
    package var onLeft: () -> Void = {}
    /// Called when entering has failed. The class stays attended, so the viewer can retry.
    package var onRefuse: (ClassReadError) -> Void = { _ in }
    package var onNotice: (Notice) -> Void = { _ in }
    package internal(set) var view = ClassView()
    /// An address or an absolute path.
    package internal(set) var location = ""

    let attendance: ClassAttendance
    let videos: BesideVideos
    let effect: FollowingVideo
    private let links: LinkProgram
    let broadcasts: BroadcastProgram
    let access: any MediaAccess
    private var chatBeside: ChatBeside
    private let finder: ChatFinder
    /// The playing item with the chat that the viewer has chosen for it; `nil` for the chat of the options.
    private var playing: (path: String, chosen: ChatFile??)?
    package private(set) var chats = ChatFiles()
    private var end = AttendedEnd()
    private var definition: DefinitionOfPlaying?
    private(set) var playingLength: MediaTime?
    private(set) var localPage: PageChange?
    /// A picture of the chat, shown in place of the slide.
    private(set) var picture: String?
    var award: ShownAward?
    var wish = ChatWish()
    var lists = ClassListCache()
    var timerCall = TimerCall()
    private var clock = ClockReading.zero
    private var arrivals = -1
    var due: HostTime?
    var isStale = false
    /// Counts the views of all classes, so no two views have the same number.
    var viewCount = 0

    /// Signals `wakeUp` when something has been read. The small videos are indexed by ``ThumbnailSlots``.
    package init(
        access: any MediaAccess, offsets: ChatOffsets, links: LinkProgram, broadcasts: BroadcastProgram,
        second: FollowingVideo, small: [FollowingVideo], effect: FollowingVideo, wakeUp: WakeUp
    ) {
        self.access = access
        (self.links, self.broadcasts) = (links, broadcasts)
        attendance = ClassAttendance(access: access, wakeUp: wakeUp)
        finder = ChatFinder(wakeUp: wakeUp)
        videos = BesideVideos(second: second, small: small)
        self.effect = effect
        chatBeside = ChatBeside(offsets)
    }

    package var options: ClassOptions {
        get { attendance.options }
        set { attendance.options = newValue }
    }

    package var isLive: Bool { attendance.live != nil }

    /// Whether the attended class forbids capture. Until it is loaded, it is assumed to do so.
    package var preventsScreenshots: Bool {
        guard let client = attendance.client, !view.isChatOnly else { return false }
        return client.session?.room.info.enablePreventScreenCapture ?? true
    }

    package var livePlayer: LivePlayer?
    package var liveView: () -> LiveClassView? = { nil }
    var liveNumber = -1
    var livePlace = LivePlace.edge

    /// The delay is shown in seconds.
    private static let delayStep = HostTime.milliseconds(500)

    package func location(of reference: String) -> String? { attendance.source?.resource(reference) }

    package func nextDeadline(at now: HostTime) -> HostTime? {
        let own = HostTime.earlier(HostTime.earlier(due, end.nextLook), timerCall.end)
        let step = livePlace.isDelayed ? now + Self.delayStep : nil
        let media = HostTime.earlier(step, isLive ? livePlayer?.nextDeadline(at: now) : nil)
        let beside = HostTime.earlier(videos.nextDeadline(at: now), effect.nextDeadline(at: now))
        let live = HostTime.earlier(media, enteredLive?.nextNews)
        return HostTime.earlier(HostTime.earlier(own, live), beside)
    }

    // MARK: Entering and leaving

    /// Attends a class (`tvplay class`). The index in an album counts from 0.
    package func attend(_ location: String, _ options: ClassOptions, initialIndex: Int = 0) {
        self.location = AddressText.isAddress(location) ? location : FileSystemAccess.videoID(of: location)
        access.show(options, toServerOf: location)
        begin(
            ClassSource(self.location, access: access, initialIndex: initialIndex), location, options,
            isChatOnly: false)
    }

    /// Attends a live class. The location may contain a secret, so the screen shows `shown` instead.
    package func attend(
        _ live: any LiveClassReading, at location: String, shown: String, _ options: ClassOptions
    ) {
        self.location = location
        let source = ClassSource(location, access: access, live: live)
        begin(source, location, options, isChatOnly: false, live: live)
        view.location = shown
        view.reference = shown
        view.isOnThisMachine = false
    }

    private func begin(
        _ source: ClassSource, _ location: String, _ options: ClassOptions, isChatOnly: Bool,
        live: (any LiveClassReading)? = nil
    ) {
        leave()
        self.options = options
        attendance.enter(source, live: live)
        isStale = true
        view.location = AddressText.shown(location)
        view.reference = location
        view.isOnThisMachine = !AddressText.isAddress(location)
        view.isChatOnly = isChatOnly
    }

    func leave() {
        guard attendance.client != nil else { return }
        attendance.leave()
        forgetClass()
        endPause()
        view = ClassView()
        wish = ChatWish()
    }

    /// Leaves the screen unchanged.
    func replaceClass(_ source: ClassSource, at location: String, live: (any LiveClassReading)? = nil) {
        attendance.leave()
        forgetClass()
        self.location = location
        attendance.enter(source, live: live)
    }

    private func forgetClass() {
        (due, award, end, localPage, picture) = (nil, nil, AttendedEnd(), nil, nil)
        timerCall = TimerCall()
        forgetPart()
        videos.leave()
        effect.show(nil)
    }

    func forgetPart() {
        lists = ClassListCache()
        arrivals = -1
        wish.place = nil
        isStale = true
    }

    /// Must be the last call, made once.
    package func close() {
        leave()
        livePlayer?.close()
        effect.end()
        videos.close()
        effect.close()
        broadcasts.close()
    }

    // MARK: The playing item

    /// The chat is shown beside the playing item. `path` is `nil` if nothing plays.
    package func itemChanged(_ path: String?, chat: ChatFile?) {
        defer { lookForChats() }
        // The class stays attended whichever of its items plays.
        if attendance.client != nil, !view.isChatOnly {
            playing = nil
            finder.look(beside: nil)
            return goToItem(path.flatMap { ClassItem($0) })
        }
        if playing?.path != path { playing = path.map { ($0, nil) } }
        finder.look(beside: path)
        show(playing?.chosen ?? chat, beside: path)
    }

    private func choose(chat location: String?) {
        guard let path = playing?.path, attendance.client == nil || view.isChatOnly else { return }
        playing?.chosen = .some(location.map { ChatFile(location: $0, offset: nil) })
        show(playing?.chosen ?? nil, beside: path)
    }

    private func show(_ chat: ChatFile?, beside path: String?) {
        guard let path, let chat else {
            chatBeside.end()
            return leave()
        }
        guard let offset = chatBeside.begin(chat, beside: FileSystemAccess.videoID(of: path)) else { return }
        begin(ClassSource(chat.location, access: access, isChat: true), chat.location, ClassOptions(), isChatOnly: true)
        view.offset = offset
    }

    private func goToItem(_ item: ClassItem?) {
        guard let item, attendance.attend(item) else { return }
        forgetClass()
        view.offset = .zero
    }

    package func playingChanged(_ snapshot: PlaybackSnapshot, at now: HostTime) {
        followPause(snapshot.status, at: now)
        livePlayer?.setVolume(Float(snapshot.volume) / 100)
        livePlayer?.setMuted(snapshot.isMuted)
        if snapshot.duration != playingLength {
            playingLength = snapshot.duration
            isStale = true
        }
        let new = DefinitionOfPlaying(snapshot)
        guard new != definition else { return }
        definition = new
        guard new.isOpen else { return }
        videos.hasMainPicture = snapshot.tracks.contains { if case .video = $0.kind { true } else { false } }
        attendance.setDefinitionIsAudio(snapshot.currentDefinition?.isAudio ?? false)
        isStale = true
    }

    // MARK: Following

    package func follow(_ reading: ClockReading, at now: HostTime) {
        end.look(at: attendance.client, now: now)
        lookForChats()
        followLivePlayer(at: now)
        deliver(reading.position(at: now), at: now)
        guard let client = attendance.client else { return }
        let reading = attendance.live?.clock ?? reading
        followLiveClass(client, at: now)
        guard attendance.client != nil else { return }
        if let problem = links.reapEnded() { onNotice(.warning(problem)) }
        if attendance.arrivals != arrivals {
            arrivals = attendance.arrivals
            isStale = true
        }
        let shifted = reading.moved(by: .zero - view.offset)
        if isOther(shifted, at: now) || due.map({ $0 <= now }) ?? false || isStale {
            clock = shifted
            move(client, to: shifted, at: now)
            due = nextChange(client, shifted, reading, at: now)
            isStale = true
        }
        if timerCall.end.map({ $0 <= now }) ?? false { isStale = true }
        if view.delay != liveDelay(at: now) { isStale = true }
        if isStale { renew(client, at: now) }
        let progress = videos.follow(shifted, at: now)
        if progress.areSmallOther {
            // The length of a small video may have become known.
            due = now
            isStale = true
        }
        if progress.isSecondOther { isStale = true }
        followEffect(shifted, at: now)
    }

    private var enteredLive: (any LiveClassReading)? {
        attendance.client?.phase == .entered ? attendance.live ?? livePlace.detour?.live : nil
    }

    private func followLiveClass(_ client: ClassClient, at now: HostTime) {
        guard let live = enteredLive else { return }
        let news = live.collectNews(at: now)
        if attendance.live != nil { append(news, of: live, to: client) }
        guard case .over(let error)? = news.end else { return }
        if let error { client.exit(error) } else { onLeft() }
        deliver(.zero, at: now)
    }

    private func append(_ news: LiveClassNews, of live: any LiveClassReading, to client: ClassClient) {
        if live.localPage != localPage {
            localPage = live.localPage
            isStale = true
        }
        if !news.events.isEmpty {
            client.append(news.events)
            due = .zero
            if news.events.contains(where: { if case .pageShown = $0.kind { true } else { false } }) { picture = nil }
        }
        if news.isStale { client.reload() }
    }

    private func lookForChats() {
        let shown = view.isChatOnly ? view.reference : nil
        let found = finder.newest
        var new = chats
        (new.locations, new.shown, new.isSought) = (found.locations, shown, found.isSought)
        if let shown, !new.locations.contains(shown) { new.locations.insert(shown, at: 0) }
        guard new != chats else { return }
        new.number += 1
        chats = new
    }

    private func deliver(_ position: MediaTime, at now: HostTime) {
        guard let series = attendance.series else {
            for event in attendance.client?.deliver() ?? [] { handle(event, at: now) }
            return
        }
        series.move(to: position)
        for event in series.deliver() { handle(event, at: now) }
        view.offset = series.offset
    }

    private func move(_ client: ClassClient, to shifted: ClockReading, at now: HostTime) {
        let move = client.move(to: shifted, now: now)
        if move.isJump { award = nil }
        for event in move.passed { pass(event) }
        if let award, shifted.position(at: now) >= award.end { self.award = nil }
    }

    /// Whether a reading differs from the known one; in position, by more than 100 ms.
    private func isOther(_ reading: ClockReading, at now: HostTime) -> Bool {
        let distance = reading.position(at: now) - clock.position(at: now)
        return reading.isRunning != clock.isRunning || reading.rate != clock.rate
            || abs(distance.nanoseconds) > 100_000_000
    }

    private func nextChange(
        _ client: ClassClient, _ shifted: ClockReading, _ reading: ClockReading, at now: HostTime
    ) -> HostTime? {
        let change = client.nextChange(shifted)
        guard shifted.isRunning else { return change }
        let part = attendance.series?.nextChange(after: reading.position(at: now)).map { reading.hostTime(of: $0) }
        let video = client.session.flatMap { session in
            session.room.info.nextVideoChange(
                after: session.position, lengths: videos.lengths(session.room.info, locate: location))
        }
        let own = HostTime.earlier(change, video.map { shifted.hostTime(of: $0) })
        return HostTime.earlier(HostTime.earlier(own, part), award.map { shifted.hostTime(of: $0.end) })
    }

    // MARK: Orders

    package func perform(_ order: ClassOrder) {
        isStale = true
        switch order {
        case .attend(let location): if !enterLive(location) { attend(location, options) }
        case .leave: leave()
        case .showPicture(let address): picture = address
        case .showChat(let wish):
            let client = attendance.client
            if wish.query != self.wish.query { client?.look(for: wish.query == ChatQuery() ? nil : wish.query) }
            self.wish = wish
            if wish.place == nil { client?.scrollChat(to: nil) }
        case .showVideo(let user):
            videos.wantedUser = user
            if isLive { livePlayer?.choose(user) }
        case .showThumbnails(let slots):
            videos.show(slots)
            livePlayer?.show(slots)
        case .toggleVideo(let user): toggleLiveVideo(of: user)
        case .changeDefinition(let user): changeDefinition(of: user)
        case .receive(let link): receiveLive(by: link)
        case .reload:
            attendance.reload()
            videos.retry()
        case .moveChat(let change):
            view.offset = view.offset + change
            chatBeside.keep(view.offset)
        case .returnToLive: returnToLive()
        case .openRedPacket:
            if let score = attendance.client?.openRedPacket() { onNotice(.redPacket(score)) }
        case .showChatFile(let location): choose(chat: location)
        case .callTimer: _ = attendance.client?.resetLastTimerSignal()
        case .openLink(let address): onNotice(.answer(links.open(address)))
        }
    }
}
