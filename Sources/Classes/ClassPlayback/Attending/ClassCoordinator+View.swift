import Classes
import PlayCore

extension ClassCoordinator {
    func renew(_ client: ClassClient, at now: HostTime) {
        isStale = false
        viewCount += 1
        view.number = viewCount
        view.parts = attendance.parts
        view.delay = liveDelay(at: now)
        if attendance.series != nil || livePlace.keepsView, client.phase == .loading {
            // The old view stays until the next part is entered, but an error disappears.
            let hadRoom = view.snapshot.phase == .entered || view.snapshot.phase == .reloading
            view.snapshot.phase = hadRoom ? .reloading : .loading
            return
        }
        var new = view
        new.snapshot = client.snapshot
        lists.fill(&new)
        if let session = client.session {
            show(session, in: &new)
            let face = new.snapshot.timer?.content
            let isCalled = timerCall.show(face, at: now)
            new.timer = face.flatMap { TimerView($0, at: session.position, isCalled: isCalled) }
        }
        logHeader(new.snapshot.room?.content, before: view.snapshot.room?.content)
        view = new
    }

    private func show(_ session: ClassSession, in new: inout ClassView) {
        let info = session.room.info
        let source = attendance.source
        new.marks = info.cuePoints.points.map {
            CuePoint(time: $0.time + view.offset, kind: $0.kind, title: $0.title)
        }
        let (isChatOnly, locate) = (view.isChatOnly, { [unowned self] in location(of: $0) })
        new.companion = isChatOnly ? nil : videos.companion(session, locate: locate)
        new.thumbnails = isChatOnly ? [] : videos.thumbnails(session, large: new.companion, locate: locate)
        new.usersWithVideo = info.usersWithVideo
        showLiveVideos(in: &new)
        let moments = session.room.moments.limited(to: length(of: session))
        new.moments = moments
        new.momentIndex = moments.index(at: session.position)
        new.chat = window(of: session)
        new.flying = wish.flies && info.isShowChatList ? session.chat.flying(at: session.position) : []
        new.hasRedPacket = session.redPacket != nil
        new.award = award?.view
        new.about = ClassAbout(session.room, size: source?.size)
        new.slide = SlideView(
            new.snapshot.documents?.content, info, session.options, folder: source?.folder, localPage: localPage,
            locate: locate)
        if let location = picture.flatMap(locate) { new.slide = SlideView(ofPicture: location, session.options) }
    }

    private func length(of session: ClassSession) -> MediaTime? {
        attendance.series == nil && !session.room.info.isOngoing ? playingLength : session.room.info.duration
    }

    private func window(of session: ClassSession) -> ChatWindow {
        guard session.room.info.isShowChatList else { return ChatWindow() }
        let client = attendance.client
        if wish.query != ChatQuery() {
            guard let search = client?.search else { return ChatWindow() }
            return ChatWindow(of: search, in: session.chat, at: session.position, wish)
        }
        let window = ChatWindow(of: session.chat, at: session.position, wish)
        if let missing = window.missing { client?.scrollChat(to: missing) }
        return window
    }

    private func logHeader(_ new: ClassHeading?, before old: ClassHeading?) {
        guard let new, new.presenterID != old?.presenterID || new.isDesktopSharing != old?.isDesktopSharing else {
            return
        }
        let sharing = new.isDesktopSharing ? "shared" : "not shared"
        Log.shared.write(.debug, "rooms", "presenter \(new.presenterID ?? "-"), desktop \(sharing)")
    }
}

/// Rows that are rebuilt only when their lists change, because there may be thousands.
struct ClassListCache {
    private var people: Revised<UsersView>.Revision?
    private var questions: Revised<KeyedList<Question>>.Revision?

    mutating func fill(_ view: inout ClassView) {
        if let users = view.snapshot.users, users.revision != people {
            view.people = users.content.rows
            people = users.revision
        }
        if let list = view.snapshot.questions, list.revision != questions {
            view.questions = list.content.elements
            questions = list.revision
        }
    }
}
