import Cells
import History
import JobControl
import Localization
import Options
import PlayCore
import Playback
import Playlists
import Rooms
import Storage
import TUI
import Timeline

/// A class that is attended, or the chat beside the video that plays, for the screen. What is read is read by
/// ``RoomClient``'s thread, slides by ``SlideWorker``'s. Main thread.
final class RoomDesk: RoomControl {
    /// ROOM-18: the class has been entered; what it plays.
    var onEnter: (RoomSession) -> Void = { _ in }
    /// The viewer should know this.
    var onNotice: (String) -> Void = { _ in }

    /// What came of what the viewer asked for.
    var onAnswer: (String) -> Void = { _ in }

    private(set) var facts = RoomFacts()
    private let access: SourceAccess
    private let wakeUp: WakeUp
    private let offsets: ChatOffsets
    private let item: () -> PlayItem?
    private let slides: SlideWorker
    private let programs: RoomPrograms
    private let awards: AwardStage
    private var source: RoomSource?
    private var client: RoomClient?
    private var clock = ClockReading.zero
    private var wish = ChatWish()
    /// Of the client, that were seen.
    private var arrivals = 0
    private var wantedSlides: SlidePane?
    /// When something changes by itself.
    private var due: HostTime?
    private var isStale = false
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
        programs: RoomPrograms,
        item: @escaping () -> PlayItem?
    ) {
        self.access = access
        self.wakeUp = wakeUp
        self.item = item
        self.slides = slides
        self.programs = programs
        self.awards = awards
        offsets = ChatOffsets(memory)
    }

    var nextDeadline: HostTime? { due }

    /// ROOM-01: `tvplay room`.
    func attend(_ location: String, _ options: RoomOptions) {
        begin(RoomSource(location, access: access), location, options, isChatOnly: false)
    }

    private func begin(_ source: RoomSource, _ location: String, _ options: RoomOptions, isChatOnly: Bool) {
        leave()
        let client = RoomClient(source, options: options) { [wakeUp] in wakeUp.signal() }
        (self.source, self.client) = (source, client)
        // ROOM-43: ancestors stay what they are while we run.
        client.setScreenCaptured(RecorderSearch.recorder() != nil)
        facts.location = SourceAccess.shown(location)
        facts.isChatOnly = isChatOnly
        client.enter()
        isStale = true
    }

    private func leave() {
        guard let client else { return }
        client.exit()
        client.close()
        (self.client, source, due) = (nil, nil, nil)
        (people, questions) = (nil, nil)
        slides.begin(nil)
        awards.clear()
        // The screen forgets it.
        facts = RoomFacts()
        wish = ChatWish()
    }

    /// Where a file of the class is.
    func location(of reference: String) -> String? { source?.resource(reference) }

    /// Call once, last.
    func close() {
        leave()
        slides.close()
        awards.close()
        programs.close()
    }

    /// INFO-11: the class that is attended asks not to be recorded.
    var preventsScreenshots: Bool { client?.session?.room.info.enablePreventScreenCapture ?? false }

    // MARK: The chat beside a video

    func itemChanged() {
        // A class stays, whatever of it plays.
        if client != nil, !facts.isChatOnly { return }
        let item = item()
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
        guard let client else { return }
        if let problem = programs.takeProblem() { onNotice(problem) }
        let events = client.deliver()
        for event in events { tell(event) }
        if client.arrivals != arrivals {
            arrivals = client.arrivals
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
            due = HostTime.earlier(
                client.nextChange(shifted),
                awards.end.flatMap { end in
                    shifted.isRunning ? shifted.hostTime(of: end) : nil
                })
            isStale = true
        }
        if isStale { renew() }
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
        case .showChat(let wish):
            if wish.query != self.wish.query { client?.look(for: wish.query == ChatQuery() ? nil : wish.query) }
            self.wish = wish
            if wish.place == nil { client?.scrollChat(to: nil) }
        case .showSlides(let pane): wantedSlides = pane
        case .reload:
            client?.reload()
            client?.retryChat()
        case .moveChat(let change):
            facts.offset = facts.offset + change
            offsets.keep(facts.offset, of: chatKey?.key)
        case .openRedPacket:
            if let score = client?.openRedPacket() { onAnswer(RoomRewardText.words(score)) }
        case .showAwards(let pane): awards.pane = pane
        case .openLink(let address): onAnswer(programs.open(address))
        }
    }

    private func tell(_ event: RoomClient.Event) {
        switch event {
        case .didEnter(nil): if !facts.isChatOnly, let session = client?.session { onEnter(session) }
        // A class has a page for it.
        case .didEnter(_?) where !facts.isChatOnly: break
        case .didEnter(let error?), .didExit(let error?), .didReload(let error?):
            onNotice(SafeText.clean("\(error.reason) (\(error.code.rawValue))", limit: 200))
        case .didReload(nil), .didExit(nil): break
        }
    }

    // MARK: Facts

    private func renew() {
        isStale = false
        guard let client else { return }
        var new = facts
        factCount += 1
        new.number = factCount
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
            new.marks = session.room.info.cuePoints.points
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

    // MARK: Slides

    private func slide(
        _ documents: DocumentsView?, _ info: RoomInfo, _ options: RoomOptions
    ) -> SlideFacts? {
        guard let area = documents?.area, let change = area.page, let document = area.document(change.key.document)
        else {
            slides.begin(nil)
            return nil
        }
        var facts = SlideFacts(
            title: document.title, page: change.key.page + 1, count: max(document.pages.count, change.key.page + 1),
            text: area.text(of: change.key))
        if document.kind == .web {
            facts.picture = .web(document.address ?? info.whiteboardWebviewURL)
            slides.begin(nil)
            return facts
        }
        guard let pane = wantedSlides else {
            slides.begin(nil)
            return facts
        }
        let page = document.pages.indices.contains(change.key.page) ? document.pages[change.key.page] : nil
        let reference = document.picture(
            of: change, animates: documents?.animates ?? false, ground: info.whiteboardURL)
        let shapes = area.shapes(on: change.key)
        var job = SlideJob(
            pane: pane, picture: reference.flatMap { source?.resource($0) }, width: page?.width, height: page?.height,
            shapes: shapes, viewport: area.viewport, pointer: area.pointer)
        for shape in shapes where shape.kind == .picture {
            if let picture = shape.picture { job.pictures[picture] = source?.resource(picture) }
        }
        job.folder = source?.folder
        job.imageSize = area.viewport == .whole ? options.imageSize : options.zoomedImageSize
        slides.begin(job)
        facts.picture = slides.picture
        return facts
    }
}

extension ClockReading {
    /// The same clock on an axis that begins later or earlier.
    fileprivate func moved(by offset: MediaTime) -> ClockReading {
        ClockReading(position: position + offset, hostTime: hostTime, rate: rate, isRunning: isRunning)
    }
}

/// What is remembered of chats beside videos. Main thread, which waits for the disk a second at most.
private struct ChatOffsets {
    private static let patience = HostTime.seconds(1)
    private let memory: PlayerMemory?

    init(_ memory: PlayerMemory?) { self.memory = memory }

    func offset(of key: ResumeKey?) -> MediaTime {
        guard let memory, let key else { return .zero }
        do {
            return try memory.storage.perform(within: Self.patience) { database throws(StorageError) in
                try ChatOffsetStore(database).offset(of: key)
            } ?? .zero
        } catch {
            Log.shared.write(.warning, "rooms", "\(error)")
            return .zero
        }
    }

    func keep(_ offset: MediaTime, of key: ResumeKey?) {
        guard let memory, let key else { return }
        memory.storage.post(replacing: "chat-offset " + key.text) { database throws(StorageError) in
            try ChatOffsetStore(database).set(offset, of: key)
        }
    }
}
