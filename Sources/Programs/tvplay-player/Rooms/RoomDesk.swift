import Cells
import History
import JobControl
import Localization
import Options
import PlayCore
import Playback
import Playlists
import RoomPlayback
import Rooms
import Storage
import TUI
import Text

/// A class that is attended, or the chat beside the video that plays, for the screen. What is read is read by
/// ``RoomClient``'s thread, slides by ``SlideWorker``'s. Main thread.
final class RoomDesk: RoomControl {
    /// ROOM-18: the class has been entered; what it plays, and what it consists of.
    var onEnter: (RoomSession, RoomOutline) -> Void = { _, _ in }
    /// ROOM-19: the class is over for the viewer, and why; it has been left.
    var onExit: (RoomError) -> Void = { _ in }
    /// The viewer should know this.
    var onNotice: (String) -> Void = { _ in }

    /// What came of what the viewer asked for.
    var onAnswer: (String) -> Void = { _ in }
    /// OBS-05: for those who want to be called.
    let model = RoomModel()
    var facts = RoomFacts()
    let access: SourceAccess
    private let wakeUp: WakeUp
    private let offsets: ChatOffsets
    private let item: () -> PlayItem?
    let slides: SlideWorker
    private let programs: RoomPrograms
    private let awards: AwardStage
    let secondVideo: CompanionFeed
    let smallVideos: ThumbnailFeed
    /// INFO-15: whose video the viewer wants; nil: that of the desktop while it is shared.
    var wantedUser: String?
    private var companionFailure: PlayError?
    /// Whether what plays has a picture of its own, as far as that is known.
    var hasMainPicture = true
    var definitionIsAudio = false
    var playing: Playing?
    /// Of the class, or of the first part of a merged one.
    var first: (source: RoomSource, client: RoomClient)?
    /// ROOM-04; nil: the class is one recording.
    var series: RoomSeries?
    /// Of its parts.
    var partSources: [Int: RoomSource] = [:]
    /// ROOM-05; nil: the class is no album.
    var album: AlbumRoom?
    /// Where the item of the album is that was entered.
    var albumItem: String?
    var options = RoomOptions()
    /// Of the class: an address, or an absolute path.
    private(set) var location = ""
    private var clock = ClockReading.zero
    private var wish = ChatWish()
    /// Of the client, that were seen.
    private var arrivals = 0
    private(set) var wantedSlides: SlidePane?
    /// When something changes by itself.
    private var due: HostTime?
    /// ROOM-34: when the class can no longer be viewed; nil: that is far, or never.
    var expiry: HostTime?
    var isStale = false
    /// Facts so far, of all rooms: no two have the same number.
    private var factCount = 0
    /// Of the chat beside the video, by which it is found again.
    private var chatKey: (file: String, key: ResumeKey?)?
    private var people: Revised<UsersView>.Revision?
    private var questions: Revised<KeyedList<Question>>.Revision?

    /// - Parameters:
    ///   - item: what plays.
    ///   - wakeUp: signalled when something was read.
    init(
        access: SourceAccess, wakeUp: WakeUp, memory: PlayerMemory?, slides: SlideWorker, awards: AwardStage,
        programs: RoomPrograms, secondVideo: CompanionFeed, smallVideos: ThumbnailFeed,
        item: @escaping () -> PlayItem?
    ) {
        self.access = access
        self.wakeUp = wakeUp
        self.item = item
        self.slides = slides
        self.secondVideo = secondVideo
        self.smallVideos = smallVideos
        thumbnails = smallVideos.feeds
        self.programs = programs
        self.awards = awards
        offsets = ChatOffsets(memory?.storage)
    }

    var nextDeadline: HostTime? {
        let now = SystemClock().now
        return HostTime.earlier(
            HostTime.earlier(due, expiry),
            HostTime.earlier(secondVideo.nextDeadline(at: now), smallVideos.nextDeadline(at: now)))
    }

    var companion: (any PictureSource)? { secondVideo }

    /// Asked for with each picture.
    let thumbnails: [any PictureSource]

    /// ROOM-01: `tvplay room`.
    ///
    /// - Parameter initialIndex: ROOM-05: of an album, from 0.
    func attend(_ location: String, _ options: RoomOptions, initialIndex: Int = 0) {
        self.location = SourceAccess.isAddress(location) ? location : FileSystemAccess.videoID(of: location)
        access.show(options, toServerOf: location)
        begin(
            RoomSource(self.location, access: access, initialIndex: initialIndex), location, options,
            isChatOnly: false)
    }

    var client: RoomClient? { series?.client ?? first?.client }

    var source: RoomSource? { series.flatMap { partSources[$0.index] } ?? first?.source }

    private func begin(_ source: RoomSource, _ location: String, _ options: RoomOptions, isChatOnly: Bool) {
        leave()
        self.options = options
        enter(source)
        facts.location = SourceAccess.shown(location)
        facts.reference = location
        facts.isChatOnly = isChatOnly
    }

