import Cells
import ClassRules
import Classes
import Encoding
import Library
import PlayCore
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("Quizzes, documents and commands of a live class")
struct LiveSurveyTests {
    private let teacher = LiveSamples.teacher
    private let mei = LiveSamples.mei

    private func text(_ state: AppState, at now: HostTime = Samples.now) -> String {
        ScreenText.render(compose(state, at: now).chrome)
    }

    // MARK: Quizzes

    @Test("LIVE-77, LIVE-78: Space chooses options, Enter sends them in their order, and the verdict is shown")
    func answering() {
        var state = LiveSamples.inClass(
            LiveSamples.view(mei, others: LiveSamples.asked(deadline: LiveSamples.time + 30_000)))
        #expect(text(state).contains("Is it injective?"))
        #expect(text(state).contains("Time left: 00:30"))
        #expect(state.press(.enter).wishes.isEmpty)
        expect(state.message?.text, is: "Nothing is chosen: Space chooses")
        for _ in 0..<3 { state.press(.down) }
        state.press(" ")
        for _ in 0..<2 { state.press(.up) }
        state.press(" ")
        #expect(text(state).contains("[x] A yes"))
        #expect(text(state).contains("[x] C it depends"))
        let answer = SurveyAnswer(id: "q", keys: ["A", "C"])
        expect(state.press(.enter).wishes, is: [.answerSurvey(answer)])
        var view = LiveSamples.view(mei, others: LiveSamples.asked(), number: 2)
        view.survey.answer = answer
        view.survey.verdict = .wrong
        state.apply(.live(view))
        #expect(text(state).contains("Your answer is wrong"))
        // A quiz can be answered only once.
        #expect(state.press(.enter).wishes.isEmpty)
    }

    @Test("LIVE-76, LIVE-77: results of quizzes are shown as bars, with right and wrong counts")
    func history() {
        var survey = LiveSamples.survey
        survey.options[0].votes = 12
        survey.options[1].votes = 4
        survey.responders = 16
        let result = SurveyResult(survey: survey, order: 1, rightCount: 12, wrongCount: 4)
        var view = LiveSamples.view(mei, [.surveyResult(result)])
        (view.survey.rightCount, view.survey.wrongCount) = (1, 2)
        var state = LiveSamples.inClass(200, 60, view)
        state.press("6")
        #expect(text(state).contains("you have 1 right, 2 wrong"))
        #expect(text(state).contains("12  75%"))
        #expect(text(state).contains("12 right, 4 wrong"))
    }

    @Test("LIVE-77: a teacher publishes a quiz with a form, and ends it")
    func publishing() throws {
        var state = LiveSamples.inClass(LiveSamples.view(teacher))
        for key in "gQ" { state.press(key) }
        for key in "Why?" { state.press(key) }
        state.press(.enter)
        for key in "because" { state.press(key) }
        state.press(.character("r"), .control)
        state.press(.down)
        for key in "so" { state.press(key) }
        expect(state.room?.surveyForm?.options.count, is: 3)
        #expect(text(state).contains("[x] A because"))
        for _ in 0..<2 { state.press(.down) }
        for key in "45" { state.press(key) }
        state.press(.down)
        #expect(text(state).contains("Enter publish"))
        let wishes = state.press(.enter).wishes
        guard case .publishSurvey(let wish)? = wishes.first else {
            Issue.record("no quiz: \(wishes)")
            return
        }
        expect(wish.survey.question, is: "Why?")
        expect(wish.survey.options.map(\.key), is: ["A", "B"])
        expect(wish.survey.options.map(\.isCorrect), is: [true, false])
        expect(wish.duration, is: 45)
        expect(state.room?.surveyForm, is: nil)
        state.apply(.live(LiveSamples.view(teacher, others: LiveSamples.asked(), number: 2)))
        for key in "gQ" { state.press(key) }
        expect(state.press("y").wishes, is: [.endSurvey])
    }

    @Test("An incomplete form reports the missing part and stays")
    func incomplete() {
        var form = SurveyForm()
        for _ in 0..<5 { _ = form.press(KeyPress(.enter)) }
        expect(form.problem, is: "The question is missing")
    }

    // MARK: Documents

    @Test("LIVE-62, LIVE-63: students can view other pages, and . returns to the page of the class")
    func pages() {
        var state = LiveSamples.inClass(LiveSamples.view(mei))
        let second = PageChange(PageKey(document: "d", page: 1))
        expect(state.press(.pageDown).orders, is: [.lookAt(second)])
        var view = LiveSamples.view(mei, number: 2)
        view.localPage = second
        var room = Samples.roomView(number: 2)
        room.slide?.page = 2
        state.apply(.room(room), .live(view))
        #expect(text(state).contains("page 2 (class: 1), . returns"))
        expect(state.press(".").orders, is: [.lookAt(nil)])
        expect(state.press(.pageUp).orders, is: [.lookAt(nil)])
        state.press(.pageDown)
        expect(state.message?.text, is: "Already at the last page")
        // A teacher turns the page of the class.
        var leader = LiveSamples.inClass(LiveSamples.view(teacher))
        expect(leader.press(.pageDown).wishes, is: [.showPage(second)])
    }

