import Cells
import PlayCore
import TestSupport
import Testing

@testable import Terminal

@Suite struct InputParserTests {
    private func parse(_ bytes: [UInt8]) -> [InputParser.Output] {
        var parser = InputParser()
        return parser.feed(bytes) + parser.timeOut()
    }

    private func parse(_ text: String) -> [InputParser.Output] { parse(Array(text.utf8)) }

    private func key(_ key: KeyPress.Key, _ modifiers: KeyPress.Modifiers = []) -> [InputParser.Output] {
        [.event(.key(KeyPress(key, modifiers)))]
    }

    static let keys: [(String, KeyPress)] = [
        ("a", KeyPress(.character("a"))), ("A", KeyPress(.character("A"))), (" ", KeyPress(.character(" "))),
        ("本", KeyPress(.character("本"))), ("é", KeyPress(.character("é"))), ("😀", KeyPress(.character("😀"))),
        ("\r", KeyPress(.enter)), ("\n", KeyPress(.enter)), ("\t", KeyPress(.tab)), ("\u{7F}", KeyPress(.backspace)),
        ("\u{8}", KeyPress(.backspace)), ("\u{12}", KeyPress(.character("r"), .control)),
        ("\u{0}", KeyPress(.character(" "), .control)), ("\u{1B}", KeyPress(.escape)),
        ("\u{1B}v", KeyPress(.character("v"), .alt)), ("\u{1B}本", KeyPress(.character("本"), .alt)),
        ("\u{1B}\r", KeyPress(.enter, .alt)), ("\u{1B}[", KeyPress(.character("["), .alt)),
        ("\u{1B}O", KeyPress(.character("O"), .alt)), ("\u{1B}[A", KeyPress(.up)), ("\u{1B}OA", KeyPress(.up)),
        ("\u{1B}\u{1B}[A", KeyPress(.up, .alt)), ("\u{1B}[1;2D", KeyPress(.left, .shift)),
        ("\u{1B}[1;5C", KeyPress(.right, .control)), ("\u{1B}[1;8B", KeyPress(.down, [.shift, .alt, .control])),
        ("\u{1B}[1;9A", KeyPress(.up)), ("\u{1B}[H", KeyPress(.home)), ("\u{1B}[1~", KeyPress(.home)),
        ("\u{1B}[7~", KeyPress(.home)), ("\u{1B}OF", KeyPress(.end)), ("\u{1B}[4~", KeyPress(.end)),
        ("\u{1B}[5;2~", KeyPress(.pageUp, .shift)), ("\u{1B}[6~", KeyPress(.pageDown)),
        ("\u{1B}[3;5~", KeyPress(.delete, .control)), ("\u{1B}[2~", KeyPress(.insert)),
        ("\u{1B}[Z", KeyPress(.tab, .shift)), ("\u{1B}OP", KeyPress(.function(1))),
        ("\u{1B}[1;5P", KeyPress(.function(1), .control)), ("\u{1B}[1;5R", KeyPress(.function(3), .control)),
        ("\u{1B}[11~", KeyPress(.function(1))), ("\u{1B}[[A", KeyPress(.function(1))),
        ("\u{1B}[[E", KeyPress(.function(5))), ("\u{1B}[15~", KeyPress(.function(5))),
        ("\u{1B}[17~", KeyPress(.function(6))), ("\u{1B}[24;3~", KeyPress(.function(12), .alt)),
        ("\u{1B}[a", KeyPress(.up, .shift)), ("\u{1B}Oc", KeyPress(.right, .control)),
        ("\u{1B}[7$", KeyPress(.home, .shift)), ("\u{1B}[5^", KeyPress(.pageUp, .control)),
        ("\u{1B}[8@", KeyPress(.end, [.shift, .control])), ("\u{1B}OM", KeyPress(.enter)),
        ("\u{1B}Ok", KeyPress(.character("+"))), ("\u{1B}Op", KeyPress(.character("0"))),
        ("\u{1B}[27;5;9~", KeyPress(.tab, .control)), ("\u{1B}[27;2;13~", KeyPress(.enter, .shift)),
        ("\u{1B}[97;5u", KeyPress(.character("a"), .control)), ("\u{1B}[13;2u", KeyPress(.enter, .shift)),
        ("\u{1B}[27u", KeyPress(.escape)), ("\u{1B}[97:65;6u", KeyPress(.character("A"), .control)),
        ("\u{1B}[57417u", KeyPress(.left)), ("\u{1B}[57363u", KeyPress(.function(16))),
        ("\u{1B}[57376u", KeyPress(.function(13))),
    ]

    @Test("each known key sequence is parsed as its key", arguments: keys)
    func known(bytes: String, press: KeyPress) {
        expect(parse(bytes), is: [.event(.key(press))])
    }

