import Cells
import ClassRules
import Classes
import PlayCore
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("The door of a live class on the screen")
struct LiveDoorTests {
    private let teacher = LiveSamples.teacher
    private let mei = LiveSamples.mei
    private let anna = ClassUser(id: "17", name: "Anna \u{1B}[31mLi")
    private let bert = ClassUser(id: "18", name: "Bert")

    private func text(_ state: AppState) -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }

    private func view(
        _ me: ClassUser, _ events: [LiveEvent] = [.waitingRoom(true)], waiting: [ClassUser] = [], count: Int = 0,
        number: Int = 1
    ) -> LiveClassView {
        var view = LiveSamples.view(me, events, number: number)
        view.machine.follow(waiting: waiting, count: count)
        return view
    }

    @Test("teachers read that the class is locked, in the header and when that changes, and students do not")
    func locked() {
        for (me, isSeen) in [(teacher, true), (mei, false)] {
            var state = LiveSamples.inClass(view(me, []))
            state.apply(.live(view(me, [.locked(true)], number: 2)))
            expect(text(state).contains("class locked"), is: isSeen)
            expect(state.message?.text == "The class is locked for newcomers", is: isSeen)
        }
    }

    @Test("teachers read whom the lock refused, without control characters")
    func refused() {
        var state = LiveSamples.inClass(view(teacher, [.locked(true)]))
        state.apply(.liveNews(.notice(.turnedAway("Mal\u{1B}[2Jlory"))))
        expect(state.message?.text, is: "Mal[2Jlory could not enter: the class is locked (:lock off opens it)")
    }

    @Test("a person who waits is announced once, and is at the top of People, above the raised hands")
    func announced() {
        let hand = LiveSamples.request(mei, 1, ago: 2)
        var state = LiveSamples.inClass(view(teacher, [.waitingRoom(true), hand]))
        #expect(text(state).contains("waiting room"))
        let effects = state.apply(.live(view(teacher, [.waitingRoom(true), hand], waiting: [anna], number: 2)))
        #expect(effects.contains(.ring))
        expect(state.message?.text, is: "Anna [31mLi waits to enter: h shows all, :admit all lets everyone in")
        #expect(text(state).contains("1 waits to enter"))
        var gone = state
        gone.apply(.live(view(teacher, [.waitingRoom(true), hand], number: 3)))
        expect(gone.message?.text, is: nil, "a line about a person who is gone")
        state.message = nil
        state.apply(.live(view(teacher, [.waitingRoom(true), hand], waiting: [anna], number: 4)))
        expect(state.message?.text, is: nil)
        state.press("h")
        expect(state.room?.places[.people], is: 0)
        let lines = text(state).split(separator: "\n")
        let waiting = lines.firstIndex { $0.contains("Anna [31mLi  waits to enter") }
        let raised = lines.firstIndex { $0.contains("y allow, n refuse, - lower") }
        #expect(waiting.map { waiting in raised.map { waiting < $0 } ?? false } == true)
    }

    @Test("y, n and the menu of a person who waits let in or refuse, and the rows below keep their meaning")
    func answers() {
        let hand = LiveSamples.request(mei, 1, ago: 2)
        var state = LiveSamples.inClass(view(teacher, [.waitingRoom(true), hand], waiting: [anna, bert]))
        state.press("h")
        expect(state.press("y").wishes, is: [.admit(ClassReply(user: "17", true))])
        state.press(.down)
        expect(state.press("n").wishes, is: [.admit(ClassReply(user: "18", false))])
        state.press("a")
        #expect(text(state).contains("Let in") && text(state).contains("Refuse"))
        expect(state.press(.enter).wishes, is: [.admit(ClassReply(user: "18", true))])
        state.press(.down)
        expect(state.press("y").wishes, is: [.reply(ClassReply(user: "m", true))])
    }

    @Test(":admit names a person who waits, and Tab completes the name")
    func command() throws {
        let view = view(teacher, waiting: [anna, bert])
        try expect(
            LiveCommand("admit Bert", users: [], view), is: .wish(.admit(ClassReply(user: "18", true))))
        try expect(
            LiveCommand("admit @Bert", users: [], view), is: .wish(.admit(ClassReply(user: "18", true))))
        var state = LiveSamples.inClass(view)
        for key in ":admit B" { state.press(key) }
        state.press(.tab)
        expect(state.room?.commandLine?.line.text, is: "admit Bert")
        expect(state.press(.enter).wishes, is: [.admit(ClassReply(user: "18", true))])
    }

    @Test("a viewer who waits to be let in reads so, and only Esc leaves")
    func waits() {
        var view = LiveSamples.view(mei)
        view.loading = ClassLoading(
            .ticket, progress: 0.05, suspension: ClassLoading.Suspension(.waiting("You are in the waiting room.")))
        var state = LiveSamples.inClass(view)
        #expect(text(state).contains("You are in the waiting room.") && text(state).contains("Esc leave"))
        #expect(!text(state).contains("Enter retry"))
        #expect(state.press(.enter).orders.isEmpty)
        expect(state.press(.escape).orders, is: [.continueLoading(false)])
    }
}
