import TestSupport
import Testing

@testable import Options

@Suite("The command line of tvplay-keeper")
struct KeeperCommandLineTests {
    private func read(_ words: String...) -> KeeperCommandLine.Reading { KeeperCommandLine.read(words) }

    private func command(_ words: String...) -> KeeperCommandLine? {
        if case .command(let line) = KeeperCommandLine.read(words) { line } else { nil }
    }

    private func mistake(_ words: String...) -> String {
        if case .mistake(let text) = KeeperCommandLine.read(words) { text } else { "" }
    }

    @Test("every example is a command, and every option has a command, help, manual page and completions")
    func table() {
        for example in KeeperTable.commands {
            // The quotation marks are removed, as by a shell.
            let words = example.example.replacing("\"", with: "").split(separator: " ").map(String.init)
            let known = words.prefix(words.firstIndex { $0.hasSuffix("Linear") }.map { $0 + 1 } ?? words.count)
            guard case .command(let line) = KeeperCommandLine.read(Array(known.dropFirst())) else {
                Issue.record("\(example.example)")
                continue
            }
            expect(line.action, is: example.action)
        }
        let used = Set(KeeperTable.commands.flatMap(\.options) + KeeperTable.general)
        expect(Set(KeeperTable.options.map(\.name)), is: used)
        for option in KeeperTable.options {
            #expect(KeeperHelp.all.contains("--" + option.name))
            #expect(KeeperManual.source().contains("Fl Fl " + option.name.replacing("-", with: "\\-")))
            for shell in Shell.allCases { #expect(KeeperCompletions.script(for: shell).contains(option.name)) }
        }
        #expect(KeeperHelp.all.split(separator: "\n").allSatisfy { $0.count <= 110 })
    }

    @Test("values are read with and without =, checked, and have defaults")
    func values() {
        let line = command("code", "add", "algebra", "--role", "teacher", "--uses=3")
        #expect(line?.action == .addCode && line?.words == ["algebra"])
        #expect(line?.text("role") == "teacher" && line?.number("uses") == 3 && line?.number("hours") == 720)
        expect(line?.given("hours"), is: nil)
        expect(command("up", "--guests")?.has("guests"), is: true)
        #expect(mistake("up", "--port=70000").contains("a whole number from 0 to 65535"))
        #expect(mistake("code", "add", "a", "--role=king").contains("one of: student, teacher, assistant, guest"))
        expect(command("up", "--recording-space=20G", "--no-recording")?.byteCount("recording-space"), is: 20 << 30)
        expect(command("ban", "remove", "algebra", "17")?.words, is: ["algebra", "17"])
        #expect(mistake("run", "--keep-chat=3").contains("Unknown option"))
        #expect(mistake("run", "--recording-space=much").contains("a size such as 500M or 20G"))
        #expect(command("up", "--ports=20000-20008")?.ports("ports") == 20_000...20_008)
        expect(command("up")?.ports("ports"), is: nil)
        for wrong in ["20000", "20000-20007", "30000-20000", "0-99", "65000-65536", "1-2-30", "-20000-20100"] {
            #expect(mistake("up", "--ports=" + wrong).contains("a range of at least 9 ports such as 20000-20999"))
        }
        #expect(mistake("up", "--guests=no").contains("takes no value"))
        #expect(mistake("up", "--title").contains("requires a value"))
    }

    @Test("unknown words are reported with a suggestion, without control characters")
    func mistakes() {
        #expect(mistake("uo").contains("tvplay-keeper up"))
        #expect(mistake("class", "ad").contains("tvplay-keeper class add"))
        #expect(mistake("up", "--hots=x").contains("--host"))
        #expect(mistake("up", "word").contains("unexpected argument 'word'"))
        #expect(mistake("class", "add").contains("Missing argument: NAME"))
        #expect(!mistake("up", "--\u{1B}[2J").contains("\u{1B}"))
        #expect(mistake("class", "list", "--role=teacher").contains("Unknown option --role"))
    }

    @Test("help, version, manual page and completions are printed")
    func shown() {
        for words in [
            [], ["help"], ["--help"], ["-h"], ["--version"], ["--man"], ["--completion=fish"], ["up", "--help"],
        ] {
            guard case .show(let text) = KeeperCommandLine.read(words) else {
                Issue.record("\(words)")
                continue
            }
            #expect(text.hasSuffix("\n"))
        }
        #expect(read("--completion=csh") != read("--completion=bash"))
    }
}