    @Test("an answer to DSR is never parsed as a key, even if it is split or follows typed keys")
    func deviceStatus() {
        expect(parse("\u{1B}[0n"), is: [.reply(.deviceStatus)])
        expect(parse("\u{1B}[3n"), is: [.reply(.deviceStatus)])
        #expect(parse("\u{1B}[5n").isEmpty)
        let bytes = Array("a\u{1B}[0n\u{1B}[0nq\u{1B}[0n".utf8)
        let wanted: [InputParser.Output] =
            key(.character("a")) + [.reply(.deviceStatus), .reply(.deviceStatus)] + key(.character("q"))
            + [.reply(.deviceStatus)]
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var parser = InputParser()
                let found =
                    parser.feed(bytes[..<first]) + parser.feed(bytes[first..<second]) + parser.feed(bytes[second...])
                expect(found + parser.timeOut(), is: wanted)
            }
        }
    }

    static let mouse: [(String, MouseEvent?)] = [
        ("\u{1B}[<0;1;1M", MouseEvent(.press(.left), column: 0, row: 0)),
        ("\u{1B}[<2;300;200m", MouseEvent(.release(.right), column: 299, row: 199)),
        ("\u{1B}[<32;5;6M", MouseEvent(.drag(.left), column: 4, row: 5)),
        ("\u{1B}[<35;5;6M", MouseEvent(.move, column: 4, row: 5)),
        ("\u{1B}[<64;5;6M", MouseEvent(.wheelUp, column: 4, row: 5)),
        ("\u{1B}[<65;5;6M", MouseEvent(.wheelDown, column: 4, row: 5)),
        ("\u{1B}[<66;5;6M", nil), ("\u{1B}[<128;5;6M", MouseEvent(.press(.back), column: 4, row: 5)),
        ("\u{1B}[<129;5;6m", MouseEvent(.release(.forward), column: 4, row: 5)),
        ("\u{1B}[<20;5;6M", MouseEvent(.press(.left), column: 4, row: 5, modifiers: [.shift, .control])),
        ("\u{1B}[M !!", MouseEvent(.press(.left), column: 0, row: 0)),
        ("\u{1B}[M\u{23}\"#", MouseEvent(.release(.left), column: 1, row: 2)),
        ("\u{1B}[32;4;7M", MouseEvent(.press(.left), column: 3, row: 6)),
        ("\u{1B}[<0;0;0M", MouseEvent(.press(.left), column: 0, row: 0)),
    ]

    @Test("mouse reports are parsed in SGR, urxvt and X10 form", arguments: mouse)
    func mouseReports(bytes: String, event: MouseEvent?) {
        expect(parse(bytes), is: (event.map { [.event(.mouse($0))] } ?? []))
    }

    static let replies: [(String, TerminalReply)] = [
        ("\u{1B}_Gi=31;OK\u{1B}\\", .kittyGraphics(isKnown: true)),
        ("\u{1B}_Gi=31;EINVAL:no\u{1B}\\", .kittyGraphics(isKnown: false)),
        ("\u{1B}_Gi=32;OK\u{1B}\\", .sharedMemory(isRead: true)),
        ("\u{1B}_Gi=32;EBADF:no\u{1B}\\", .sharedMemory(isRead: false)),
        ("\u{1B}[?1;0;1024S", .colorRegisters(1024)),
        ("\u{1B}[?62;22c", .deviceAttributes([62, 22])), ("\u{1B}[>41;354;0c", .secondaryAttributes([41, 354, 0])),
        ("\u{1B}[?2026;2$y", .mode(2026, state: 2)), ("\u{1B}P>|XTerm(379)\u{1B}\\", .version("XTerm(379)")),
        ("\u{1B}P1+r524742=382f382f38\u{1B}\\", .capability("RGB", value: "8/8/8")),
        ("\u{1B}P0+r524742\u{1B}\\", .capability("RGB", value: nil)),
        ("\u{1B}]11;rgb:ffff/8080/0000\u{7}", .defaultBackground(.rgb(255, 128, 0))),
        ("\u{1B}]10;rgb:ff/80/00\u{1B}\\", .defaultForeground(.rgb(255, 128, 0))),
        ("\u{1B}[12;40R", .cursor(column: 39, row: 11)), ("\u{1B}[6;20;10t", .cellSize(width: 10, height: 20)),
        ("\u{1B}[?1u", .keyboardFlags(1)),
    ]

    @Test("answers to queries are distinguished from keys", arguments: replies)
    func answers(bytes: String, reply: TerminalReply) {
        expect(parse("a" + bytes + "b"), is: key(.character("a")) + [.reply(reply)] + key(.character("b")))
    }

    @Test(
        "an unknown, broken or irrelevant sequence is discarded whole",
        arguments: [
            "\u{1B}[I", "\u{1B}[O", "\u{1B}[?1;2;3x", "\u{1B}[99~", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}]52;c;AAAA\u{7}",
            "\u{1B}P1$r0m\u{1B}\\", "\u{1B}[1;2;3;4;5;6;7;8;9z", "\u{1B}[97;1:3u", "\u{1B}[!p", "\u{1B}[<5",
            "\u{1B}]10;rgb:xx/1/2\u{7}", "\u{1B}[201~",
        ])
    func swallowed(bytes: String) {
        expect(parse(bytes), is: [])
    }

    @Test("bad UTF-8 never eats the key that follows")
    func badUTF8() {
        for bad in [[0xFF], [0xC0], [0xE6, 0x9C], [0xF0, 0x9F], [0xED, 0xA0, 0x80], [0x80]] as [[UInt8]] {
            expect(parse(bad + Array("q".utf8)), is: key(.character("q")))
        }
    }

    @Test("Escape pressed twice is two Escapes, and an Escape in a broken string starts a new sequence")
    func escapes() {
        expect(parse("\u{1B}\u{1B}"), is: key(.escape) + key(.escape))
        expect(parse("\u{1B}Pabc\u{1B}[A"), is: key(.up))
    }

    /// Sequences that the terminal sends on its own. They come at any time, even within the 25 ms in which an ESC waits
    /// for more.
    static let news = [
        "\u{1B}[0n", "\u{1B}[3n", "\u{1B}[?62;22c", "\u{1B}[?2026;2$y", "\u{1B}[7;3R", "\u{1B}[6;20;10t", "\u{1B}[?0u",
        "\u{1B}P1+r524742=38\u{1B}\\", "\u{1B}[<0;3;4M", "\u{1B}[M !!", "\u{1B}[200~x\u{1B}[201~", "\u{1B}[?9;9z",
    ]

    @Test(
        "an Escape right before an answer, a mouse report or a paste is parsed as an Escape, and so are they",
        arguments: news)
    func escapeBeforeNews(_ text: String) {
        expect(parse("\u{1B}" + text), is: key(.escape) + parse(text))
        expect(parse("\u{1B}" + text + "a"), is: key(.escape) + parse(text) + key(.character("a")))
    }

    @Test("a paste is one event, without control characters, of bounded size")
    func pastes() {
        expect(
            parse("\u{1B}[200~a\u{1B}[31mb\r\nc\u{1B}[20\u{1B}[201~d"),
            is: [.event(.paste("a[31mb\nc[20"))] + key(.character("d")))
        let huge = Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x78, count: 3 << 20) + Array("\u{1B}[201~".utf8)
        guard case .event(.paste(let text))? = parse(huge).first else {
            Issue.record("no paste")
            return
        }
        expect(text.utf8.count, is: PasteCollector.maximumBytes)
        // A paste without an end does not hold the keys back forever.
        expect(parse("\u{1B}[200~abc"), is: [.event(.paste("abc"))])
    }

    @Test("terminfo's sequences take precedence over the known ones")
    func terminfo() {
        var parser = InputParser(keys: [
            Array("\u{1B}[224z".utf8): KeyPress(.function(1)), Array("\u{1B}[25~".utf8): KeyPress(.up, .shift),
        ])
        expect(parser.feed("\u{1B}[224z\u{1B}[25~".utf8), is: key(.function(1)) + key(.up, .shift))
    }

    @Test("waiting has a limit only while a sequence is incomplete")
    func patience() {
        var parser = InputParser()
        expect(parser.patience, is: nil)
        for start in [
            "\u{1B}", "\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}P", "\u{1B}]0;\u{1B}", "\u{1B}[M!", "\u{1B}[200~",
        ] {
            expect(parser.feed(start.utf8), is: [])
            #expect(parser.patience != nil)
            _ = parser.timeOut()
            expect(parser.patience, is: nil)
        }
        expect(parser.feed([0xE6]), is: [])
        #expect(parser.patience != nil)
    }

    @Test("any bytes give the same events, no matter how they are split")
    func chunking() {
        let pieces =
            Self.keys.map { Array($0.0.utf8) } + Self.replies.map { Array($0.0.utf8) }
            + Self.mouse.map { Array($0.0.utf8) } + [Array("\u{1B}[200~x\u{1B}[201~".utf8), Array("\u{1B}[200~".utf8)]
        for seed in UInt64(0)..<300 {
            var generator = SeededGenerator(seed: seed)
            var bytes: [UInt8] = []
            for _ in 0..<60 {
                if Bool.random(using: &generator) {
                    bytes += pieces.randomElement(using: &generator) ?? []
                } else {
                    bytes.append(UInt8.random(in: 0...255, using: &generator))
                }
                if Int.random(in: 0..<10, using: &generator) == 0, !bytes.isEmpty { bytes.removeLast() }
            }
            var whole = InputParser()
            let expected = whole.feed(bytes) + whole.timeOut()
            var cut = InputParser()
            var found: [InputParser.Output] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = min(rest.count, Int.random(in: 1...7, using: &generator))
                found += cut.feed(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            found += cut.timeOut()
            expect(found, is: expected)
            expect(cut.patience, is: nil)
        }
    }
}
