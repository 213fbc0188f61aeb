import ClassRules
import ClassWire
import Classes
import LiveClasses
import Signalling
import TestSupport
import Testing
import XML

@Suite("A live class: documents")
struct LiveMachineDocumentTests {
    @Test("the words of a document's pages follow once the class has taken the document")
    func texts() throws {
        var script = LiveScript(LiveScript.user(.teacher, "Li Lei"))
        script.enter()
        script.come(script.view.me)
        script.receiveInput(.order(.upload(path: "/tmp/a.pdf", .document)))
        let pictures = ["  Kernel\n  and image\n", " \n", "Rank"].map {
            PreparedPicture(name: "p.png", type: "image/png", byteCount: 9, width: 3, height: 2, text: $0)
        }
        script.receiveInput(.file(.prepared(title: "a", pictures)))
        let slot = XMLElement(
            "slot", namespace: "urn:xmpp:http:upload:0",
            children: [
                XMLElement("put", attributes: ["url": "https://up.test/1"]),
                XMLElement("get", attributes: ["url": "https://get.test/1"]),
            ])
        for number in pictures.indices {
            script.answer(script.request("request"), with: slot)
            script.receiveInput(.file(.put(number)))
        }
        expect(acts(script).map(\.wish.name), is: ["addDocument", "showPage"])
        guard case .addDocument(let document)? = acts(script).first?.wish else { throw ClassError(.badDocument) }
        script.answer(script.sent.first { $0.first("act") != nil }, with: ActAnswer.done(1).element)
        let texts = [(0, "Kernel\nand image"), (2, "Rank")].map { page, text in
            PageText(key: PageKey(document: document.id, page: page), text: text)
        }
        expect(acts(script).last?.wish, is: .describePages(texts))
        expect(acts(script).count, is: 3)
    }

    private func acts(_ script: LiveScript) -> [ClassAct] {
        script.sent.compactMap { $0.first("act") }.compactMap {
            if case .act(let act)? = ClassAct.read($0) { act } else { nil }
        }
    }
}
