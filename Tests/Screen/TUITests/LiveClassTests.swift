import Cells
import ClassRules
import Classes
import PlayCore
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("Actions in a live class")
struct LiveClassTests {
    private let teacher = LiveSamples.teacher
    private let mei = LiveSamples.mei
    private let wei = LiveSamples.wei

    private func text(_ state: AppState, at now: HostTime = Samples.now) -> String {
        ScreenText.render(compose(state, at: now).chrome)
    }

    // MARK: The class

    @Test("LIVE-09, LIVE-15: a teacher is asked whether to start the class, and only y starts it")
    func startQuestion() {
        var state = LiveSamples.inClass(LiveSamples.view(teacher, isInProgress: false))
        expect(state.room?.question?.deed, is: .wish(.start(true)))
        let read = Samples.now + .seconds(1)
        #expect(text(state, at: read).contains("Start the class now?  y yes"))
        state.press(.character("t"), .control, at: read)
        #expect(state.room?.question != nil, "the key that asks does not answer")
        #expect(state.press("x", at: read).wishes.isEmpty)
        expect(state.room?.question, is: nil)
        // The teacher is asked once, and again by Ctrl+t.
        state.apply(.live(LiveSamples.view(teacher, isInProgress: false, number: 2)))
        expect(state.room?.question, is: nil)
        state.press(.character("t"), .control)
        expect(state.press("y").wishes, is: [.start(true)])
        state.apply(.live(LiveSamples.view(teacher, number: 3)))
        expect(state.message?.text, is: "The class has begun")
        for key in "gT" { state.press(key) }
        expect(state.press("y").wishes, is: [.start(false)])
    }

    @Test("LIVE-09: keys typed before the question can be read keep their meaning and do not answer it")
    func typedAhead() {
        var state = LiveSamples.inClass(LiveSamples.view(teacher, isInProgress: false))
        #expect(!text(state).contains("y yes"))
        var now = Samples.now
        for key in "cyes" {
            now = now + .milliseconds(500)
            #expect(state.press(key, at: now).wishes.isEmpty)
        }
        #expect(state.room?.question != nil)
        #expect(state.isWriting)
        expect(state.press("y", at: now + .seconds(1)).wishes, is: [.start(true)])
    }

    @Test("LIVE-03: commands and the page of keys use the same words")
    func words() {
        let commands = Set(LiveCommand.all.map(\.name))
        #expect(
            commands.isSuperset(of: [
                "start", "stop", "notice", "record", "quiz", "documents", "clear-drawing", "microphone", "camera",
                "forbid-chat", "requests", "lower-all",
            ]))
        var state = LiveSamples.inClass(LiveSamples.view(mei))
        state.press("?")
        let page = HelpPage.lines(state).map { line in
            switch line {
            case .gap: ""
            case .heading(let title), .entry(_, let title): title
            }
        }.joined(separator: "\n")
        for word in ["your hand", "microphone", "draw", "notice", "record"] { #expect(page.contains(word), "\(word)") }
    }

    @Test("LIVE-09: --auto-start starts the class without asking")
    func autoStart() {
        var view = LiveSamples.view(teacher, isInProgress: false)
        view.startsByItself = true
        var state = Samples.inClass(120, 36)
        expect(state.apply(.live(view)).wishes, is: [.start(true)])
        expect(state.room?.question, is: nil)
    }

    @Test("LIVE-01, LIVE-02: students see that the class has not started, and cannot start it")
    func studentsWait() {
        var state = LiveSamples.inClass(LiveSamples.view(mei, isInProgress: false))
        expect(state.room?.question, is: nil)
        #expect(text(state).contains("class not started"))
        state.press(.character("t"), .control)
        expect(state.room?.question, is: nil)
        expect(state.message?.text, is: "Only a teacher can do this")
    }