    @Test("LIVE-60, LIVE-61, LIVE-62: the list of documents shows, adds and deletes documents")
    func documents() {
        var state = LiveSamples.inClass(LiveSamples.view(teacher))
        for key in "gF" { state.press(key) }
        expect(state.panel?.kind, is: .documents)
        #expect(text(state).contains("Algebra"))
        state.press("d")
        #expect(text(state).contains("Delete Algebra from the class?"))
        expect(state.press("y").wishes, is: [.removeDocument("d")])
        for key in "gFa" { state.press(key) }
        expect(state.room?.commandLine?.line.text, is: "upload ")
        for key in "~/a.png" { state.press(key) }
        expect(state.press(.enter).orders, is: [.upload(path: "~/a.png", .document)])
        // Students see the list but cannot change it.
        var student = LiveSamples.inClass(LiveSamples.view(mei))
        for key in "gFd" { student.press(key) }
        expect(student.room?.question, is: nil)
    }

    // MARK: Commands

    static let commands: [(String, ClassWish)] = [
        (
            "notice Break until ten https://example.org/b",
            .notice(PostedNotice(text: "Break until ten", link: "https://example.org/b"))
        ),
        ("notice Break", .notice(PostedNotice(text: "Break"))), ("notice", .notice(nil)),
        ("forbid-chat on", .forbidChat(true)), ("slow 10", .slowChat(10)), ("hands stay", .handTime(0)),
        ("hands 90", .handTime(90)), ("lock on", .lock(true)),
        ("waiting off", .waitingRoom(false)), ("admit all", .admitAll),
        ("private off", .forbidPrivateMessages(true)),
        ("to @Li Wei see  me :tada:", .privateMessage(PrivateMessageWish(to: "l", "see  me 🎉"))),
        ("record off", .record(false)),
        ("timer 5:00", .setTimer(300)), ("timer 90", .setTimer(90)), ("timer pause", .pauseTimer(true)),
        ("timer resume", .pauseTimer(false)), ("timer off", .setTimer(0)), ("mute-all on", .forbidSound(true)),
        ("requests off", .forbidRequests(true)), ("lower-all", .lowerAllHands), ("end-quiz", .endSurvey),
        ("ban @Li Wei 90", .banFromChat(ChatBanWish(user: "l", seconds: 90))), ("start", .start(true)),
        (
            "broadcast mood {\"a\":1}",
            .broadcast(Broadcast(key: "mood", value: .object(["a": .integer(1)]), isCache: false))
        ),
    ]

    @Test("LIVE-18, LIVE-66, LIVE-68, LIVE-74, LIVE-75: commands become requests", arguments: commands.indices)
    func wishes(_ index: Int) throws {
        let (line, wish) = Self.commands[index]
        let users = [LiveSamples.mei, LiveSamples.wei]
        try expect(LiveCommand(line, users: users, LiveSamples.view(teacher)), is: .wish(wish))
    }

