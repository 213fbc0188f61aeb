import Cells
import PlayCore
import TestSupport
import Testing

@testable import Commands

@Suite("input.conf")
struct InputConfTests {
    @Test("mpv's key names, with modifiers, are read as the keys that a terminal sends")
    func keys() {
        let cases: [(String, KeyPress)] = [
            ("a", KeyPress(.character("a"))), ("A", KeyPress(.character("A"))), ("SPACE", KeyPress(.character(" "))),
            ("SHARP", KeyPress(.character("#"))), ("ENTER", KeyPress(.enter)), ("esc", KeyPress(.escape)),
            ("BS", KeyPress(.backspace)), ("PGUP", KeyPress(.pageUp)), ("PGDWN", KeyPress(.pageDown)),
            ("F12", KeyPress(.function(12))), ("Ctrl+LEFT", KeyPress(.left, .control)),
            ("Shift+LEFT", KeyPress(.left, .shift)), ("ctrl+alt+x", KeyPress(.character("x"), [.control, .alt])),
            ("Shift+a", KeyPress(.character("A"))), ("Ctrl+A", KeyPress(.character("a"), .control)),
            ("Ctrl++", KeyPress(.character("+"), .control)), ("Alt+-", KeyPress(.character("-"), .alt)),
            ("+", KeyPress(.character("+"))), ("0x20ac", KeyPress(.character("€"))), ("é", KeyPress(.character("é"))),
        ]
        for (name, key) in cases { expect(KeyName.key(name), is: .key(key), "\(name)") }
        expect(KeyName.key("WHEEL_UP"), is: .mouse(.wheelUp, []))
        expect(KeyName.key("Ctrl+MBTN_RIGHT"), is: .mouse(.right, .control))
        expect(KeyName.key("Meta+x"), is: .unreachable("Meta+x"))
        expect(KeyName.key("XF86AudioPlay"), is: .unreachable("XF86AudioPlay"))
        for name in ["", "BOGUS", "Hyper+x", "F99", "Ctrl+"] { expect(KeyName.key(name), is: nil, "\(name)") }
    }

    @Test("dashes join the keys of a sequence and can be keys themselves")
    func sequences() {
        func key(_ character: Character) -> BoundKey { .key(KeyPress(.character(character))) }
        expect(KeyName.sequence("g-p"), is: [key("g"), key("p")])
        expect(KeyName.sequence("-"), is: [key("-")])
        expect(KeyName.sequence("a--"), is: [key("a"), key("-")])
        expect(KeyName.sequence("--a"), is: [key("-"), key("a")])
        expect(KeyName.sequence("g-ENTER-2"), is: [key("g"), .key(KeyPress(.enter)), key("2")])
        expect(KeyName.sequence("a-b-c-d-e"), is: nil)
        expect(KeyName.sequence("g-BOGUS"), is: nil)
    }

    @Test("bindings, comments and sections are distinguished, and a wrong line affects no other line")
    func file() throws {
        let text = """
            # comment
            SPACE cycle pause    # play
              x   seek 5; show-text "a # b"

            q ignore
            r {encode} quit
            t {default} quit
            y
            BOGUS quit
            z bogus 1
            u show-text "open
            x frame-step
            """
        let (bindings, problems) = InputConf.parse(text)
        expect(bindings.bindings.map(\.keyText), is: ["SPACE", "x", "q", "t"])
        expect(bindings.bindings[1].commands.map(\.command), is: [.frameStep(1)])
        #expect(bindings.bindings[2].commands.isEmpty)
        expect(bindings.binding([.key(KeyPress(.character(" ")))])?.text, is: "cycle pause")
        expect(
            problems,
            is: [
                .init(line: 8, text: "Key y: no command given"), .init(line: 9, text: "Unknown key: BOGUS"),
                .init(line: 10, text: "Unknown command: bogus"),
                .init(line: 11, text: "Unbalanced quotes or invalid escape in the command"),
            ])
    }

    @Test("the prefixes of key sequences are recognised")
    func prefixes() {
        let bindings = InputConf.parse("g-p quit\ng-x-y ignore\na quit\n").bindings
        func keys(_ text: String) -> [BoundKey] { text.map { .key(KeyPress(.character($0))) } }
        #expect(bindings.isPrefix(keys("g")))
        #expect(bindings.isPrefix(keys("gx")))
        #expect(!bindings.isPrefix(keys("a")))
        #expect(!bindings.isPrefix(keys("gp")))
        #expect(!bindings.isPrefix(keys("x")))
        #expect(bindings.binding(keys("gp")) != nil)
        expect(bindings.binding(keys("g")), is: nil)
    }
}