    @Test("LIVE-10, LIVE-14: q asks before the class is left")
    func leaving() {
        var state = LiveSamples.inClass(LiveSamples.view(teacher))
        #expect(state.press("q").isEmpty)
        #expect(text(state).contains("End the class for everyone?"))
        let effects = state.press("y")
        expect(effects.orders, is: [.endAndLeave])
        #expect(effects.contains(.quit))
        state.press("q")
        #expect(state.press(.escape).isEmpty)
        state.press("q")
        #expect(text(state).contains("l leave only; the class waits 60 seconds for a teacher"))
        expect(state.press("l").orders, is: [.leave])
    }

    @Test("LIVE-10: with another teacher present leaving does not end the class, and e ends it")
    func leavingToOthers() {
        let second = ClassUser(id: "t2", name: "Ms. Zhou", role: .teacher)
        var state = LiveSamples.inClass(LiveSamples.view(teacher, others: [.usersEntered([second])]))
        state.press("q")
        #expect(text(state).contains("Leave the class to Ms. Zhou?"))
        expect(state.press("y").orders, is: [.leave])
        state.press("q")
        #expect(text(state).contains("e end the class for everyone"))
        expect(state.press("e").orders, is: [.endAndLeave])
    }

    @Test("LIVE-20, LIVE-47, LIVE-74: the header shows that the viewer is on air and that the server records")
    func header() {
        let events: [LiveEvent] = [.serverRecording(true), .speakerAdded(Speaker(user: "m", .request))]
        var state = LiveSamples.inClass(LiveSamples.view(mei, events))
        #expect(text(state).contains("● REC · you may speak · Linear algebra 7"))
        state.apply(.ownSending(OwnSending(hasSound: true, level: 7)))
        #expect(text(state).contains("● REC · ON AIR ═══════░░░ · Linear algebra 7"))
        state.apply(.ownSending(OwnSending(hasPictures: true, size: OwnSending.Size(width: 640, height: 360))))
        #expect(text(state).contains("ON AIR 640×360"))
        state.apply(.ownSending(OwnSending(hasPictures: true)))
        #expect(text(state).contains("● REC · ON AIR · Linear algebra 7"))
    }

    @Test("LIVE-20: with push to talk Space requests to talk, and the header shows whether the viewer is heard")
    func pushToTalk() {
        var state = LiveSamples.inClass(LiveSamples.view(mei, [.speakerAdded(Speaker(user: "m", .request))]))
        #expect(!state.press(" ").contains(.ownMedia(.talk)))
        state.press(":")
        for key in "talk on" { state.press(key) }
        expect(state.press(.enter), is: [.ownMedia(.pushToTalk(true))])
        state.apply(.ownSending(OwnSending(hasSound: true, isPushToTalk: true, isSilent: true)))
        #expect(text(state).contains("silent: hold Space to talk · Linear algebra 7"))
        #expect(!text(state).contains("ON AIR"))
        expect(state.press(" "), is: [.ownMedia(.talk)])
        state.apply(.ownSending(OwnSending(hasSound: true, level: 3, isPushToTalk: true)))
        #expect(text(state).contains("ON AIR ═══░░░░░░░ · Linear algebra 7"))
    }

    private func follow(_ me: ClassUser, from before: [LiveEvent] = [], to events: [LiveEvent]) -> AppState {
        var state = LiveSamples.inClass(200, 60, LiveSamples.view(me, before))
        state.apply(.live(LiveSamples.view(me, before + events, number: 2)))
        return state
    }

    @Test("A draft does not stay when another class is entered")
    func otherClass() {
        var state = LiveSamples.inClass(LiveSamples.view(mei))
        for key in "chello" { state.press(key) }
        var other = Samples.roomView(number: 9)
        other.location = "/classes/other"
        state.apply(.room(other))
        #expect(!state.isWriting)
        expect(state.room?.live?.input.line.isEmpty, is: true)
    }

