import Addresses
import ClassAccess
import ClassRules
import ClassWire
import Classes
import LiveClasses
import PlayCore
import TestSupport
import Testing

@Suite("A live class: the waiting room")
struct LiveMachineDoorTests {
    private func script() throws -> LiveScript {
        let server = try #require(Address("https://class.test:8443/"))
        var script = LiveScript {
            $0.way = .server(server, JoinRequest(.code("2345-6789-ACEF", resume: nil), name: "Li Lei"))
        }
        script.begin()
        return script
    }

    private func waiting(_ seconds: Int = 3) -> LiveInput {
        var error = JoinError(.waiting, retryAfter: seconds)
        error.resume = "own"
        return .ticket(.failure(error))
    }

    private func asked(_ script: inout LiveScript) -> [LiveEffect] {
        defer { script.effects = [] }
        return script.effects.filter { if case .askForTicket = $0 { true } else { false } }
    }

    @Test("a waiting viewer repeats the request as the same person at the keeper's interval")
    func waits() throws {
        var script = try script()
        expect(asked(&script), is: [.askForTicket(resume: nil)])
        script.receiveInput(waiting())
        expect(script.view.loading?.suspension?.reason, is: .waiting(JoinError(.waiting).message))
        script.pass(.milliseconds(2_999))
        #expect(asked(&script).isEmpty)
        script.pass(.milliseconds(1))
        expect(asked(&script), is: [.askForTicket(resume: "own")])
        let number = script.view.number
        script.receiveInput(waiting(5))
        expect(script.view.number, is: number, "the same box stays")
        script.pass(.seconds(5))
        expect(asked(&script), is: [.askForTicket(resume: "own")])
        script.receiveInput(.ticket(.success(LiveScript.ticket())))
        #expect(script.view.loading?.step == .connection && script.view.loading?.suspension == nil)
        script.pass(.seconds(60))
        #expect(asked(&script).isEmpty)
    }

    @Test("a refused viewer is notified, and Enter repeats the request as the same person")
    func refused() throws {
        var script = try script()
        script.receiveInput(waiting())
        script.pass(.seconds(3))
        script.receiveInput(.ticket(.failure(JoinError(.entryRefused))))
        expect(script.view.loading?.suspension?.reason, is: .failed(JoinError(.entryRefused).message))
        _ = asked(&script)
        script.pass(.seconds(60))
        #expect(asked(&script).isEmpty)
        script.receiveInput(.order(.continueLoading(true)))
        expect(asked(&script), is: [.askForTicket(resume: "own")])
    }

    @Test("an unreachable server does not end the wait, but Esc does")
    func restart() throws {
        var script = try script()
        script.receiveInput(waiting())
        script.pass(.seconds(3))
        _ = asked(&script)
        script.receiveInput(.ticket(.failure(JoinError(.network, detail: "no line"))))
        expect(script.view.loading?.suspension?.reason, is: .failed("no line"))
        script.pass(.seconds(5))
        expect(asked(&script), is: [.askForTicket(resume: "own")])
        script.receiveInput(waiting())
        expect(script.view.loading?.suspension?.isWaiting, is: true)
        script.receiveInput(.order(.continueLoading(false)))
        #expect(script.machine.isOver && script.effects.last == .close(nil))
    }

    @Test("a teacher who enters sees the waiting people, although the list arrives before the state")
    func entering() throws {
        let teacher = LiveScript.user(.teacher, "Ms Wang")
        var script = LiveScript(teacher)
        _ = script.kept.enter(teacher, at: script.time)
        _ = try script.kept.handle(.waitingRoom(true), by: teacher.id, at: script.time)
        script.begin()
        script.online()
        script.admit()
        let anna = ClassUser(id: "17", name: "Anna")
        script.tell(.waiting([anna], count: 1))
        script.answerState()
        script.answerArchive()
        expect(script.view.machine.waiting, is: [anna])
    }

    @Test("a teacher's list of waiting people outlasts another reading of the state, and ends with the waiting room")
    func list() throws {
        let teacher = LiveScript.user(.teacher, "Ms Wang")
        var script = LiveScript(teacher)
        script.enter()
        script.come(teacher)
        script.keep(try script.kept.handle(.waitingRoom(true), by: teacher.id, at: script.time))
        let anna = ClassUser(id: "17", name: "Anna")
        script.effects = []
        script.tell(.waiting([anna], count: 1))
        expect(script.takeNews(), is: [.notice(.waiting([anna], count: 1))])
        // This event does not arrive.
        _ = script.chain.append(ClassEvent(.zero, .notice(nil)))
        script.beat()
        script.answerState()
        #expect(script.view.machine.waiting == [anna] && script.view.machine.waitingCount == 1)
        script.keep(try script.kept.handle(.waitingRoom(false), by: teacher.id, at: script.time))
        #expect(script.view.machine.waiting.isEmpty)
    }
}
