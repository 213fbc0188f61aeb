import ClassRules
import Foundation
import Signalling
import TestSupport
import Testing
import XML

@testable import ClassWire

@Suite struct WireFuzzTests {
    private static let inputs = Rounds.of(10_000)

    @Test("mutated stanzas of a live class are read within bounds or refused")
    func mutations() {
        var tally: [String: Int] = [:]
        var random = SeededGenerator(seed: Rounds.seed(16))
        let originals = WireSamples.stanzas
        for _ in 0..<Self.inputs {
            guard var stanza = originals.randomElement(using: &random) else { return }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let other = originals.randomElement(using: &random) ?? stanza
                stanza = StanzaMutation.mutated(stanza, with: other, &random)
            }
            read(stanza, &tally)
        }
        // Some of each kind survive their mutations, so the reader does not simply reject all.
        for kind in ["act", "unreadable", "event", "beat", "told", "chat", "request", "page"] {
            #expect(tally[kind, default: 0] > 0, "no \(kind) among \(Self.inputs)")
        }
    }

    private func read(_ stanza: XMLElement, _ tally: inout [String: Int]) {
        if let event = EventStanza(message: stanza) { readEvent(event, &tally) }
        if let chat = ChatStanza(message: stanza) {
            tally["chat", default: 0] += 1
            #expect(chat.text.utf8.count <= ChatStanza.textLimit + 3 && chat.mentions.count <= 32)
            #expect((chat.picture?.utf8.count ?? 0) <= 2048 && (chat.replyTo?.utf8.count ?? 0) <= 512)
        }
        if NoticeStanza(message: stanza) != nil { tally["told", default: 0] += 1 }
        for child in stanza.children {
            switch ClassAct.read(child) {
            case .act(let act):
                tally["act", default: 0] += 1
                #expect(act.id.utf8.count <= 64)
            case .unreadable: tally["unreadable", default: 0] += 1
            case nil: break
            }
            if let request = StateRequest(child) {
                tally["request", default: 0] += 1
                #expect(request.from >= 0)
            }
            if let request = ReportRequest(child) { #expect((request.after?.utf8.count ?? 0) <= 64) }
            if let page = ReportPage(child) {
                for line in page.lines.lines ?? [] { _ = ClassReport.Entry(json: line) }
            }
            if let page = StatePage(child) {
                tally["page", default: 0] += 1
                #expect(page.from >= 0 && page.total >= 0 && page.chain.number >= 0)
                #expect((page.lines.lines ?? []).reduce(0) { $0 + $1.utf8.count } <= PackedLines.byteLimit)
                _ = page.next(room: "r@s")
            }
        }
    }

    private func readEvent(_ stanza: EventStanza, _ tally: inout [String: Int]) {
        var chain = EventChain()
        switch stanza {
        case .event(let number, let line, let hash):
            tally["event", default: 0] += 1
            #expect(line.utf8.count <= EventStanza.sizeLimit && number >= 0)
            _ = chain.follow(number: number, line: line, hash: hash)
            // The line is read as with the right hash.
            var other = EventChain()
            _ = other.follow(number: 1, line: line, hash: EventChain.hash(after: "", line))
        case .beat(let number, let hash, _):
            tally["beat", default: 0] += 1
            _ = chain.isAbreast(number: number, hash: hash)
        }
    }
}

private enum StanzaMutation {
    static func mutated(_ stanza: XMLElement, with other: XMLElement, _ random: inout SeededGenerator) -> XMLElement {
        guard Int.random(in: 0..<3, using: &random) > 0, !stanza.children.isEmpty else {
            return changed(stanza, with: other, &random)
        }
        var children = stanza.children
        let place = Int.random(in: 0..<children.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: children.remove(at: place)
        case 1: children.append(children[place])
        case 2: if let foreign = other.children.randomElement(using: &random) { children[place] = foreign }
        case 3: children[place] = nested(children[place], Int.random(in: 1...48, using: &random))
        default: children[place] = mutated(children[place], with: other, &random)
        }
        return copy(stanza, children: children)
    }

    private static func changed(
        _ element: XMLElement, with other: XMLElement, _ random: inout SeededGenerator
    ) -> XMLElement {
        var (attributes, text) = (element.attributes, element.text)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: if let name = attributes.keys.sorted().randomElement(using: &random) { attributes[name] = nil }
        case 1, 2:
            guard let name = attributes.keys.sorted().randomElement(using: &random) else { break }
            attributes[name] = value(&random)
        case 3:
            return XMLElement(
                other.name, namespace: other.namespace, attributes: attributes, children: element.children, text: text)
        default: text = broken(text, &random)
        }
        return copy(element, attributes: attributes, text: text)
    }

    private static func value(_ random: inout SeededGenerator) -> String {
        let odd = ["-1", "0", "9007199254740993", "9223372036854775807", "1e9", "", " 1", "0x1F", "４"]
        return Bool.random(using: &random)
            ? odd.randomElement(using: &random) ?? "" : RandomText.make(using: &random, length: 0...200)
    }

    /// Changes a byte, doubles or removes a part, or adds deep arrays or control characters.
    private static func broken(_ text: String, _ random: inout SeededGenerator) -> String {
        var bytes = Array(text.utf8)
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...20, using: &random)))
        case 2: bytes.insert(contentsOf: bytes[place...], at: place)
        case 3:
            bytes.insert(
                contentsOf: [UInt8](repeating: UInt8(ascii: "["), count: Int.random(in: 1...2000, using: &random)),
                at: place)
        case 4: bytes.insert(contentsOf: #"99999999999999999999,"\ud800":"#.utf8, at: place)
        default: bytes.insert(contentsOf: RandomText.make(using: &random).utf8, at: place)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func nested(_ element: XMLElement, _ depth: Int) -> XMLElement {
        (0..<depth).reduce(element) { inner, _ in
            XMLElement(element.name, namespace: element.namespace, attributes: element.attributes, children: [inner])
        }
    }

    private static func copy(
        _ element: XMLElement, attributes: [String: String]? = nil, children: [XMLElement]? = nil, text: String? = nil
    ) -> XMLElement {
        XMLElement(
            element.name, namespace: element.namespace, attributes: attributes ?? element.attributes,
            children: children ?? element.children, text: text ?? element.text)
    }
}
