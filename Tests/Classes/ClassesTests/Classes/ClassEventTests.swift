import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ClassEventTests {
    @Test("ROOM-25: events of every kind are the same after writing and reading lines of JSON")
    func lines() {
        var random = SeededGenerator(seed: 5)
        let events = RandomRecording.events(count: 4000, &random)
        let read = JSONLines.read(ClassEvent.self, JSONLines.write(events), file: "f")
        expect(read.lines, is: events)
        expect(read.warnings, is: [])
        expect(Set(events.map(\.kind.name)).count, is: 68)
    }

    @Test("ROOM-25: a line has the same text in every run")
    func text() {
        let event = ClassEvent(.milliseconds(1500), .notice(PostedNotice(text: "a/b \"c\"\u{1B}")))
        let line = String(decoding: JSONLines.write([event]), as: UTF8.self)
        expect(line, is: #"{"kind":"notice","t":1500000000,"value":{"text":"a/b \"c\"\u001b"}}"# + "\n")
    }
}
