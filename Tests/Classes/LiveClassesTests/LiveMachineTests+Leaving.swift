import Addresses
import ClassAccess
import ClassRules
import ClassWire
import Classes
import LiveClasses
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

extension LiveMachineTests {
    @Test("LIVE-10, LIVE-14: a teacher ends the class, leaves the room and closes the connection, in this order")
    func leaving() throws {
        var script = LiveScript(teacher)
        script.enter()
        script.come(teacher)
        script.keep(try script.kept.handle(.start(true), by: teacher.id, at: script.time))
        _ = script.takeSent()
        script.effects = []
        script.receiveInput(.order(.endAndLeave))
        let act = script.request("act")
        #expect(act?.first("act") != nil)
        #expect(!script.machine.isOver)
        script.answer(act, with: ActAnswer.done(9).element)
        expect(script.sent.last?["type"], is: "unavailable")
        expect(script.effects.last, is: .close(nil))
    }

    @Test("LIVE-10: a keeper that does not answer delays leaving by at most about a second and a half")
    func leavingAlone() throws {
        var script = LiveScript(teacher)
        script.enter()
        script.come(teacher)
        script.keep(try script.kept.handle(.start(true), by: teacher.id, at: script.time))
        script.receiveInput(.order(.endAndLeave))
        #expect(!script.machine.isOver)
        script.pass(.milliseconds(1600))
        #expect(script.machine.isOver)
    }

    @Test("LIVE-10: a teacher who only leaves, or closes the terminal, does not end the class")
    func leavingOnly() throws {
        for input in [LiveInput.order(.leave), .end] {
            var script = LiveScript(teacher)
            script.enter()
            script.come(teacher)
            script.keep(try script.kept.handle(.start(true), by: teacher.id, at: script.time))
            _ = script.takeSent()
            script.receiveInput(input)
            expect(script.request("act"), is: nil)
            #expect(script.machine.isOver)
        }
    }

    @Test("A viewer who is removed from the room gets the reason and does not reconnect")
    func kicked() {
        var script = LiveScript()
        script.enter()
        script.receive(LiveScript.presence("Li Lei", codes: ["110", "307"], type: "unavailable"))
        #expect(script.machine.isOver)
        guard case .close(let error?)? = script.effects.last else {
            Issue.record("no words")
            return
        }
        expect(error.code, is: .invalidToken)
    }
}
