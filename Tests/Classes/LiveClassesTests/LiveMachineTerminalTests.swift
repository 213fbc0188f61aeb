import ClassRules
import ClassWire
import Classes
import LiveClasses
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

@Suite("A live class: the viewer's own terminal")
struct LiveMachineTerminalTests {
    private static func screen(_ line: String) throws -> TmuxScreen {
        try #require(TmuxScreen(Array("20 1 0 2000 1 0 1\n\(line)\n".utf8)))
    }

    @Test("LIVE-39: when the class refuses a screen of a shared terminal, the client ends the sharing")
    func refused() throws {
        var script = LiveScript(LiveScript.user(.teacher, "Li Lei"))
        script.enter()
        script.come(script.view.me)
        script.keep(try script.kept.handle(.start(true), by: script.view.me.id, at: script.time))
        script.receiveInput(.order(.shareTerminal(TerminalChoice(pane: "%1"))))
        script.receiveInput(.terminal(.screen(try Self.screen("one"), pane: "%1")))
        expect(wishes(script), is: ["shareTerminal"])
        script.answer(script.request("act"), with: ActAnswer.done(1).element)
        script.receiveInput(.terminal(.screen(try Self.screen("two"), pane: "%1")))
        expect(wishes(script), is: ["shareTerminal", "shareTerminal"])
        let error = ClassError(.badTerminal)
        script.refuse(
            script.request("act"), with: ActAnswer.refused(error).error ?? StanzaError(kind: .cancel, condition: ""))
        expect(wishes(script), is: ["shareTerminal", "shareTerminal", "endTerminal"])
        #expect(!script.view.sharesTerminal)
        #expect(script.takeNews().contains(.failure("The terminal is not shared: " + error.words)))
    }

    private func wishes(_ script: LiveScript) -> [String] {
        script.sent.compactMap { $0.first("act") }.compactMap {
            if case .act(let act)? = ClassAct.read($0) { act.wish.name } else { nil }
        }
    }
}
