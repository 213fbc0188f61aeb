package import PlayCore

/// A class during playback: follows the position and returns the state there, like subtitles. For the loop's thread
/// only. Does no I/O: the owner loads the ``ChatStore/wanted`` slices into ``chat``.
package struct ClassSession: Sendable {
    package static let longestStep = MediaTime.seconds(10)

    package private(set) var room: LoadedClass
    package let options: ClassOptions
    package private(set) var chat: ChatStore
    package private(set) var position = MediaTime.zero
    package var definitionIsAudio = false {
        didSet { if definitionIsAudio != oldValue { headerChanges += 1 } }
    }
    /// Whether a recorder captures the terminal, as far as the player can detect.
    package var screenCaptured = false {
        didSet { if screenCaptured != oldValue { headerChanges += 1 } }
    }
    private var cursor: ClassCursor
    package let epoch: Int
    private var headerChanges = 0
    private var timerResends = 0
    private var openedPackets: Set<String> = []
    private var chatChanges = 0
    private var overwrites = 0
    private var listEnd: ChatPosition?

    /// - Parameter epoch: a new number for each load, which makes panes rebuild everything.
    package init(
        _ room: LoadedClass, options: ClassOptions = ClassOptions(), epoch: Int = 0, at position: MediaTime = .zero
    ) {
        self.room = room
        self.options = options
        self.epoch = epoch
        chat = ChatStore(
            index: room.chatIndex,
            rules: ChatRules(groupID: options.groupID, hidesPhoneNumbers: room.info.enableHideStudentPhoneNumber),
            virtual: room.virtualChat, changes: ChatChanges(room.log.events))
        cursor = room.log.cursor(at: position)
        self.position = position
        chat.focus(on: position)
        listEnd = chat.end(at: position)
    }

    package var state: ClassState { cursor.state }

    // MARK: Live

    /// Adds messages to the chat, and other events to the log. Returns the chat's new lines.
    package mutating func append(_ events: [ClassEvent]) -> [ChatPage.Line] {
        let lines = chat.append(events.compactMap(\.chatLine))
        for event in events {
            if case .message = event.kind { continue }
            let event = room.append(event)
            if ChatChanges.changes(event.kind) { chat.changes.add(event) }
        }
        room.log.move(&cursor, to: position)
        growChat(replacing: events.contains { ChatChanges.changes($0.kind) && $0.time <= position })
        return lines
    }

    // MARK: Time

    package struct Move: Sendable, Equatable {
        /// Each event once. Empty after a jump, whose effects are in the state.
        package var passed: [ClassEvent]
        package var isJump: Bool

        package init(passed: [ClassEvent] = [], isJump: Bool = false) {
            self.passed = passed
            self.isJump = isJump
        }
    }

    private static func isJump(from position: MediaTime, to target: MediaTime) -> Bool {
        target < position || target - position > longestStep
    }

    /// - Parameter isPlayed: whether playback covered the whole step. The step may be long, because a class may be
    ///   quiet for a long time.
    @discardableResult
    package mutating func move(to target: MediaTime, isPlayed: Bool = false) -> Move {
        if Self.isJump(from: position, to: target), target < position || !isPlayed {
            jump(to: target)
            return Move(isJump: true)
        }
        guard target > position else { return Move() }
        let (before, first) = (cursor.state.users, cursor.index)
        room.log.move(&cursor, to: target)
        let passed = Array(room.log.events[first..<cursor.index])
        position = target
        chat.focus(on: target)
        if options.announcesUsers { announce(passed, before: before) }
        growChat(replacing: passed.contains { ChatChanges.changes($0.kind) })
        return Move(passed: passed)
    }

    package mutating func jump(to target: MediaTime) {
        room.log.move(&cursor, to: target)
        position = target
        chat.focus(on: target)
        chat.dropNotes()
        _ = resetLastTimerSignal()
        overwrites += 1
        chatChanges += 1
        listEnd = chat.end(at: target)
    }

    /// Returns `nil` if only another reading or slice changes the shown state.
    package func nextChange(_ reading: ClockReading) -> HostTime? {
        guard reading.isRunning else { return nil }
        let face = TimerFace(cursor.state.timer.latest)
        let entry = outlinePassed < room.outline.count ? room.outline[outlinePassed].time : nil
        let moment = room.moments.next(after: position)
        let changes = [
            room.log.next(after: cursor), chat.nextChange(after: position), face?.nextChange(after: position), entry,
            moment, redPacket?.end, resultEnd,
        ]
        return changes.compactMap(\.self).min().map(reading.hostTime(of:))
    }

    // MARK: Chat

    package mutating func insert(_ messages: [ChatMessage], into slice: Int) {
        chat.insert(messages, into: slice)
        chatChanges += 1
        growChat(replacing: false)
    }

    package mutating func fail(_ slice: Int, _ error: ClassReadError) {
        chat.fail(slice, error)
        chatChanges += 1
    }

    package mutating func scrollChat(to slice: Int?) { chat.scroll(to: slice) }

    package mutating func retryChat() {
        chat.retry()
        chatChanges += 1
    }

    private mutating func growChat(replacing: Bool) {
        let end = chat.end(at: position)
        if replacing { overwrites += 1 }
        if end != listEnd || replacing { chatChanges += 1 }
        listEnd = end
    }

    /// Adds notes to the chat for users who entered or left. A jump adds none, because it replaces the list.
    private mutating func announce(_ events: [ClassEvent], before: UsersArea) {
        for event in events {
            switch event.kind {
            case .usersEntered(let users):
                for user in users { note(.joined, user, event.time) }
            case .usersLeft(let ids):
                for id in ids {
                    guard let user = before.list[id]?.user ?? Self.entered(id, events) else { continue }
                    note(.left, user, event.time)
                }
            default: break
            }
        }
    }

    private mutating func note(_ kind: ChatMessage.Kind, _ user: ClassUser, _ time: MediaTime) {
        let id = "\(kind.rawValue) \(user.id) \(time.nanoseconds)"
        chat.note(ChatMessage(id: id, time: time, author: user, text: "", kind: kind))
    }

    private static func entered(_ id: String, _ events: [ClassEvent]) -> ClassUser? {
        for event in events {
            switch event.kind {
            case .usersEntered(let users), .users(let users, _):
                if let user = users.first(where: { $0.id == id }) { return user }
            default: break
            }
        }
        return nil
    }

    // MARK: Queries

    /// Resends the newest timer signal. Returns the signal, or `nil` if there was none.
    package mutating func resetLastTimerSignal() -> TimerArea.Received? {
        guard let latest = cursor.state.timer.latest else { return nil }
        timerResends += 1
        return latest
    }

    package var redPacket: RewardsArea.Rain? {
        guard room.info.enableRedPackets else { return nil }
        return cursor.state.rewards.redPackets.elements.last {
            $0.falls(at: position) && !openedPackets.contains($0.packet.id)
        }
    }

    /// Opens the falling red packet (`r`). Returns the score.
    package mutating func openRedPacket() -> RedPacketScore {
        guard let rain = redPacket else {
            let status: RedPacketScore.Status = room.info.enableRedPackets ? .packetNotFound : .closed
            return RedPacketScore(score: 0, status: status)
        }
        let score = requestRedPackageScore(rain.timeOffset(at: position) ?? "")
        if score.status == .normal { openedPackets.insert(rain.packet.id) }
        return score
    }

    package func requestRedPackageScore(_ timeOffset: String) -> RedPacketScore {
        guard room.info.enableRedPackets else { return RedPacketScore(score: 0, status: .closed) }
        let packets = cursor.state.rewards.redPackets.elements
        guard !packets.isEmpty else { return RedPacketScore(score: 0, status: .packetNotFound) }
        let segment = packets.flatMap(\.packet.segments).first { $0.timeOffset == timeOffset }
        return segment.map { RedPacketScore(score: $0.score, status: .normal) }
            ?? RedPacketScore(score: 0, status: .segmentNotFound)
    }

    private func revised<Content>(_ content: Content, _ events: Int, _ others: Int = 0) -> Revised<Content> {
        Revised(revision: .init(epoch: epoch, events: events, others: others), content: content)
    }
}

