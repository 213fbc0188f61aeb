import PlayCore

/// A state as events, for people who join late.
extension ClassState {
    /// The state without the counts of changes. States of equal content look and develop alike.
    package var content: ClassState {
        var content = self
        content.users.revision = 0
        content.stage.revision = 0
        content.documents.revision = 0
        content.words.noticeRevision = 0
        content.words.marqueeRevision = 0
        content.words.broadcastRevision = 0
        content.quiz.surveyRevision = 0
        content.quiz.sheetRevision = 0
        content.questions.revision = 0
        content.rewards.revision = 0
        content.timer.revision = 0
        content.chat.revision = 0
        content.live.revision = 0
        content.terminal.revision = 0
        return content
    }

    /// Sorted by time. The events turn an empty state into one of the same ``content``, with one event for each fact.
    /// Events of unknown time come first.
    package var snapshotEvents: [ClassEvent] {
        var snapshot = SnapshotWriter()
        snapshot.add(users)
        snapshot.add(stage)
        snapshot.add(documents)
        snapshot.add(words)
        snapshot.add(quiz)
        for question in questions.list.elements { snapshot.add(.questionPublished(question)) }
        snapshot.add(rewards)
        if let latest = timer.latest { snapshot.add(.timer(latest.signal), latest.time) }
        if let pinned = chat.pinned { snapshot.add(.messagePinned(pinned)) }
        snapshot.add(live)
        snapshot.add(terminal)
        snapshot.correctHands(users, live)
        return snapshot.events
    }
}

struct SnapshotWriter {
    /// Keeps each event small.
    private static let usersAtATime = 50
    /// In bytes of JSON, per part of a terminal.
    private static let terminalBytes = 24 << 10

    private var timeless: [ClassEvent.Kind] = []
    private var timed: [ClassEvent] = []

    var events: [ClassEvent] {
        let begin = timed.reduce(MediaTime.zero) { min($0, $1.time) }
        return timeless.map { ClassEvent(begin, $0) } + timed.stablySorted { $0.time < $1.time }
    }

    mutating func add(_ kind: ClassEvent.Kind, _ time: MediaTime? = nil) {
        if let time { timed.append(ClassEvent(time, kind)) } else { timeless.append(kind) }
    }

    mutating func add(_ users: UsersArea) {
        let entries = users.list.elements
        addInParts(entries.map(\.user)) { .usersEntered($0) }
        let media = entries.map(\.media).filter(\.sends)
        addInParts(media + users.unlistedMedia.values.sorted { $0.id < $1.id }) { .mediaUsers($0) }
        if let total = users.total { add(.live(.userCount(total))) }
        if let presenter = users.presenter { add(.presenter(presenter)) }
        if let attendance = users.attendance { add(.attendance(attendance), users.attendanceBegan ?? .zero) }
    }

    private mutating func addInParts<Element>(_ elements: [Element], _ kind: ([Element]) -> ClassEvent.Kind) {
        for start in stride(from: 0, to: elements.count, by: Self.usersAtATime) {
            add(kind(Array(elements[start..<min(start + Self.usersAtATime, elements.count)])))
        }
    }

    /// Adds the hands that differ from the requests. A request raises the hand, but another signal may have changed it.
    mutating func correctHands(_ users: UsersArea, _ live: LiveArea) {
        for entry in users.list.elements where entry.hasHandRaised != (live.requests[entry.user.id] != nil) {
            add(.handRaised(entry.user.id, entry.hasHandRaised))
        }
    }

    mutating func add(_ stage: StageArea) {
        if let media = stage.media { add(.media(media)) }
        if stage.isDesktopSharing { add(.desktopSharing(true)) }
        if let pane = stage.mainPane { add(.mainPane(pane)) }
    }

    mutating func add(_ documents: DocumentsArea) {
        for document in documents.list.elements { add(.documentAdded(document)) }
        for (key, text) in documents.signalledTexts { add(.slideText(key, text)) }
        for shape in documents.allShapes { add(.shapeDrawn(shape)) }
        if let page = documents.page { add(.pageShown(page)) }
        if documents.viewport != .whole { add(.viewport(documents.viewport)) }
        if let pointer = documents.pointer { add(.pointer(pointer)) }
    }

    mutating func add(_ words: WordsArea) {
        if let notice = words.notice { add(.notice(notice)) }
        if let marquee = words.marquee { add(.marquee(marquee)) }
        for broadcast in words.broadcasts.values.sorted(by: { $0.key < $1.key }) { add(.broadcast(broadcast)) }
    }

    mutating func add(_ quiz: QuizArea) {
        if let survey = quiz.survey { add(.survey(survey)) }
        guard let sheet = quiz.sheet else { return }
        switch quiz.sheetState {
        case .running(let since): add(.answerSheet(sheet), since)
        case .ended(let stamp, let time):
            add(.answerSheet(sheet), time)
            add(.answerSheetEnded(stamp), time)
        case nil: break
        }
    }

    /// A packet that fell again kept its place in the list, so events restore the order if times do not.
    mutating func add(_ rewards: RewardsArea) {
        let rains = rewards.redPackets.elements
        let areInOrder = zip(rains, rains.dropFirst()).allSatisfy { $0.since <= $1.since }
        if !areInOrder {
            for rain in rains { add(.redPacket(rain.packet)) }
        }
        for rain in rains { add(.redPacket(rain.packet), rain.since) }
    }

    mutating func add(_ terminal: TerminalArea) {
        for part in terminal.shared?.whole.parts(of: Self.terminalBytes) ?? [] { add(.live(.terminalShared(part))) }
    }

    mutating func add(_ live: LiveArea) {
        if let features = live.features { add(.live(.features(features))) }
        if let start = live.startTime { add(.live(.classInProgress(true)), start) }
        // Replaces the deadlines of earlier requests.
        if let time = live.handTime { add(.live(.handTime(time))) }
        // Speaking ends a request and an invitation, so it precedes both.
        for speaker in live.speakers.elements { add(.live(.speakerAdded(speaker))) }
        for request in live.requests.elements { add(.live(.speakingRequested(request))) }
        for invitation in live.invitations.elements { add(.live(.speakingInvited(invitation))) }
        if live.areRequestsForbidden { add(.live(.speakingRequestsForbidden(true))) }
        if live.isSoundForbidden {
            add(.live(.soundForbidden(SoundBan(true, except: live.soundExceptions.sorted()))))
        }
        if live.isChatForbidden { add(.live(.chatForbidden(true))) }
        if live.chatInterval > 0 { add(.live(.chatSlowed(live.chatInterval))) }
        if live.arePrivateMessagesForbidden { add(.live(.privateMessagesForbidden(true))) }
        if live.isLocked { add(.live(.locked(true))) }
        if live.hasWaitingRoom { add(.live(.waitingRoom(true))) }
        for ban in live.chatBans.values.sorted(by: { $0.user < $1.user }) { add(.live(.chatBanned(ban))) }
        for user in live.drawingGrants.sorted() { add(.live(.drawingGranted(DrawingGrant(user: user, true)))) }
        for (user, count) in live.likes.sorted(by: { $0.key < $1.key }) {
            add(.live(.liked(Like(user: user, count: count))))
        }
        for result in live.surveyHistory { add(.live(.surveyResult(result))) }
        if let survey = live.survey { add(.live(.surveyOpened(survey))) }
        if live.isRecording { add(.live(.serverRecording(true))) }
        for address in live.recordings { add(.live(.recordingPlace(address))) }
    }
}