    @Test("changes of students' rights are reported to them, and the teacher's header is marked")
    func changedRights() {
        let muted = [LiveEvent.soundForbidden(SoundBan(true))]
        var state = follow(LiveSamples.mei, to: muted)
        expect(state.message?.text, is: "All students are muted")
        #expect(text(state).contains("muted by the teacher"))
        state = follow(LiveSamples.mei, from: muted, to: [.soundForbidden(SoundBan(false))])
        expect(state.message?.text, is: "Students may use their microphones again")
        #expect(text(follow(teacher, to: muted)).contains("students muted"))
        state = follow(LiveSamples.mei, to: [.drawingGranted(DrawingGrant(user: "m", true))])
        expect(state.message?.text, is: "You may draw as soon as you may speak")
        state = follow(LiveSamples.mei, to: [.chatForbidden(true)])
        expect(state.message?.text, is: "Chat is closed for students")
        #expect(text(follow(teacher, to: [.chatForbidden(true)])).contains("chat closed"))
    }

    @Test("students see that the teacher has left, and a teacher that the microphone has no connection")
    func goneTeacher() {
        var state = LiveSamples.inClass(200, 60, LiveSamples.view(LiveSamples.mei))
        state.apply(.live(LiveSamples.view(LiveSamples.mei, others: [.usersLeft(["t"])], number: 2)))
        expect(state.message?.text, is: "The teacher has left or lost the connection")
        state.apply(.live(LiveSamples.view(LiveSamples.mei, number: 3)))
        expect(state.message?.text, is: "The teacher is back")
        var leader = LiveSamples.inClass(200, 60, LiveSamples.view(teacher))
        var sending = OwnSending()
        sending.broken = [.microphone]
        leader.apply(.ownSending(sending))
        #expect(text(leader).contains("microphone: reconnecting…"))
    }

    // MARK: People