extension ClassSession {
    package func snapshot(phase: ClassLifecycle.Phase) -> ClassSnapshot {
        var snapshot = ClassSnapshot(phase: phase)
        guard phase == .entered || phase == .reloading else { return snapshot }
        let (info, state) = (room.info, cursor.state)
        snapshot.room = revised(header, state.stage.revision + state.users.revision, headerChanges)
        if info.isShowChatList { snapshot.messages = revised(chatSummary, state.chat.revision, chatChanges) }
        if info.isShowUserList, options.showUserInfo { snapshot.users = revised(users, state.users.revision) }
        snapshot.documents = revised(documents, state.documents.revision, outlinePassed)
        if info.enableQuizAndAnswer {
            snapshot.survey = revised(state.quiz.survey, state.quiz.surveyRevision)
            snapshot.answerSheet = revised(answerSheet, state.quiz.sheetRevision, resultEnd == nil ? 0 : 1)
        }
        if info.enableQuestion { snapshot.questions = revised(state.questions.list, state.questions.revision) }
        snapshot.timer = revised(
            TimerFace(state.timer.latest, resends: timerResends), state.timer.revision, timerResends)
        if info.enableRedPackets {
            snapshot.redPackets = revised(state.rewards.redPackets.elements, state.rewards.revision)
        }
        snapshot.terminal = revised(state.terminal.shared, state.terminal.revision)
        snapshot.notice = revised(state.words.notice, state.words.noticeRevision)
        snapshot.marquee = revised(state.words.marquee ?? info.lamp, state.words.marqueeRevision)
        snapshot.broadcasts = revised(state.words.broadcasts, state.words.broadcastRevision)
        return snapshot
    }

