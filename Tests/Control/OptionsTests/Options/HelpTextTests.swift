import PlayCore
import TestSupport
import Testing

@testable import Options

@Suite("HelpText")
struct HelpTextTests {
    @Test("the short help has at most 22 rows, and names every command and topic")
    func shortHelp() {
        let lines = HelpText.short().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.allSatisfy { TextWidth.columns(of: String($0)) <= 79 })
        #expect(lines.count <= 22)
        let words = Set(HelpText.short().split { " ,\n".contains($0) }.map(String.init))
        for command in CommandTable.all { #expect(words.contains(command.name), "\(command.name)") }
        for topic in OptionGroup.allCases { #expect(words.contains(topic.rawValue), "\(topic)") }
        #expect(HelpText.all().contains("\nExamples:\n  tvplay film.mkv\n"))
    }

    @Test("the long help fits 80 columns and names every command")
    func longHelp() {
        #expect(HelpText.all().split(separator: "\n").allSatisfy { TextWidth.columns(of: String($0)) <= 79 })
        for command in CommandTable.all { #expect(HelpText.all().contains("\n  \(command.name) ")) }
    }

    @Test("each topic has help with exactly its options, by --help=TOPIC and by help TOPIC")
    func topics() throws {
        for topic in OptionGroup.allCases {
            try expect(OptionParser.parse(["--help=" + topic.rawValue]).command, is: .show(.topicHelp(topic)))
            let isCommand = CommandTable.chain([topic.rawValue]) != nil
            let shown = try OptionParser.parse(["help", topic.rawValue]).command
            expect(shown, is: .show(isCommand ? .commandHelp(topic.rawValue) : .topicHelp(topic)))
            let text = HelpText.topic(topic)
            #expect(!text.hasPrefix("\n") && HelpText.all().contains(text))
            let names = text.split(separator: "\n").filter { $0.hasPrefix("  -") }
            expect(names.count, is: OptionTable.options(of: topic).count)
        }
        #expect(throws: OptionError.unknownCommand("subtitle", of: "", suggestion: "help subtitles")) {
            try OptionParser.parse(["help", "subtitle"])
        }
    }

    @Test("the error for an invalid speed names the range, and larger values of mpv are limited to it")
    func speed() throws {
        #expect(throws: OptionError.self) { try OptionParser.parse(["--speed=fast", "a"]) }
        do throws(OptionError) {
            _ = try OptionParser.parse(["--speed=fast", "a"])
        } catch {
            #expect(error.message.hasSuffix("expected a number from 0.25 to 4."))
        }
        try expect(OptionParser.parse(["--speed=9", "a"]).options.rate, is: PlaybackRate(4))
    }

    /// All commands, each as the chain that leads to it.
    private static let chains = CommandTable.all.flatMap { spec in [[spec]] + spec.commands.map { [spec, $0] } }

    @Test("each command has help with usage, description, options and an example on at most 30 rows")
    func commandHelp() throws {
        for chain in Self.chains {
            let name = chain.map(\.name).joined(separator: " ")
            let spec = try #require(chain.last)
            let text = try #require(HelpText.command(name))
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            #expect(lines.count <= 30, "\(name): \(text)")
            #expect(lines.allSatisfy { TextWidth.columns(of: String($0)) <= 79 }, "\(name): \(text)")
            expect(lines.first?.hasPrefix("Usage: tvplay \(name)"), is: true)
            expect(lines.last?.hasPrefix("Example: tvplay \(chain[0].name)"), is: true)
            for option in spec.options { #expect(text.contains("\n  --\(option.name)")) }
            for below in spec.commands { #expect(text.contains("\n  \(below.name)")) }
            for name in spec.related { #expect(text.contains("\n  --\(name)"), "\(spec.name) names \(name)") }
        }
        expect(HelpText.command("film.mkv"), is: nil)
        expect(HelpText.command("downloads dance"), is: nil)
    }

    @Test("metavariables are translated, in usages and in options")
    func translatedWords() throws {
        try OtherLanguage.$translate.withValue({ ["URL": "网址", "DIR": "文件夹", "ID": "x"][$0] }) {
            let text = try #require(HelpText.command("cache load"))
            #expect(text.hasPrefix("Usage: tvplay cache load 网址..."))
            #expect(try #require(HelpText.command("get")).contains("=文件夹"))
            #expect(try #require(HelpText.command("downloads pause")).contains("ID...|--all"))
        }
    }

    @Test("the examples and the usages of the help can be parsed")
    func examples() throws {
        let values = [
            "N": "0.5", "ID...": "3f", "[ID...]": "3f", "ID": "3f", "PLACE": "1", "RATE": "2M", "URL...": "http://a",
            "FILE...": "a", "FILE|URL": "a", "URL|--all": "--all", "ID...|--all": "--all", "[COMMAND]": "",
            "COMMAND...": "pause", "[all|COMMAND|TOPIC]": "all",
        ]
        for chain in Self.chains {
            let spec = try #require(chain.last)
            let words = spec.example.split(separator: " ").map(String.init)
            expect(words[0], is: "tvplay")
            expect(words[1], is: chain[0].name)
            #expect(throws: Never.self) { _ = try OptionParser.parse(Array(words.dropFirst())) }
            let usage = HelpText.usage(chain).split(separator: " ").dropFirst().map { values[String($0)] ?? String($0) }
            #expect(throws: Never.self, "\(usage)") { _ = try OptionParser.parse(usage.filter { !$0.isEmpty }) }
        }
    }

    @Test("each metavariable belongs to an option, and differs from the default name of its form")
    func metavariables() throws {
        for (name, text) in Metavariables.ofOptions {
            let option = try #require(OptionTable.option(named: name), "\(name)")
            #expect(option.usage.contains(text), "\(name)")
            #expect(option.form.called(nil).placeholder != option.form.placeholder, "\(name)")
        }
        let ofCommands = CommandTable.all.flatMap(\.options)
        for (name, text) in Metavariables.ofCommands {
            expect(ofCommands.first { $0.name == name }?.usage, is: "--\(name)=\(text)", "\(name)")
        }
    }

    @Test("a flag that is on by default is shown with --no-")
    func negatedFlags() {
        #expect(HelpText.all().contains("\n  --no-mouse "))
        #expect(HelpText.all().contains("\n  -h, --help[=TOPIC|all] "))
        #expect(HelpText.all().contains("\n  --loop-file[=N|inf|no] "))
    }

    @Test("the first sentence ends at its full stop, not in a number or a path")
    func sentences() {
        expect(SentenceSplit.first("Play at 0.5 to 2. More."), is: "Play at 0.5 to 2.")
        expect(SentenceSplit.first("One only."), is: "One only.")
        expect(SentenceSplit.first("第一句。第二句。"), is: "第一句。")
    }
}