    @Test("LIVE-17, LIVE-56, LIVE-69, LIVE-79: the menu of a person shows only permitted actions")
    func personActions() throws {
        var state = LiveSamples.inClass(LiveSamples.view(teacher))
        state.press("4")
        // The first row is the teacher's own, and the second is Li Wei's.
        for _ in 0..<2 { state.press(.down) }
        state.press("a")
        let actions = try #require(state.panel).list.rows.compactMap { row -> PersonAction? in
            if case .room(.person(let action))? = row.id { action } else { nil }
        }
        expect(
            actions, is: [.invite(true), .microphone(true), .camera(true), .drawing(true), .like, .forbidChat, .expel])
        state.panel?.list.select(.room(.person(.microphone(true))))
        expect(
            state.press(.enter).wishes, is: [.remote(RemoteSwitch(user: "l", hasAudio: true, hasVideo: false))])
        state.press("a")
        state.panel?.list.select(.room(.person(.forbidChat)))
        state.press(.enter)
        expect(state.room?.commandLine?.line.text, is: "ban @Li Wei 60")
        expect(state.press(.enter).wishes, is: [.banFromChat(ChatBanWish(user: "l", seconds: 60))])
        expect(state.press("+").wishes, is: [.like("l")])
        // Students have no actions for other people.
        var student = LiveSamples.inClass(LiveSamples.view(mei))
        student.press("4")
        for _ in 0..<2 { student.press(.down) }
        student.press("a")
        expect(student.panel, is: nil)
    }

    @Test("LIVE-79: likes, speaking and raised hands are shown beside the names")
    func marks() {
        let events: [LiveEvent] = [
            .liked(Like(user: "l", count: 3)), .speakerAdded(Speaker(user: "l", .request)),
            .drawingGranted(DrawingGrant(user: "l", true)), LiveSamples.request(mei, 1, ago: 1),
        ]
        var state = LiveSamples.inClass(200, 60, LiveSamples.view(mei, events))
        state.press("4")
        #expect(text(state).contains("Li Wei  speaking · may draw · ♥3"))
        #expect(text(state).contains("Mei  ↑1"))
    }

    @Test("A teacher removes the selected message after a question")
    func removingMessages() throws {
        var state = LiveSamples.inClass(LiveSamples.view(teacher))
        state.press("3")
        state.press(.delete)
        expect(state.message?.text, is: "Nothing is selected")
        let line = try #require(state.room?.view.chat.lines.last)
        state.room?.chat.place = line.position
        state.press(.delete)
        expect(state.press("y").wishes, is: [.removeMessage(line.message.id)])
    }

    @Test("LIVE-16: people beyond the listed ones are counted")
    func unlistedPeople() {
        let many = ClassEvent(.seconds(1), .users([mei, wei, teacher], total: 240))
        var contents = Samples.contents()
        contents.events.append(many)
        let room = Samples.roomView(contents)
        var state = LiveSamples.inClass(120, 36, LiveSamples.view(mei), room: room)
        state.press("4")
        #expect(text(state).contains("and 237 more people"))
        #expect(text(state).contains("People 240"))
    }

    @Test("LIVE-62: an added document is reported")
    func announcedDocuments() {
        var state = LiveSamples.inClass(LiveSamples.view(mei))
        let added = ClassEvent.Kind.documentAdded(ClassDocument(id: "e", title: "Homework"))
        state.apply(.live(LiveSamples.view(mei, others: [added], number: 2)))
        expect(state.message?.text, is: "Document added: Homework")
    }

    // MARK: Loading and the connection

    @Test("LIVE-11, LIVE-12: entering shows its steps, and at a stop Enter continues and Esc leaves")
    func loading() {
        var view = LiveSamples.view(mei)
        view.loading = ClassLoading(.snapshot, progress: 0.5)
        var room = ClassView()
        (room.number, room.location) = (1, "https://school.example/c/123456")
        room.snapshot = ClassSnapshot(phase: .loading)
        var state = LiveSamples.inClass(80, 24, view, room: room)
        #expect(text(state).contains("► state of the class"))
        view.loading?.suspension = ClassLoading.Suspension(.failed("The server refused the ticket"))
        view.number = 2
        state.apply(.live(view))
        #expect(text(state).contains("The server refused the ticket"))
        #expect(text(state).contains("Enter retry, Esc leave"))
        expect(state.press(.enter).orders, is: [.continueLoading(true)])
        expect(state.press(.escape).orders, is: [.continueLoading(false)])
        view.loading?.suspension = ClassLoading.Suspension(.meteredLine)
        view.number = 3
        state.apply(.live(view))
        #expect(text(state).contains("Enter continue, Esc leave"))
    }

    @Test("a sign-in shows address and code in a box, and Esc leaves")
    func signIn() {
        var view = LiveSamples.view(mei)
        view.loading = ClassLoading(.ticket, progress: 0.05)
        view.loading?.signIn = ClassLoading.SignIn(address: "https://id.test/\u{1B}[2Jx", code: "WDJB-MJHT\n")
        var room = ClassView()
        (room.number, room.location) = (1, "https://school.example/")
        room.snapshot = ClassSnapshot(phase: .loading)
        var state = LiveSamples.inClass(80, 24, view, room: room)
        #expect(text(state).contains("Open https://id.test/[2Jx and enter the code WDJB-MJHT"))
        expect(state.press(.escape).orders, is: [.leave])
        expect(state.press(.enter).orders, is: [])
    }

    @Test("LIVE-13: a lost connection asks whether to reconnect, with a countdown")
    func reconnecting() {
        var view = LiveSamples.view(mei)
        view.link = .lost(question: Samples.now + .seconds(10))
        var state = LiveSamples.inClass(view)
        #expect(text(state).contains("Reconnecting in 10 seconds"))
        #expect(text(state, at: Samples.now + .milliseconds(9_500)).contains("Reconnecting in 1 second"))
        expect(state.press(.enter).orders, is: [.reconnect(true)])
        expect(state.press(.escape).orders, is: [.reconnect(false)])
        view.link = .reconnecting
        view.number = 2
        state.apply(.live(view))
        #expect(text(state).contains("reconnecting… · Linear"))
    }
}