    func enter(_ source: RoomSource) {
        let client = makeClient(source)
        first = (source, client)
        client.enter()
        isStale = true
    }

    func makeClient(_ source: RoomSource) -> RoomClient {
        let client = RoomClient(source, options: options) { [wakeUp] in wakeUp.signal() }
        client.setDefinitionIsAudio(definitionIsAudio)
        // ROOM-43: ancestors stay what they are while we run.
        client.setScreenCaptured(RecorderSearch.recorder() != nil)
        return client
    }

    private func leave() {
        guard client != nil else { return }
        leaveClients()
        (album, albumItem) = (nil, nil)
        // The screen forgets it.
        facts = RoomFacts()
        wish = ChatWish()
    }

    func leaveClients() {
        if let series {
            series.close()
        } else if let client = first?.client {
            client.exit()
            client.close()
        }
        (first, series, partSources, due) = (nil, nil, [:], nil)
        expiry = nil
        forgetPart()
        slides.begin(nil)
        awards.clear()
        secondVideo.show(nil)
        smallVideos.offer([:])
        wantedUser = nil
    }

    /// What was seen of the part that is left.
    func forgetPart() {
        (people, questions, arrivals) = (nil, nil, -1)
        wish.place = nil
        isStale = true
    }

    /// Where a file of the class is.
    func location(of reference: String) -> String? { source?.resource(reference) }

    /// Call once, last.
    func close() {
        leave()
        secondVideo.close()
        smallVideos.close()
        slides.close()
        awards.close()
        programs.close()
    }

    /// INFO-11: the class that is attended asks not to be recorded.
    var preventsScreenshots: Bool { client?.session?.room.info.enablePreventScreenCapture ?? false }

    // MARK: The chat beside a video

    func itemChanged() {
        let item = item()
        // A class stays, whatever of it plays.
        if client != nil, !facts.isChatOnly { return goToItem(item.flatMap { RoomItem($0.path) }) }
        guard let item, let file = item.options.chatFile else {
            chatKey = nil
            return leave()
        }
        let key = ResumeKey.video(id: FileSystemAccess.videoID(of: item.path))
        guard chatKey?.file != file || chatKey?.key != key else { return }
        chatKey = (file, key)
        begin(RoomSource(file, access: access, isChat: true), file, RoomOptions(), isChatOnly: true)
        facts.offset = item.options.chatOffset ?? offsets.offset(of: key)
        if item.options.chatOffset != nil { offsets.keep(facts.offset, of: key) }
    }

    // MARK: RoomControl

    func follow(_ reading: ClockReading, at now: HostTime) {
        expireIfDue(at: now)
        deliver(reading.position(at: now))
        guard let client else { return }
        if let problem = programs.reapEnded() { onNotice(problem) }
        let arrived = series?.arrivals ?? client.arrivals
        if arrived != arrivals {
            arrivals = arrived
            isStale = true
        }
        if slides.takeNews() { isStale = true }
        if awards.takeNews() { isStale = true }
        let shifted = reading.moved(by: .zero - facts.offset)
        if isOther(shifted, at: now) || due.map({ $0 <= now }) ?? false || isStale {
            clock = shifted
            let move = client.move(to: shifted, now: now)
            if move.isJump { awards.clear() }
            note(move.passed)
            awards.move(to: shifted.position(at: now))
            due = nextChange(client, shifted, reading, at: now)
            isStale = true
        }
        if isStale { renew() }
        secondVideo.follow(shifted, at: now)
        if smallVideos.follow(shifted, at: now) {
            // When one ends is known now.
            due = now
            isStale = true
        }
        if secondVideo.failure != companionFailure {
            companionFailure = secondVideo.failure
            isStale = true
        }
    }

    /// When something changes by itself: in the class, the award that is shown, or with the next part.
    private func nextChange(
        _ client: RoomClient, _ shifted: ClockReading, _ reading: ClockReading, at now: HostTime
    ) -> HostTime? {
        let change = client.nextChange(shifted)
        guard shifted.isRunning else { return change }
        let part = series?.nextChange(after: reading.position(at: now)).map { reading.hostTime(of: $0) }
        let video = client.session.flatMap { session in
            session.room.info.nextVideoChange(after: session.position, lengths: videoLengths(session.room.info))
        }
        let own = HostTime.earlier(change, video.map { shifted.hostTime(of: $0) })
        return HostTime.earlier(HostTime.earlier(own, part), awards.end.map { shifted.hostTime(of: $0) })
    }

    private func deliver(_ position: MediaTime) {
        guard let series else {
            for event in first?.client.deliver() ?? [] { tell(event) }
            return
        }
        series.move(to: position)
        for event in series.deliver() { tell(event) }
        facts.offset = series.offset
    }

