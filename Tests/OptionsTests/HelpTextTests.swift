import Testing

@testable import Options

@Suite("HelpText")
struct HelpTextTests {
    @Test("the short help fits a terminal of 80 columns and about one screen")
    func shortHelp() {
        let lines = HelpText.short().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { TextWrap.columns($0) <= 79 })
        #expect(lines.count <= 55)
        #expect(HelpText.short().contains("\nExamples:\n  tvplay film.mkv\n"))
    }

    @Test("the long help fits 80 columns and names every command")
    func longHelp() {
        #expect(HelpText.all().split(separator: "\n").allSatisfy { TextWrap.columns($0) <= 79 })
        for command in CommandSpec.all { #expect(HelpText.all().contains("\n  \(command.name) ")) }
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