    @Test(
        "An invalid command line reports the reason",
        arguments: [
            ("timer 0", "Usage: :timer TIME|pause|resume|off"), ("timer -5", "Usage: :timer TIME|pause|resume|off"),
            ("record", "Usage: :record on|off"), ("dance", "No such command: dance"),
            ("ban Nobody 5", "No one here is called Nobody"),
            ("to @Mei", "Usage: :to @NAME TEXT"), ("to @Zoe hello", "No one here is called Zoe"),
            ("hands", "Usage: :hands stay|SECONDS"),
            ("admit", "Usage: :admit NAME|all"), ("admit Mei", "No one here is called Mei"),
            ("broadcast a {", "This is not valid JSON"), ("upload", "Usage: :upload FILE"),
        ])
    func problems(_ line: String, _ words: String) {
        #expect(throws: LiveCommand.Problem(words: words)) {
            try LiveCommand(line, users: [LiveSamples.mei], LiveSamples.view(teacher))
        }
    }

    @Test("the usage of a command is translated, but its words are not")
    func translatedUsage() {
        ChineseCatalogue.use {
            #expect(throws: LiveCommand.Problem(words: "用法：:ban @名称 秒数")) {
                try LiveCommand("ban", users: [], LiveSamples.view(teacher))
            }
            #expect(throws: LiveCommand.Problem(words: "用法：:record on|off")) {
                try LiveCommand("record", users: [], LiveSamples.view(teacher))
            }
        }
    }

    @Test(
        ":share names the desktop, a window by its title or id, or the window that is clicked",
        arguments: [
            ("screen", ScreenChoice.desktop), ("window", .window(nil)), ("window Notes (1)", .window("Notes (1)")),
            ("window 0x40000a", .window("0x40000a")),
        ])
    func share(_ line: String, _ choice: ScreenChoice) throws {
        let command = try LiveCommand("share " + line, users: [], LiveSamples.view(teacher))
        expect(command, is: .ownMedia(.shareScreen(choice)))
    }

    @Test("LIVE-39: :share off ends the viewer's own screen, and the header says that it is shared")
    func shareOff() {
        var state = LiveSamples.inClass(LiveSamples.view(teacher))
        var sending = OwnSending()
        sending.sharesScreen = true
        state.apply(.ownSending(sending))
        #expect(text(state).contains("you share your screen"))
        for key in ":share off" { state.press(key) }
        expect(state.press(.enter), is: [.ownMedia(.turn(.screen, isOn: false))])
    }

    @Test("LIVE-39: :share off without a share says that nothing is shared")
    func nothingShared() {
        var state = LiveSamples.inClass(LiveSamples.view(teacher))
        for key in ":share off" { state.press(key) }
        state.press(.enter)
        expect(state.message?.text, is: "You share nothing")
    }

    @Test("the end of a timer is a message for everyone, but its removal is not", arguments: [0, 20])
    func timer(remaining: Int) {
        func timer(_ phase: TimerSignal.Phase) -> ClassEvent.Kind {
            .timer(TimerSignal(phase, total: 60, remaining: remaining, isDecrease: true))
        }
        var state = LiveSamples.inClass(LiveSamples.view(mei, others: [timer(.running)]))
        state.apply(.live(LiveSamples.view(mei, others: [timer(.stopped)], number: 2)))
        expect(state.message?.text == "Time is up", is: remaining == 0)
    }

    @Test("a student whose hand is raised sees the timer in the header, and the end of a timer is shown in words")
    func timerBesideHand() {
        var room = Samples.roomView()
        room.timer = TimerView(seconds: 42, total: 60)
        let view = LiveSamples.view(mei, [LiveSamples.request(mei, 1, ago: 1)])
        #expect(text(LiveSamples.inClass(120, 36, view, room: room)).contains("Timer 00:42 of 01:00"))
        room.timer = TimerView(seconds: 0, total: 60, isCalled: true, isUp: true)
        #expect(text(LiveSamples.inClass(160, 36, LiveSamples.view(teacher), room: room)).contains("Time is up"))
    }

    @Test("LIVE-18: a broadcast of more than 1,024 characters is not sent")
    func longBroadcast() {
        let json = "\"" + String(repeating: "x", count: 1_023) + "\""
        #expect(throws: LiveCommand.Problem(words: "At most 1024 characters of JSON")) {
            try LiveCommand("broadcast a " + json, users: [], LiveSamples.view(teacher))
        }
    }

    @Test("Tab completes permitted commands, on and off, and paths")
    func completion() {
        var state = LiveSamples.inClass(LiveSamples.view(teacher))
        state.press(":")
        for key in "rec" { state.press(key) }
        state.press(.tab)
        expect(state.room?.commandLine?.line.text, is: "record ")
        state.press("o")
        state.press(.tab)
        expect(state.room?.commandLine?.line.text, is: "record on")
        expect(state.press(.enter).wishes, is: [.record(true)])
        expect(state.room?.commandLine, is: nil)
        var student = LiveSamples.inClass(LiveSamples.view(mei))
        student.press(":")
        expect(
            student.room?.commandLine?.completion?.candidates.map(\.text),
            is: [
                "microphone ", "camera ", "talk ", "devices", "definition ", "rotate ", "smooth ", "link ",
                "send-link ", "to ", "share ", "image ",
                "cancel-upload",
                "documents", "roominfo",
            ])
        state.press(":")
        for key in "upload ~/sl" { state.press(key) }
        expect(state.press(.tab), is: [.library(.complete("~/sl"))])
    }

    @Test("a teacher saves the results of the class, in a file of choice or the usual one, and others are refused")
    func report() {
        var state = LiveSamples.inClass(LiveSamples.view(teacher))
        for key in ":report" { state.press(key) }
        expect(state.press(.enter).orders, is: [.saveReport(nil)])
        for key in ":report ~/a b.json" { state.press(key) }
        expect(state.press(.tab), is: [.library(.complete("~/a b.json"))])
        expect(state.press(.enter).orders, is: [.saveReport("~/a b.json")])
        state.apply(.liveNews(.done("Saved as a\u{1B}.csv")))
        expect(state.message?.text, is: "Saved as a.csv")

        state = LiveSamples.inClass(LiveSamples.view(mei))
        for key in ":report" { state.press(key) }
        #expect(state.press(.enter).orders.isEmpty)
        expect(state.message?.text, is: ClassError(.teacherNeeded).words)
    }

    @Test("LIVE-57, LIVE-60, LIVE-71: only pictures are sent, and the header shows the progress")
    func uploads() {
        var state = LiveSamples.inClass(LiveSamples.view(mei))
        for key in ":image a.pdf" { state.press(key) }
        #expect(state.press(.enter).isEmpty)
        expect(state.message?.text, is: "Only PNG and JPEG pictures can be sent")
        for key in ":image a.jpg" { state.press(key) }
        expect(state.press(.enter).orders, is: [.upload(path: "a.jpg", .message)])
        var view = LiveSamples.view(mei, number: 2)
        view.upload = ClassUpload(name: "a.jpg", progress: 0.42)
        state.apply(.live(view))
        #expect(text(state).contains("sending a.jpg: 42%"))
        for key in ":cancel-upload" { state.press(key) }
        expect(state.press(.enter).orders, is: [.cancelUpload])
    }
}