    /// ROOM-48, ROOM-61.
    private func note(_ events: [RoomEvent]) {
        for event in events {
            switch event.kind {
            case .broadcast(let broadcast):
                programs.tell(event)
                Log.shared.write(
                    .info, "rooms", "broadcast \(broadcast.key): \(broadcast.value.map { "\($0)" } ?? "")")
            case .award(let award) where award.showsSpecialEffect:
                awards.begin(
                    award, at: event.time, picture: award.picture.flatMap { source?.resource($0) }, source?.folder)
            default: break
            }
        }
    }

    /// Whether it says another position than what was known.
    private func isOther(_ reading: ClockReading, at now: HostTime) -> Bool {
        let distance = reading.position(at: now) - clock.position(at: now)
        return reading.isRunning != clock.isRunning || reading.rate != clock.rate
            || abs(distance.nanoseconds) > 100_000_000
    }

    func perform(_ order: RoomOrder) {
        isStale = true
        switch order {
        case .attend(let location): attend(location, options)
        case .leave: leave()
        case .showChat(let wish):
            if wish.query != self.wish.query { client?.look(for: wish.query == ChatQuery() ? nil : wish.query) }
            self.wish = wish
            if wish.place == nil { client?.scrollChat(to: nil) }
        case .showSlides(let pane): wantedSlides = pane
        case .showVideo(let user): wantedUser = user
        case .showThumbnails(let slots): smallVideos.show(slots)
        case .reload:
            if let series { series.reload() } else { client?.reload() }
            client?.retryChat()
            smallVideos.retry()
        case .moveChat(let change):
            facts.offset = facts.offset + change
            offsets.keep(facts.offset, of: chatKey?.key)
        case .openRedPacket:
            if let score = client?.openRedPacket() { onAnswer(RoomRewardText.words(score)) }
        case .showAwards(let pane): awards.pane = pane
        case .openLink(let address): onAnswer(programs.open(address))
        }
    }

    func tell(_ event: RoomClient.Event) {
        publish(event)
        switch event {
        case .didEnter(nil): if !facts.isChatOnly { entered() }
        // A class has a page for it.
        case .didEnter(_?) where !facts.isChatOnly: break
        case .didEnter(let error?), .didReload(let error?):
            onNotice(SafeText.clean("\(error.reason) (\(error.code.rawValue))", limit: 200))
        case .didExit(let error?):
            leave()
            onExit(error)
        case .didReload(nil), .didExit(nil): break
        }
    }

    // MARK: Facts

    private func renew() {
        isStale = false
        guard let client else { return }
        factCount += 1
        facts.number = factCount
        facts.parts = parts
        model.take(client.snapshot)
        if series != nil, client.phase == .loading {
            // What was there stays until the next part is; an error goes.
            let hadRoom = facts.snapshot.phase == .entered || facts.snapshot.phase == .reloading
            facts.snapshot.phase = hadRoom ? .reloading : .loading
            return
        }
        var new = facts
        new.snapshot = client.snapshot
        if let users = new.snapshot.users, users.revision != people {
            new.people = users.content.rows
            people = users.revision
        }
        if let list = new.snapshot.questions, list.revision != questions {
            new.questions = list.content.elements
            questions = list.revision
        }
        if let session = client.session {
            new.marks = session.room.info.cuePoints.points.map {
                CuePoint(time: $0.time + facts.offset, kind: $0.kind, title: $0.title)
            }
            new.companion = facts.isChatOnly ? nil : showCompanion(session)
            new.thumbnails = facts.isChatOnly ? [] : showThumbnails(session, large: new.companion)
            new.usersWithVideo = session.room.info.usersWithVideo
            new.moments = session.room.moments
            new.momentIndex = session.room.moments.index(at: session.position)
            new.chat = window(of: session)
            new.timerSeconds = new.snapshot.timer?.content?.seconds(at: session.position)
            new.hasRedPacket = session.redPacket != nil
            new.award = awards.facts
            new.about = RoomAbout(session.room, size: source?.size)
            new.slide = slide(new.snapshot.documents?.content, session.room.info, session.options)
        }
        facts = new
    }

    private func window(of session: RoomSession) -> ChatWindow {
        guard session.room.info.isShowChatList else { return ChatWindow() }
        if wish.query != ChatQuery() {
            guard let search = client?.search else { return ChatWindow() }
            return ChatWindow(of: search, in: session.chat, at: session.position, wish)
        }
        let window = ChatWindow(of: session.chat, at: session.position, wish)
        if let missing = window.missing { client?.scrollChat(to: missing) }
        return window
    }
}

extension ClockReading {
    /// The same clock on an axis that begins later or earlier.
    fileprivate func moved(by offset: MediaTime) -> ClockReading {
        ClockReading(position: position + offset, hostTime: hostTime, rate: rate, isRunning: isRunning)
    }
}
