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

@Suite("A live class: documents")
struct LiveMachineDocumentTests {
    @Test("the words of a document's pages are sent once the class has accepted the document")
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

    @Test(
        "files are loaded and sent at the host that the viewer reached, and their addresses name the server's first one"
    )
    func otherHost() throws {
        let teacher = LiveScript.user(.teacher, "Li Lei")
        var script = LiveScript(teacher) { entry in
            var ticket = LiveScript.ticket(teacher)
            (ticket.server.host, ticket.server.fileHost) = ("2001:db8::1", "203.0.113.9")
            entry = LiveEntry(.ticket(ticket))
        }
        let (common, own) = ("https://203.0.113.9:5281/1", "https://[2001:db8::1]:5281/1")
        script.enter()
        script.come(teacher)
        script.receiveInput(.order(.upload(path: "/tmp/a.png", .document)))
        let picture = PreparedPicture(name: "p.png", type: "image/png", byteCount: 9, width: 3, height: 2, text: "")
        script.receiveInput(.file(.prepared(title: "a", [picture])))
        let places = ["put", "get"].map { XMLElement($0, attributes: ["url": common]) }
        script.answer(
            script.request("request"), with: XMLElement("slot", namespace: "urn:xmpp:http:upload:0", children: places))
        let puts = script.effects.compactMap { if case .file(.put(_, let slot)) = $0 { slot.put } else { nil } }
        expect(puts, is: [own])
        script.receiveInput(.file(.put(0)))
        guard case .addDocument(let document)? = acts(script).first?.wish else { throw ClassError(.badDocument) }
        expect(document.pages.map(\.picture), is: [common])
        let added = ClassEvent(.zero, .documentAdded(document))
        script.receive(script.event(script.chain.append(added)))
        let pages = script.events.compactMap { if case .documentAdded(let new) = $0.kind { new.pages } else { nil } }
        expect(pages.joined().map(\.picture), is: [own])
        let room = try #require(XMPPAddress(LiveScript.room))
        let line = ChatStanza(text: "", picture: common).message(to: room, id: "m")
        script.receive(script.message("Mei", archive: "a-1", children: line.children))
        expect(script.lines.last?.picture, is: own)
    }

    private func acts(_ script: LiveScript) -> [ClassAct] {
        script.sent.compactMap { $0.first("act") }.compactMap {
            if case .act(let act)? = ClassAct.read($0) { act } else { nil }
        }
    }
}
