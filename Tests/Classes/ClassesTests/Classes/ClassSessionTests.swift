import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ClassSessionTests {
    private func session(
        _ events: [ClassEvent], options: ClassOptions = ClassOptions(), _ change: (inout ClassInfo) -> Void = { _ in }
    ) -> ClassSession {
        var info = ClassInfo(playbackID: "p")
        change(&info)
        let (room, chat) = ClassContents(info: info, events: events).loaded()
        var session = ClassSession(room, options: options)
        for (slice, messages) in chat.messages.enumerated() { session.insert(messages, into: slice) }
        return session
    }

    private func message(_ id: String, _ seconds: Int) -> ClassEvent {
        let time = MediaTime.seconds(seconds)
        return ClassEvent(time, .message(ChatMessage(id: id, time: time, author: user("mei"), text: id)))
    }

    private func lines(_ session: ClassSession) -> [String] {
        guard let end = session.chat.end(at: session.position) else { return [] }
        return session.chat.page(before: end, count: 100, at: session.position).lines.map(\.message.id)
    }

    @Test("ROOM-15, OBS-05, OBS-08: view models exist only after the room is entered")
    func notEntered() {
        let session = session([message("1", 0)])
        for phase in [ClassLifecycle.Phase.created, .loading, .exited(nil)] {
            expect(session.snapshot(phase: phase), is: ClassSnapshot(phase: phase))
        }
        let entered = session.snapshot(phase: .entered)
        #expect(entered.room != nil)
        #expect(entered.messages != nil)
        #expect(entered.users != nil)
        #expect(entered.documents != nil)
        #expect(entered.survey != nil)
        #expect(entered.questions != nil)
        #expect(entered.timer != nil)
        #expect(entered.notice != nil)
    }

    @Test("ROOM-28, ROOM-29, ROOM-11, OBS-08: content that the recording hides has no view model")
    func hidden() {
        let all = session([]) {
            $0.isShowUserList = false
            $0.isShowChatList = false
            $0.enableQuizAndAnswer = false
            $0.enableQuestion = false
            $0.enableRedPackets = false
        }.snapshot(phase: .entered)
        expect(all.users, is: nil)
        expect(all.messages, is: nil)
        expect(all.survey, is: nil)
        expect(all.answerSheet, is: nil)
        expect(all.questions, is: nil)
        expect(all.redPackets, is: nil)
        var options = ClassOptions()
        options.showUserInfo = false
        expect(session([], options: options).snapshot(phase: .entered).users, is: nil)
    }

    @Test("ROOM-58, ROOM-59: playing adds chat lines, a seek replaces the list, and no new line means no change")
    func chatIncrements() {
        var session = session([message("1", 1), message("2", 2), message("9", 30)])
        func summary() -> Revised<ChatSummary>? { session.snapshot(phase: .entered).messages }
        session.move(to: .seconds(1))
        let first = summary()
        expect(lines(session), is: ["1"])
        session.move(to: .milliseconds(1500))
        expect(summary(), is: first)
        session.move(to: .seconds(2))
        #expect(summary()?.revision != first?.revision)
        expect(summary()?.content.overwrites, is: first?.content.overwrites)
        expect(lines(session), is: ["1", "2"])
        session.move(to: .seconds(40))
        expect(summary()?.content.overwrites, is: 1)
        expect(lines(session), is: ["1", "2", "9"])
        expect(summary()?.content.count, is: 3)
        session.move(to: .seconds(1))
        expect(summary()?.content.overwrites, is: 2)
        expect(lines(session), is: ["1"])
    }

    @Test("ROOM-26, ROOM-58: after a seek the chat is empty until its slice is loaded")
    func seekLoads() {
        let contents = ClassContents(info: ClassInfo(playbackID: "p"), events: (0..<3000).map { message("\($0)", $0) })
        let (room, chat) = contents.loaded()
        var session = ClassSession(room)
        session.jump(to: .seconds(2500))
        expect(session.snapshot(phase: .entered).messages?.content.end, is: nil)
        let before = session.snapshot(phase: .entered).messages?.revision
        expect(session.chat.wanted, is: [2, 1])
        session.insert(chat.messages[2], into: 2)
        let loaded = session.snapshot(phase: .entered).messages
        expect(loaded?.content.end, is: ChatPosition(slice: 2, offset: 501))
        #expect(loaded?.revision != before)
        expect(loaded?.content.count, is: 2501)
        session.fail(1, ClassReadError(.requestFailed, "no connection", in: "1"))
        session.move(to: .seconds(1500))
        expect(session.snapshot(phase: .entered).messages?.content.failure?.code, is: .requestFailed)
    }

    @Test("ROOM-48, ROOM-60, ROOM-61: events are reported once while playing, and not by a seek")
    func passedEvents() {
        let broadcast = ClassEvent(.seconds(1), .broadcast(Broadcast(key: "k")))
        let gift = ClassEvent(.seconds(2), .gift(Gift(id: "g", from: user("mei"), name: "rose", count: 3)))
        let award = ClassEvent(.seconds(3), .award(Award(id: "a", fromUserName: "Li", showsSpecialEffect: true)))
        let plain = ClassEvent(.seconds(4), .award(Award(id: "b", fromUserName: "Wu")))
        var session = session([broadcast, gift, award, plain])
        expect(session.move(to: .milliseconds(2500)).passed, is: [broadcast, gift])
        expect(session.move(to: .milliseconds(2600)).passed, is: [])
        expect(session.move(to: .seconds(3)).passed, is: [award])
        expect(session.move(to: .zero), is: ClassSession.Move(passed: [], isJump: true))
        expect(session.move(to: .seconds(60)), is: ClassSession.Move(passed: [], isJump: true))
        session.jump(to: .zero)
        let all = session.move(to: .seconds(60), isPlayed: true)
        expect(all, is: ClassSession.Move(passed: [broadcast, gift, award, plain]))
        #expect(session.move(to: .zero, isPlayed: true).isJump)
        session.jump(to: .seconds(60))
        let page = session.chat.page(from: ChatPosition(slice: 0, offset: 0), count: 9, at: .seconds(60)).lines
        expect(page.map(\.message.kind), is: [.gift, .award])
        expect(page.map(\.message.text), is: ["rose", ""])
        expect(page.first?.message.amount, is: "3")
        expect(page.compactMap(\.message.author?.name), is: ["Mei", "Wu"])
    }

    @Test("ROOM-64: entering and leaving are lines of the chat if requested, but replaced lists are not")
    func announcements() {
        let events = [
            message("1", 0), ClassEvent(.seconds(1), .users([user("mei")], total: nil)),
            ClassEvent(.seconds(2), .usersEntered([user("li")])), ClassEvent(.seconds(3), .usersLeft(["mei"])),
            message("2", 4),
        ]
        var options = ClassOptions()
        var silent = session(events, options: options)
        silent.move(to: .seconds(4))
        expect(lines(silent), is: ["1", "2"])
        options.announcesUsers = true
        var speaking = session(events, options: options)
        speaking.move(to: .seconds(4))
        let page = speaking.chat.page(from: ChatPosition(slice: 0, offset: 0), count: 9, at: .seconds(4)).lines
        expect(page.map(\.message.kind), is: [.text, .joined, .left, .text])
        expect(page.compactMap(\.message.author?.id), is: ["mei", "li", "mei", "mei"])
        speaking.jump(to: .seconds(4))
        expect(lines(speaking), is: ["1", "2"])
    }

    @Test("ROOM-42, ROOM-65: the header has the position's presenter, media and shared desktop")
    func header() {
        var session = session([
            ClassEvent(.seconds(1), .usersEntered([user("zhang", .teacher)])),
            ClassEvent(.seconds(1), .presenter("zhang")),
            ClassEvent(.seconds(2), .media(PlayedMedia(isPlaying: true))),
            ClassEvent(.seconds(3), .desktopSharing(true)),
        ])
        session.move(to: .seconds(1))
        var header = session.snapshot(phase: .entered).room?.content
        expect(header?.presenterName, is: "Zhang")
        expect(header?.isMediaPlaying, is: false)
        expect(header?.showsPlaceholder, is: true)
        session.move(to: .seconds(3))
        header = session.snapshot(phase: .entered).room?.content
        expect(header?.isMediaPlaying, is: true)
        expect(header?.isDesktopSharing, is: true)
        expect(header?.showsPlaceholder, is: false)
    }

    @Test("ROOM-35: a change of the definition updates the placeholder")
    func definitionChange() {
        var session = session([]) { $0.recordType = .mixed }
        let before = session.snapshot(phase: .entered).room
        session.definitionIsAudio = true
        let after = session.snapshot(phase: .entered).room
        expect(before?.content.showsPlaceholder, is: false)
        expect(after?.content.showsPlaceholder, is: true)
        #expect(before?.revision != after?.revision)
    }

    @Test("ROOM-43, INFO-11: a screen recorder hides the picture if the recording requires it")
    func screenCaptured() {
        var session = session([]) { $0.enablePreventScreenCapture = true }
        let before = session.snapshot(phase: .entered).room
        session.screenCaptured = true
        let after = session.snapshot(phase: .entered).room
        expect(before?.content.screenCaptured, is: false)
        expect(before?.content.hidesPicture, is: false)
        expect(after?.content.screenCaptured, is: true)
        expect(after?.content.hidesPicture, is: true)
        #expect(before?.revision != after?.revision)
        var open = self.session([])
        open.screenCaptured = true
        expect(open.snapshot(phase: .entered).room?.content.hidesPicture, is: false)
    }

    @Test("ROOM-45, INFO-09: the room's own marquee takes precedence")
    func marquee() {
        var session = session([ClassEvent(.seconds(1), .marquee(MarqueeText(content: "room")))]) {
            $0.lamp = MarqueeText(content: "info")
        }
        expect(session.snapshot(phase: .entered).marquee?.content?.content, is: "info")
        session.move(to: .seconds(1))
        expect(session.snapshot(phase: .entered).marquee?.content?.content, is: "room")
    }

    @Test("ROOM-46, ROOM-47: the outline is the recording's, or else the shown pages, with the current one marked")
    func outline() {
        let key = PageKey(document: "d", page: 1)
        let events = [
            ClassEvent(
                .zero,
                .documentAdded(ClassDocument(id: "d", title: "Algebra", pages: [.init(), .init(text: "Rings\nx")]))),
            ClassEvent(.seconds(5), .pageShown(PageChange(PageKey(document: "d", page: 0)))),
            ClassEvent(.seconds(9), .pageShown(PageChange(key))),
        ]
        var session = session(events)
        session.move(to: .seconds(4))
        expect(session.snapshot(phase: .entered).documents?.content.outlineIndex, is: nil)
        session.move(to: .seconds(9))
        let view = session.snapshot(phase: .entered).documents?.content
        expect(view?.outline.map(\.title), is: ["Algebra · 1", "Rings"])
        expect(view?.outlineIndex, is: 1)
        expect(view?.area.page?.key, is: key)
        let given = self.session(events) { $0.documentCatalogueList = [OutlineEntry(time: .seconds(7), title: "x")] }
        expect(given.snapshot(phase: .entered).documents?.content.outline.map(\.title), is: ["x"])
    }

    @Test("ROOM-63: the presenter is listed first, then teachers, and a course's later session has an inaccurate list")
    func users() {
        let people = [user("b"), user("a"), user("t", .teacher), user("p")]
        let events = [ClassEvent(.zero, .users(people, total: 9)), ClassEvent(.zero, .presenter("p"))]
        let view = session(events) {
            $0.isLongTerm = true
            $0.sessionNumber = 2
        }.snapshot(phase: .entered).users?.content
        expect(view?.rows.map(\.user.id), is: ["p", "t", "a", "b"])
        expect(view?.totalCount, is: 9)
        expect(view?.isInaccurate, is: true)
        expect(
            session(events) { $0.isLongTerm = true }.snapshot(phase: .entered).users?.content.isInaccurate, is: false)
    }

    @Test("ROOM-55: a red packet yields a score, or the reason for none")
    func redPackets() {
        let packet = RedPacket(id: "1", segments: [.init(timeOffset: "12", score: 5)])
        var session = session([ClassEvent(.seconds(1), .redPacket(packet))])
        expect(session.requestRedPackageScore("12").status, is: .packetNotFound)
        session.move(to: .seconds(1))
        expect(session.requestRedPackageScore("12"), is: RedPacketScore(score: 5, status: .normal))
        expect(session.requestRedPackageScore("13").status, is: .segmentNotFound)
        let closed = self.session([ClassEvent(.zero, .redPacket(packet))]) { $0.enableRedPackets = false }
        expect(closed.requestRedPackageScore("12").status, is: .closed)
        expect(RedPacketScore.Status.closed.rawValue, is: 3)
    }

    @Test("ROOM-57: the newest timer signal can be delivered again")
    func timerAgain() {
        let signal = TimerSignal(.running, total: 60, remaining: 60, isDecrease: true)
        var session = session([ClassEvent(.seconds(2), .timer(signal))])
        expect(session.resetLastTimerSignal(), is: nil)
        session.move(to: .seconds(5))
        let before = session.snapshot(phase: .entered).timer
        expect(session.resetLastTimerSignal()?.time, is: .seconds(2))
        #expect(session.snapshot(phase: .entered).timer?.revision != before?.revision)
    }

    @Test("ROOM-56, ROOM-59: the session predicts its next change, so no polling is needed")
    func nextChange() {
        let signal = TimerSignal(.running, total: 3, remaining: 2, isDecrease: true)
        var session = session([
            ClassEvent(.seconds(1), .notice(nil)), message("1", 2), ClassEvent(.milliseconds(4500), .timer(signal)),
        ])
        func next(at position: MediaTime, running: Bool = true) -> HostTime? {
            session.move(to: position)
            return session.nextChange(
                ClockReading(position: position, hostTime: .seconds(100), rate: .normal, isRunning: running))
        }
        expect(next(at: .zero), is: .seconds(101))
        expect(next(at: .zero, running: false), is: nil)
        expect(next(at: .seconds(1)), is: .seconds(101))
        expect(next(at: .milliseconds(2500)), is: .seconds(102))
        expect(next(at: .milliseconds(5000)), is: .milliseconds(100_500))
        expect(next(at: .milliseconds(6500)), is: .seconds(101), "the end is highlighted for four seconds")
        expect(next(at: .milliseconds(10_500)), is: nil)
    }
}