    private var header: ClassHeading {
        let (info, state) = (room.info, cursor.state)
        var rule = PlaceholderRule()
        rule.definitionIsAudio = definitionIsAudio
        rule.recordType = info.recordType
        rule.presenterHasVideo = state.users.presenterHasVideo
        rule.isMediaPlaying = state.stage.isMediaPlaying
        rule.isDesktopSharing = state.stage.isDesktopSharing
        rule.isInteractiveClass1v1SignalingRecord = info.isInteractiveClass1v1SignalingRecord
        let presenter = state.users.presenter
        var header = ClassHeading(
            title: info.title, presenterID: presenter,
            presenterName: presenter.flatMap { state.users.list[$0]?.user.name },
            isMediaPlaying: state.stage.isMediaPlaying, media: state.stage.media,
            isDesktopSharing: state.stage.isDesktopSharing, showsPlaceholder: rule.isVisible,
            mainPane: state.stage.mainPane ?? info.majorPlayType, group: options.groupID < 0 ? nil : options.groupID,
            screenCaptured: screenCaptured, hidesPicture: screenCaptured && info.enablePreventScreenCapture)
        header.definitionIsAudio = definitionIsAudio
        header.arrangement = ClassArrangement(template: info.layoutTemplate, slideMode: info.initialPPTMode)
        return header
    }

    private var chatSummary: ChatSummary {
        let slice = chat.index.slice(at: position)
        return ChatSummary(
            overwrites: overwrites, end: chat.end(at: position), count: chat.count(at: position),
            failure: slice.flatMap { chat.failures[$0] }, pinned: cursor.state.chat.pinned)
    }

    private var users: UsersView {
        let area = cursor.state.users
        return UsersView(
            list: area.list, totalCount: area.totalCount, presenter: area.presenter, attendance: area.attendance,
            isInaccurate: room.info.isLongTerm && room.info.sessionNumber > 1)
    }

    private var documents: DocumentsView {
        let area = cursor.state.documents
        return DocumentsView(
            area: area, outline: room.outline, outlineIndex: outlinePassed > 0 ? outlinePassed - 1 : nil,
            animates: options.animatesSlides(isLocal: room.isLocal, existWebDocument: area.existWebDocument))
    }

    fileprivate var outlinePassed: Int { room.outline.partitioningIndex { $0.time > position } }

    private var answerSheet: AnswerSheetView? {
        guard let sheet = cursor.state.quiz.sheet, let state = cursor.state.quiz.sheetState else { return nil }
        return AnswerSheetView(sheet: sheet, state: state, hasNewResult: resultEnd != nil)
    }

    fileprivate var resultEnd: MediaTime? {
        guard case .ended(_, let time)? = cursor.state.quiz.sheetState else { return nil }
        let end = time + AnswerSheetView.resultDuration
        return position < end ? end : nil
    }
}
