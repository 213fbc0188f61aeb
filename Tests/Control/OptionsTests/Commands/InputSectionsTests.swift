import Commands
import Encoding
import PlayCore
import TestSupport
import Testing

@Suite("Key bindings of clients")
struct InputSectionsTests {
    private func text(_ key: Character, _ sections: InputSections) -> String? {
        sections.effective.binding([.key(KeyPress(.character(key)))])?.text
    }

    @Test("a default section yields to the viewer's keys, a forced one overrides them, and both must be enabled")
    func precedence() throws {
        var sections = InputSections(InputConf.parse("a quit\n").bindings)
        try sections.apply(.define("weak", "a stop\nb stop\n", isForced: false))
        try sections.apply(.define("strong", "a ignore\n", isForced: true))
        expect(text("a", sections), is: "quit")
        expect(text("b", sections), is: nil)
        try sections.apply(.enable("weak", isExclusive: false))
        expect(text("a", sections), is: "quit")
        expect(text("b", sections), is: "stop")
        try sections.apply(.enable("strong", isExclusive: false))
        expect(text("a", sections), is: "ignore")
        try sections.apply(.disable("strong"))
        expect(text("a", sections), is: "quit")
    }

    @Test("an exclusive section suspends the others until it is disabled")
    func exclusive() throws {
        var sections = InputSections(InputConf.parse("a quit\n").bindings)
        try sections.apply(.define("below", "b stop", isForced: true))
        try sections.apply(.enable("below", isExclusive: false))
        try sections.apply(.define("menu", "c {menu} ignore\nd {other} ignore\ne bogus", isForced: false))
        try sections.apply(.enable("menu", isExclusive: true))
        #expect(sections.isExclusive)
        expect("abcde".map { text($0, sections) }, is: [nil, nil, "ignore", nil, nil])
        try sections.apply(.disable("menu"))
        expect("abc".map { text($0, sections) }, is: ["quit", "stop", nil])
    }

    @Test("keybind binds and unbinds a key, and refuses unknown keys and commands")
    func keybind() throws {
        var sections = InputSections()
        try sections.apply(.bind("a", "script-message custom-bind bind1"))
        expect(text("a", sections), is: "script-message custom-bind bind1")
        try sections.apply(.bind("a", ""))
        expect(text("a", sections), is: nil)
        #expect(throws: CommandError.badArgument("keybind", value: "bogus")) {
            try sections.apply(.bind("bogus", "quit"))
        }
        #expect(throws: CommandError.unknownCommand("bogus")) { try sections.apply(.bind("a", "bogus")) }
    }

    @Test("the number and the size of sections are limited")
    func bounds() throws {
        var sections = InputSections()
        let long = String(repeating: "a quit\n", count: 20_000)
        #expect(throws: CommandError.failed("define-section")) {
            try sections.apply(.define("long", long, isForced: false))
        }
        for number in 0..<256 { try sections.apply(.define("\(number)", "a quit", isForced: false)) }
        #expect(throws: CommandError.failed("define-section")) {
            try sections.apply(.define("one more", "a quit", isForced: false))
        }
        try sections.apply(.define("7", "b quit", isForced: false))
    }

    @Test("named arguments become the same list of words as in mpv")
    func named() {
        func words(_ fields: [String: JSONValue]) -> [JSONValue]? { NamedArguments.words(fields) }
        expect(
            words(["name": .string("loadfile"), "url": .string("a"), "flags": .string("append")]),
            is: [.string("loadfile"), .string("a"), .string("append")])
        expect(
            words(["name": .string("loadfile"), "url": .string("a"), "options": .string("start=1")]),
            is: [.string("loadfile"), .string("a"), .string("replace"), .string("-1"), .string("start=1")])
        expect(
            words(["name": .string("seek"), "target": .integer(2), "flags": .string("absolute")]),
            is: [.string("seek"), .integer(2), .string("absolute")])
        expect(words(["name": .string("frame_back_step")]), is: [.string("frame-back-step")])
        expect(words(["name": .string("loadfile"), "flags": .string("append")]), is: nil)
        expect(words(["name": .string("quit"), "bogus": .integer(1)]), is: nil)
        expect(words(["name": .integer(1)]), is: nil)
    }
}
