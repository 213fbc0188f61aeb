import Testing

@testable import Options

@Suite("HelpText")
struct HelpTextTests {
    @Test("the short help fits a terminal of 80 columns and about one screen")
    func shortHelp() {
        let lines = HelpText.short().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { TextWrap.columns($0) <= 79 })
        #expect(lines.count <= 56)
        #expect(HelpText.short().contains("\nExamples:\n  tvplay film.mkv\n"))
    }

    @Test("the long help fits 80 columns and names every command")
    func longHelp() {
        #expect(HelpText.all().split(separator: "\n").allSatisfy { TextWrap.columns($0) <= 79 })
        for command in CommandSpec.all { #expect(HelpText.all().contains("\n  \(command.name) ")) }
    }

    @Test("each command has a help of its own: usage, what it does, options and an example on 30 rows at most")
    func commandHelp() throws {
        for spec in CommandSpec.all {
            let text = try #require(HelpText.command(spec.name))
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            #expect(lines.count <= 30, "\(spec.name): \(text)")
            #expect(lines.allSatisfy { TextWrap.columns($0) <= 79 }, "\(spec.name): \(text)")
            #expect(lines.first?.hasPrefix("Usage: tvplay \(spec.name)") == true)
            #expect(lines.last?.hasPrefix("Example: tvplay \(spec.name)") == true)
            for option in spec.options { #expect(text.contains("\n  --\(option.name)")) }
            for name in spec.related { #expect(text.contains("\n  --\(name)"), "\(spec.name) names \(name)") }
        }
        #expect(HelpText.command("film.mkv") == nil)
    }

    @Test("the examples and the verbs of the help are understood")
    func examples() throws {
        for spec in CommandSpec.all {
            let words = spec.example.split(separator: " ").map(String.init)
            #expect(words[0] == "tvplay" && words[1] == spec.name)
            #expect(throws: Never.self) { _ = try OptionParser.parse(Array(words.dropFirst())) }
        }
        let values = ["N": "0.5", "ID...": "3f", "[ID...]": "3f", "ID": "3f", "PLACE": "1", "SIZE": "2M"]
        for verb in try #require(CommandSpec.named("downloads")).verbs {
            let words = verb.usage.split(separator: " ").map { values[String($0)] ?? String($0) }
            #expect(throws: Never.self, "\(verb.usage)") { _ = try OptionParser.parse(["downloads"] + words) }
        }
    }

    @Test("each metavariable belongs to an option, and none says less than the shape of its value")
    func metavariables() {
        for (name, text) in Metavariables.ofOptions {
            #expect(OptionTable.option(named: name)?.usage.contains(text) == true, "\(name)")
        }
        let ofCommands = CommandSpec.all.flatMap(\.options)
        for (name, text) in Metavariables.ofCommands {
            #expect(ofCommands.first { $0.name == name }?.usage == "--\(name)=\(text)", "\(name)")
        }
    }

    @Test("a flag that is on is shown as one types it")
    func negatedFlags() {
        #expect(HelpText.all().contains("\n  --no-mouse "))
        #expect(HelpText.all().contains("\n  -h, --help[=all] "))
        #expect(HelpText.all().contains("\n  --loop-file[=N|inf|no] "))
    }

    @Test("the first sentence ends at its full stop, not in a number or a path")
    func sentences() {
        #expect(SentenceSplit.first("Play at 0.5 to 2. More.") == "Play at 0.5 to 2.")
        #expect(SentenceSplit.first("One only.") == "One only.")
        #expect(SentenceSplit.first("第一句。第二句。") == "第一句。")
    }
}
